// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "plots/canvas/marks/differencestrip_p.h"
#include "views/measures/spectrum.h"

namespace phasor {

// Singular values from the largest to the smallest on a logarithmic axis, with a line at the effective rank and one
// behind the directions that hold 99 % of the energy.
class SpectrumPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(SpectrumPlot)

public:
    SpectrumPlot(Store& store, QWidget* parent);

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor&) override { }
    void applyTheme() override;
    std::optional<Cursor> cursorAt(const QPoint&) const override { return std::nullopt; }

private:
    // What is drawn of one set-up.
    struct Lines
    {
        QCPGraph* singular;
        QCPItemStraightLine* rank; // the canvas's own
        QCPItemStraightLine* most;
    };

    Lines makeLines();
    QCPItemStraightLine* makeUpright();
    static void fill(const Lines& lines, const TableSpectrum* spectrum);
    void showRanges();
    void showKey();
    void style(const Lines& lines, const QColor& colour) const;

    std::shared_ptr<const SpectrumData> m_data;
    QCPAxisRect* m_rect;
    KeyRow* m_key; // owned by the canvas's layout
    Lines m_a;
    Lines m_b; // empty unless two set-ups are compared
    DifferenceStrip m_difference;
};

} // namespace phasor
