// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"

#include <cstdint>
#include <vector>

namespace phasor {

// What a scheme gives a model for sequences of one length, as numbers that lie ready. A plain value.
struct PositionInput
{
    // Cosines and sines [length, pairs] by which a side's pairs are turned, with attention factor and growth.
    struct Turns
    {
        std::vector<float> cosines;
        std::vector<float> sines;
    };

    SchemeKind kind = SchemeKind::None;
    std::int64_t length = 0;
    std::vector<float> table; // [length, width], kind Table
    std::int64_t pairs = 0; // of a head, kind Rotation
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

// Errors: Usage RANGE where a table ends before `length`; that of a rotation which the heads cannot have.
Result<PositionInput> positionInput(const PositionModel& model, std::int64_t heads, std::int64_t length);

} // namespace phasor
