// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

namespace phasor {

// One node as a matrix of colors; of two setups A, B and A − B on one range of colors.
struct HeatmapRequest
{
    static constexpr std::string_view kView = "heatmap";
    NodeId node = "position"; // a setup that has none of this name shows the one where position enters
    PicturesRequest pictures;

    bool operator==(const HeatmapRequest&) const = default;
};

struct HeatmapData : PicturesData
{
    NodeId node; // that is shown
    std::optional<double> scale; // s and σ, where the node depends on them
    std::optional<double> sigma;
    std::int64_t positionColumns = 0; // of a mask of both, side by side: those of the encoding, the last ones; else 0
    std::optional<Shape> otherShape; // of B, where it differs and there is no difference
};

Result<ViewDataPtr> compute(const HeatmapRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
