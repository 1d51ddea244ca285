// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/maps/colourbar_p.h"
#include "plots/canvas/maps/heatmapplottable_p.h"
#include "plots/canvas/marks/crosshair_p.h"
#include "views/tables/mosaic.h"

#include <array>

namespace phasor {

// For each cell of a grid a small map of its similarity to all cells; of B beside it.
class MosaicPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(MosaicPlot)

public:
    MosaicPlot(Store& store, QWidget* parent);
    ~MosaicPlot() override;

protected:
    void prepare(const Scene& scene) override;
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    std::optional<Cursor> cursorAt(const QPoint& pixel) const override;

private:
    struct Panel
    {
        QCPAxisRect* rect;
        HeatmapPlottable* map; // the canvas's own
        CrossHair* row;
        CrossHair* column;
    };

    Panel makePanel(int column);
    void arrange();
    void showPanel(const Panel& panel, const MosaicData::Mosaic* mosaic) const;
    const MosaicData::Mosaic* mosaicOf(std::size_t panel) const;

    std::shared_ptr<const MosaicData> m_data;
    std::array<Panel, 2> m_panels; // of A, of B
    ColourBar m_bar;
    bool m_comparing = false;
};

} // namespace phasor
