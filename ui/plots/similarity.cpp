// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/similarity_p.h"

#include "words/pictures.h"
#include "words/summaries.h"

namespace phasor {

SimilarityPlot::SimilarityPlot(Store& store, QWidget* parent)
    : ComparedPlot("similarity", store, parent)
{
    setTheme(Theme::light());
    show(nullptr);
}

ViewRequest SimilarityPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    return SimilarityRequest{.node = view.node, .pictures = picturesAt(view, resolution)};
}

void SimilarityPlot::describe(const ViewDataPtr& newData)
{
    const auto shown = std::dynamic_pointer_cast<const SimilarityData>(newData);
    maps().a().columns().setLabel(words::axisTitle(AxisKind::Position));
    const QString summary = shown ? words::summary(*shown) : QString();
    setTexts({.title = tr("Similarity"), .summary = summary, .line = summary});
}

} // namespace phasor
