// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "views/attention/relative.h"

#include <array>

namespace phasor {

class HeaderToggle;
class SchemeSelector;

// What distance does to the score: kernels, biases and the mean score that is measured, below each other over one axis
// of distances; what lies beyond the trained length is shaded. Other schemes can be laid over.
class RelativePlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(RelativePlot)

public:
    RelativePlot(Store& store, QWidget* parent);
    ~RelativePlot() override;

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor&) override { }
    void applyTheme() override;
    void viewChanged() override;
    std::optional<Cursor> cursorAt(const QPoint&) const override { return std::nullopt; }

private:
    // A strip of the plot: its axes, what lies beyond the trained length, and whether it has a place.
    struct Strip
    {
        QCPAxisRect* rect;
        QCPItemRect* beyond; // the canvas's own
        QCPItemStraightLine* trained;
        bool placed = false;
    };
    enum Part { Kernel, Bias, Measured };

    Strip makeStrip();
    void arrange();
    void showAxes();
    void showTrained(Strip& strip) const;
    void showCurves();
    void addCurve(const RelativeData::Curve& curve);
    void addGraph(Part part, const std::vector<double>& distances, const std::vector<double>& values, const QPen& pen);
    void fitValues(Strip& strip, bool kernel) const;
    void showKey();
    QPen penOf(const RelativeData::Curve& curve) const;
    QPen penOf(const RelativeData::Measured& measured) const;

    std::shared_ptr<const RelativeData> m_data;
    KeyRow* m_key; // owned by the canvas's layout
    std::array<Strip, 3> m_strips;
    QCPMarginGroup* m_sides; // owned by the canvas
    SchemeSelector* m_schemes;
    HeaderToggle* m_log;
};

} // namespace phasor
