// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "pipeline/parameters/choices.h"
#include "training/network/layers.h"
#include "training/task.h"

namespace phasor {

// Dropout factors in a part of a batch: 0, or 1/(1 − p). Empty: no dropout there.
struct PlacedMasks
{
    std::vector<float> embedding; // [rows, embedding's width]
    std::vector<float> position; // [rows, encoding's width]
    std::vector<float> sum; // [rows, width]
};

// Dropout target and probability. Elsewhere in the model p is 0.
struct MaskLaw
{
    double p = 0;
    PlacementId placement = PlacementId::Sum;
    bool hasTable = false; // the model has an encoding that dropout can act on
    std::uint64_t key = 0; // key of the generator (Philox)
    std::uint64_t offset = 0; // offset of the step
};

// Samples the masks of a part. A sequence has the same masks in every part.
void drawMasks(const MaskLaw& law, const ModelShape& shape, const BatchPart& part, PlacedMasks& masks);

// Positional input of a model for sequences of one length, as precomputed numbers. A plain value.
struct PositionInput
{
    // Cosines and sines [length, pairs] that rotate one side's pairs, with attention factor and growth.
    struct Turns
    {
        std::vector<float> cosines;
        std::vector<float> sines;
    };

    SchemeKind kind = SchemeKind::None;
    std::int64_t length = 0;
    std::vector<float> table; // [length, width], kind Table
    std::int64_t pairs = 0; // pairs of a head, kind Rotation
    PairLayout layout = PairLayout::Halves;
    Turns queries;
    Turns keys;
    std::vector<float> bias; // [heads, length, length], kind Bias
    std::vector<std::int32_t> biasIndex; // [length, length]: which of the learned numbers; then `bias` is empty

    std::int64_t firstOf(std::int64_t pair) const { return layout == PairLayout::Interleaved ? 2 * pair : pair; }
    std::int64_t secondOf(std::int64_t pair) const
    {
        return layout == PairLayout::Interleaved ? 2 * pair + 1 : pair + pairs;
    }
};

// Errors: Usage RANGE if a table is shorter than `length`; that of a rotation that the heads do not support.
Result<PositionInput> positionInput(const PositionModel& model, std::int64_t heads, std::int64_t length);

} // namespace phasor
