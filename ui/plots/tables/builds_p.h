// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/maps/maprect_p.h"
#include "views/tables/builds.h"

#include <array>

namespace phasor {

// The keep masks of PyTorch's two CPU builds side by side, and where they differ.
class BuildsPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(BuildsPlot)

public:
    BuildsPlot(Store& store, QWidget* parent);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    bool fold() override;

private:
    std::array<MapRect, 3> m_maps; // without MKL, with MKL, differing
    std::array<QCPTextElement*, 3> m_titles; // owned by the canvas's layout
};

} // namespace phasor
