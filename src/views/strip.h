// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/measures/measure.h"
#include "views/tables/picture.h"

namespace phasor {

// The pipeline from left to right: a thumbnail of each node.
struct StripRequest
{
    static constexpr std::string_view kView = "strip";
    int width = 0; // device pixels of one thumbnail
    int height = 0;
    bool dark = false; // colors for a dark ground
    NodeId shown = {}; // by the heatmap
    Side side = Side::A; // setup of the nodes
    bool operator==(const StripRequest&) const = default;
};

struct StripData : ViewData
{
    // A picture without its values; empty for an Error of the node, for a fault, or for ids. The visible rows are the
    // same for all nodes.
    struct Thumbnail : Picture
    {
        NodePtr node;
        std::optional<Error> fault = {}; // why the picture could not be made
        bool firstCells = false; // the picture is of the first cells alone, one a pixel
        Estimate norm = {std::numeric_limits<double>::quiet_NaN()}; // mean ‖·‖ of the rows; NaN: the node has none
    };
    // Thumbnails in the order of computation, without nodes that change nothing. Nodes of the attention only if
    // position enters there, or if one of them is shown; an unused sum only if shown, last.
    std::vector<Thumbnail> thumbnails;
    std::vector<std::string> tokens; // the first few, for a box of ids
};

Result<ViewDataPtr> compute(const StripRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
