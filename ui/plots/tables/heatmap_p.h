// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/maps/comparedplot_p.h"
#include "views/tables/heatmap.h"

namespace phasor {

// One node of the pipeline as a matrix of colours. A click on a dimension puts its curve into the curves or takes it
// out.
class HeatmapPlot : public ComparedPlot
{
    Q_DECLARE_TR_FUNCTIONS(HeatmapPlot)

public:
    HeatmapPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void describe(const ViewDataPtr& newData) override;
    void clicked(const QPoint& pixel) override;

private:
    void sayWhatIsShown(const HeatmapData& shown);

    std::vector<std::int64_t> m_dimensionsBefore; // the last click
};

} // namespace phasor
