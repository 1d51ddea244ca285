// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/marks/differencestrip_p.h"
#include "views/measures/overlap.h"

namespace phasor {

// How much the leading directions of embedding and encoding coincide, by how many of them, beside random ones.
class OverlapPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(OverlapPlot)

public:
    OverlapPlot(Store& store, QWidget* parent);

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor&) override { }
    void applyTheme() override;

private:
    void addLines(std::vector<ChartLine>& lines, const OverlapMeasure& measure, Side side) const;
    void showLines();

    std::shared_ptr<const OverlapData> m_data;
    LineChart m_chart;
    KeyRow* m_key; // both owned by the canvas's layout
    QCPTextElement* m_text;
    DifferenceStrip m_difference;
};

} // namespace phasor
