// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/maps/colourbar_p.h"
#include "plots/canvas/maps/headmaps_p.h"
#include "views/attention/heads.h"

#include <array>

namespace phasor {

// The biases of all heads as small maps on one range of colours, of B beside those of A. A click chooses the head that
// the other views show.
class HeadsPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(HeadsPlot)

public:
    HeadsPlot(Store& store, QWidget* parent);
    ~HeadsPlot() override;

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    std::optional<Cursor> cursorAt(const QPoint& pixel) const override;
    void clicked(const QPoint& pixel) override;

private:
    struct Panel
    {
        HeadMaps* maps; // the canvas's own, and so are the crosses
        HeadCrosses* crosses;
    };

    Panel makePanel(int column);
    void arrange();

    std::shared_ptr<const HeadsData> m_data;
    std::array<Panel, 2> m_panels; // of A, of B
    ColourBar m_bar;
    bool m_comparing = false;
};

} // namespace phasor
