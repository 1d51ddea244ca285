// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace phasor {

inline constexpr std::int32_t kNotAsked = -1; // the target where nothing is to be answered

// Sequences with the answers that are asked for. [sequences, length] each.
struct Batch
{
    std::int64_t sequences = 0;
    std::int64_t length = 0;
    std::vector<std::int32_t> tokens;
    std::vector<std::int32_t> targets; // kNotAsked, or the token that is right there

    void resize(std::int64_t count, std::int64_t positions);
    std::int64_t asked() const; // how many targets there are
};

// Some sequences of a batch, one after the other.
struct BatchPart
{
    std::int64_t first = 0; // index in the batch
    std::int64_t sequences = 0;
    std::int64_t length = 0;
    const std::int32_t* tokens = nullptr;
    const std::int32_t* targets = nullptr;

    std::int64_t rows() const { return sequences * length; }
};

// At most this many parts, whatever the number of threads: gradients are added part by part, so that the bits are the
// same.
inline constexpr std::int64_t kParts = 8;

std::int64_t partCount(const Batch& batch);
BatchPart partOf(const Batch& batch, std::int64_t part);

} // namespace phasor
