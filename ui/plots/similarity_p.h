// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/comparedmaps_p.h"
#include "views/similarity.h"

namespace phasor {

// Position by position: how alike two rows of the shown node are.
class SimilarityPlot : public CanvasPlot
{
    Q_OBJECT

public:
    SimilarityPlot(Store& store, QWidget* parent);

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;

private:
    ComparedMaps m_maps;
};

} // namespace phasor
