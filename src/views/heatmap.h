// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/picture.h"
#include "views/view.h"

#include <optional>
#include <vector>

namespace phasor {

// One node as a matrix of colours; of two set-ups A, B and A − B on one range of colours.
struct HeatmapRequest
{
    static constexpr std::string_view kView = "heatmap";
    NodeId node = "position"; // a set-up that has none of this name shows the one where position enters
    PictureRequest picture;
    // Device pixels of the pictures of B and of A − B; `picture` has A's.
    int widthOfB = 0;
    int widthOfDifference = 0;

    bool operator==(const HeatmapRequest&) const = default;
};

struct HeatmapData : ViewData
{
    NodeId node; // that is shown
    Picture picture; // of A
    std::optional<double> scale; // s and σ, where the node depends on them
    std::optional<double> sigma;
    std::int64_t positionColumns = 0; // of a mask of both, side by side: those of the encoding, the last ones; else 0
    std::optional<Picture> b; // when comparing and B has the node
    std::optional<Picture> difference; // A − B; where both have the same shape
    std::optional<Shape> otherShape; // of B, where it differs and there is no difference
};

Result<ViewDataPtr> compute(const HeatmapRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
