// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/maps/comparedplot_p.h"

namespace phasor {

ComparedPlot::ComparedPlot(std::string_view id, Store& store, QWidget* parent)
    : CanvasPlot(id, store, parent)
    , m_maps(canvas(), gestures(), {makeRect(0, 0), makeRect(0, 1), makeRect(0, 2)})
{
}

void ComparedPlot::prepare(const Scene& scene)
{
    if (m_maps.setComparing(scene.b.has_value()))
        setTheme(theme());
}

bool ComparedPlot::fold()
{
    const bool moved = m_maps.fit(QFontMetricsF(theme().smallFont));
    if (moved)
        m_maps.setTheme(theme());
    return moved;
}

PicturesRequest ComparedPlot::picturesAt(const ViewState& view, Resolution resolution) const
{
    const QSize pixels = m_maps.pixels(0, resolution.scale);
    return {
        .a = {.zoom = view.zoom,
              .width = pixels.width(),
              .height = pixels.height(),
              .colorMap = view.colorMap,
              .reduction = view.reduction,
              .range = view.range,
              .nanColour = theme().nanColour.rgb(),
              .wholeCells = resolution.vector},
        .widthOfB = m_maps.pixels(1, resolution.scale).width(),
        .widthOfDifference = m_maps.pixels(2, resolution.scale).width(),
    };
}

std::shared_ptr<const PicturesData> ComparedPlot::picturesIn(const ViewDataPtr& newData) const
{
    return std::dynamic_pointer_cast<const PicturesData>(newData);
}

void ComparedPlot::showData(const ViewDataPtr& newData)
{
    ComparedMaps::Pictures pictures;
    if (const auto shown = picturesIn(newData)) {
        pictures = {HeatmapPlottable::DataPtr(shown, &shown->picture),
                    HeatmapPlottable::DataPtr(shown, shown->b ? &*shown->b : nullptr),
                    HeatmapPlottable::DataPtr(shown, shown->difference ? &*shown->difference : nullptr)};
    }
    m_maps.show(pictures);
    describe(newData);
}

void ComparedPlot::showCursor(const Cursor& cursor)
{
    m_maps.showCursor(cursor);
}

void ComparedPlot::applyTheme()
{
    m_maps.setTheme(theme());
}

} // namespace phasor
