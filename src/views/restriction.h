// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"

namespace phasor {

struct ViewState;

// The part of the tables that an analysis looks at, in coordinates; nothing: all of them.
struct Restriction
{
    std::optional<Span> positions = {};
    std::optional<Span> dimensions = {};

    bool operator==(const Restriction&) const = default;
    bool everything() const { return !positions && !dimensions; }
};

// The selection, if the view asks for it alone.
Restriction restrictionOf(const ViewState& view);

// The node's cells whose positions and dimensions are inside; all columns of two masks side by side, where a dimension
// stands twice. Error: Usage EMPTY where nothing is left.
Result<Rect> cellsInside(const Node& node, const Restriction& to);

// The node's rows of positions and columns of dimensions that are inside, and what is known of them: a table of waves
// has the waves that are left. The node itself where that is all of it, or where it cannot be had. Error: that of
// cellsInside.
Result<NodePtr> restricted(const NodePtr& node, const Restriction& to);

} // namespace phasor
