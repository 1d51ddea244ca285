// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/comparedmaps_p.h"
#include "views/heatmap.h"

namespace phasor {

// One node of the pipeline as a matrix of colours. A click on a dimension puts its curve into the curves or takes it
// out.
class HeatmapPlot : public CanvasPlot
{
    Q_OBJECT

public:
    HeatmapPlot(Store& store, QWidget* parent);

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    void clicked(const QPoint& pixel) override;

private:
    void sayWhatIsShown(const HeatmapData& shown);

    ComparedMaps m_maps;
    std::vector<std::int64_t> m_dimensionsBefore; // the last click
};

} // namespace phasor
