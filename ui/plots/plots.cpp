// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/drawingplot_p.h"
#include "plots/drawings.h"

#include <QCoreApplication>

#include <algorithm>

namespace phasor {

namespace {

template <const DrawingKind& Kind> std::unique_ptr<Plot> made(Store& store, QWidget* parent)
{
    return Kind.make != nullptr ? Kind.make(Kind, store, parent) : std::make_unique<DrawingPlot>(Kind, store, parent);
}

template <const DrawingKind& Kind> PlotSpec specOf()
{
    return {Kind.id, Kind.title, made<Kind>, Kind.node, Kind.colored, Kind.question, Kind.takes};
}

} // namespace

QString PlotSpec::titleText() const
{
    return QCoreApplication::translate("Plots", title);
}

NodeId PlotSpec::nodeOf(const ViewState& view, const Pipeline& pipeline) const
{
    if (!node.empty())
        return NodeId(node);
    if (pipeline.find(view.node) != nullptr)
        return view.node;
    const auto entry = std::ranges::find_if(pipeline.nodes(), [](const NodePtr& any) { return any->positionEnters; });
    return entry != pipeline.nodes().end() ? (*entry)->id : view.node;
}

std::span<const PlotSpec> plotSpecs()
{
    static const PlotSpec kPlots[] = {
#define PHASOR_VIEW(name, id, group, cell, options) specOf<k##name>(),
#include "views/views.def"
#undef PHASOR_VIEW
    };
    return kPlots;
}

const PlotSpec* findPlot(std::string_view id)
{
    const auto found = std::ranges::find(plotSpecs(), id, &PlotSpec::id);
    return found != plotSpecs().end() ? &*found : nullptr;
}

} // namespace phasor
