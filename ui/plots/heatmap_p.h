// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/colourbar_p.h"
#include "plots/canvas/maprect_p.h"

namespace phasor {

// One stage of the pipeline as a matrix of colours. A click on a column puts its dimension into the curves or takes it
// out.
class HeatmapPlot : public CanvasPlot
{
    Q_OBJECT

public:
    HeatmapPlot(Store& store, QWidget* parent);

protected:
    ViewJob jobAt(const Parameters& parameters, const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const std::optional<ViewState::Cell>& cell) override;
    void applyTheme() override;
    void clicked(const QPoint& pixel) override;

private:
    void sayWhatIsShown(const HeatmapData& shown);

    MapRect m_map;
    ColourBar m_bar;
    std::vector<std::int64_t> m_dimensionsBefore; // the last click
};

} // namespace phasor
