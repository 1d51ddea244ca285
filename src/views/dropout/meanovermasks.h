// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "views/restriction.h"

namespace phasor {

// The mean of the outputs of n masks, n = 1, 2 …, of the first rows that are looked at: how far it is from the input,
// ‖mean − x‖ / ‖x‖.
struct MeanOverMasks
{
    std::vector<double> masks;
    std::vector<double> distance;
    std::vector<double> expected; // √(v/n), v as below
    double variance = 0; // Σ Var y / Σ x² over the masks
    double expectedVariance = 0; // p/(1 − p) times the share of the energy that dropout acts on; NaN: no such law
};

// How much is drawn.
struct MaskDraws
{
    std::int64_t cells = 1 << 12; // of the input, in whole rows
    int masks = 64;
};

// Of the first rows of the part `only` of a side, whose masks are cheap to draw again. Nothing where no mask is drawn
// or the input is zero. Errors: those of the nodes, Cancelled.
Result<std::optional<MeanOverMasks>> meanOverMasks(SceneReader& scene, Side side, const MaskDraws& draws,
                                                   const Restriction& only);

} // namespace phasor
