// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/tables/heatmap_p.h"

#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <algorithm>

namespace phasor {

HeatmapPlot::HeatmapPlot(Store& store, QWidget* parent)
    : ComparedPlot("heatmap", store, parent)
{
    canvas().setStatusTip(tr("Click: the dimension's curve · %1").arg(Gestures::help()));
    connect(&gestures(), &Gestures::resetRequested, this, [this] {
        // A double click is a click first: undo what that did.
        this->store().editView([this](ViewState& view) { view.dimensions = m_dimensionsBefore; });
    });
    setTheme(Theme::light());
    show(nullptr);
}

ViewRequest HeatmapPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    return HeatmapRequest{.node = view.node, .pictures = picturesAt(view, resolution)};
}

void HeatmapPlot::describe(const ViewDataPtr& newData)
{
    const auto shown = std::dynamic_pointer_cast<const HeatmapData>(newData);
    if (shown)
        return sayWhatIsShown(*shown);
    setTexts(tr("Heatmap"), QString());
    maps().a().titleColumns(words::axisTitle(AxisKind::Dimension));
}

// What a pixel stands for is said above the plot where there is no room along the axis.
void HeatmapPlot::sayWhatIsShown(const HeatmapData& shown)
{
    const QString aside = maps().a().titleColumns(words::axisTitle(shown.picture.columns.kind));
    setTexts({.title = words::title(shown.picture.quantity),
              .summary = words::summary(shown, aside),
              .line = words::facts(shown, aside),
              .detail = words::detail(shown)});
}

void HeatmapPlot::clicked(const QPoint& pixel)
{
    m_dimensionsBefore = store().view().dimensions;
    const auto cursor = gestures().cursorAt(pixel, {});
    if (!cursor || !(*cursor)[AxisKind::Dimension])
        return;
    // Curves are those of the encoding's table, whose first column may stand behind the embedding's.
    const Widths widths = widthsOf(store().scene().a);
    const std::int64_t column = *(*cursor)[AxisKind::Dimension] - (widths.whole - widths.position);
    if (column < 0 || column >= widths.position)
        return;
    store().editView([&](ViewState& view) {
        const auto found = std::find(view.dimensions.begin(), view.dimensions.end(), column);
        if (found != view.dimensions.end())
            view.dimensions.erase(found);
        else
            view.dimensions.push_back(column);
    });
}

} // namespace phasor
