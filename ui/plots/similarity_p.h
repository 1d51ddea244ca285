// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/comparedplot_p.h"
#include "views/similarity.h"

namespace phasor {

// Position by position: how alike two rows of the shown node are.
class SimilarityPlot : public ComparedPlot
{
    Q_OBJECT

public:
    SimilarityPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void describe(const ViewDataPtr& newData) override;
};

} // namespace phasor
