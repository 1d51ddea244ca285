// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/placements.h"
#include "training/network/modelshape.h"
#include "training/tasks/batch.h"

#include <cstdint>
#include <vector>

namespace phasor {

// What dropout multiplies by in a part of a batch: 0, or 1/(1 − p). Empty: it does not act there.
struct PlacedMasks
{
    std::vector<float> embedding; // [rows, embedding's width]
    std::vector<float> position; // [rows, encoding's width]
    std::vector<float> sum; // [rows, width]
};

// Where dropout acts and how often. p elsewhere in the model is 0.
struct MaskLaw
{
    double p = 0;
    PlacementId placement = PlacementId::Sum;
    bool hasTable = false; // there is an encoding beside the embedding that dropout can act on
    std::uint64_t key = 0; // of the generator (Philox)
    std::uint64_t offset = 0; // of the step

    bool operator==(const MaskLaw&) const = default;
};

// The masks of a part: a sequence has the same whatever part it is in.
void drawMasks(const MaskLaw& law, const ModelShape& shape, const BatchPart& part, PlacedMasks& masks);

} // namespace phasor
