// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

namespace phasor {

// Scores of one head and their attention weights, query by key; in a comparison also those of B and of A − B.
struct ScoresRequest
{
    PictureRequest picture = {};
    // Device pixels of the pictures: scores and weights of A, of B, of A − B.
    std::array<int, 6> widths{};
    std::array<int, 6> heights{};
    bool operator==(const ScoresRequest&) const = default;
};

// Scores and attention weights of one head.
struct HeadAttention
{
    AttentionFacts facts;
    Picture scores; // blank behind a causal mask
    std::optional<Picture> attention; // nothing: a row has too many keys
    // Means over a sample of the visible queries; nothing without attention.
    std::optional<double> keys; // e^entropy of a row: effective number of keys
    double seen = 0; // number of keys that a query sees
    std::optional<double> distance; // Σ attention · |query − key|, positions
};

DataTable tableOf(const HeadAttention& head);

struct ScoresData : SidesData<HeadAttention>
{
    std::optional<Picture> lessScores; // A − B, if both have the same shape
    std::optional<Picture> lessAttention;
};

// Errors: those of the head (heads that do not divide d_model, rotations of an odd width), Usage EMPTY.
Result<ViewDataPtr> compute(const ScoresRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
