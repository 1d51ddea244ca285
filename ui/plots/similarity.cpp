// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/similarity_p.h"

#include "words/pictures.h"
#include "words/summaries.h"

namespace phasor {

SimilarityPlot::SimilarityPlot(Store& store, QWidget* parent)
    : CanvasPlot("similarity", store, parent)
    , m_maps(canvas(), gestures(), {makeRect(0, 0), makeRect(0, 1), makeRect(0, 2)})
{
    setTheme(Theme::light());
    show(nullptr);
}

void SimilarityPlot::prepare(const Scene& scene)
{
    if (m_maps.setComparing(scene.b.has_value()))
        setTheme(theme());
}

ViewRequest SimilarityPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    const QSize pixels = m_maps.pixels(0, resolution.scale);
    return SimilarityRequest{
        .node = view.node,
        .picture = {.zoom = view.zoom,
                    .width = pixels.width(),
                    .height = pixels.height(),
                    .range = view.range,
                    .nanColour = theme().nanColour.rgb(),
                    .wholeCells = resolution.vector},
        .widthOfB = m_maps.pixels(1, resolution.scale).width(),
        .widthOfDifference = m_maps.pixels(2, resolution.scale).width(),
    };
}

void SimilarityPlot::showData(const ViewDataPtr& newData)
{
    const auto shown = std::dynamic_pointer_cast<const SimilarityData>(newData);
    ComparedMaps::Pictures pictures;
    if (shown) {
        pictures = {HeatmapPlottable::DataPtr(shown, &shown->picture),
                    HeatmapPlottable::DataPtr(shown, shown->b ? &*shown->b : nullptr),
                    HeatmapPlottable::DataPtr(shown, shown->difference ? &*shown->difference : nullptr)};
    }
    m_maps.show(pictures);
    m_maps.a().columns().setLabel(words::axisTitle(AxisKind::Position));
    const QString summary = shown ? words::summary(*shown) : QString();
    setTexts({.title = tr("Similarity"), .summary = summary, .line = summary});
}

void SimilarityPlot::showCursor(const Cursor& cursor)
{
    m_maps.showCursor(cursor);
}

void SimilarityPlot::applyTheme()
{
    m_maps.setTheme(theme());
}

} // namespace phasor
