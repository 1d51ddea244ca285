// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

namespace phasor {

// One node as a matrix of colors; for two setups A, B and A − B, A and B with one range of colors.
struct HeatmapRequest
{
    static constexpr std::string_view kView = "heatmap";
    NodeId node = "position"; // a setup without this node shows the one where position enters
    PicturesRequest pictures;

    bool operator==(const HeatmapRequest&) const = default;
};

struct HeatmapData : PicturesData
{
    NodeId node; // the shown node
    std::optional<double> scale; // s and σ, if the node depends on them
    std::optional<double> sigma;
    std::int64_t positionColumns = 0; // columns of the encoding in a mask of both, the last ones; else 0
    std::optional<Shape> otherShape; // of B, if it differs and there is no difference
};

Result<ViewDataPtr> compute(const HeatmapRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
