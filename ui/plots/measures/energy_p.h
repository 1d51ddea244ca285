// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "plots/canvas/labels/tickers_p.h"
#include "plots/canvas/marks/crosshair_p.h"
#include "plots/canvas/marks/differencestrip_p.h"
#include "views/measures/energy.h"

#include <array>

namespace phasor {

// The energy of s·E, of PE and of the part of PE that varies, by dimension, on one logarithmic axis.
class EnergyPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(EnergyPlot)

public:
    EnergyPlot(Store& store, QWidget* parent);

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;

private:
    // The lines of one set-up.
    struct Lines
    {
        QCPGraph* scaled;
        QCPGraph* position;
        QCPGraph* varying;
        std::array<QCPGraph*, 3> all() const { return {scaled, position, varying}; }
    };

    Lines makeLines();
    static void fill(const Lines& lines, const EnergyCurves* curves);
    void showRange();
    void showAsDots(QCPGraph& graph) const;
    void showKey();
    void showDifference();

    std::shared_ptr<const EnergyData> m_data;
    QCPAxisRect* m_rect;
    KeyRow* m_key; // owned by the canvas's layout
    QSharedPointer<IndexTicker> m_ticker;
    Lines m_a;
    Lines m_b; // empty unless two set-ups are compared
    CrossHair& m_cursor;
    DifferenceStrip m_difference;
};

} // namespace phasor
