// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"

#include <algorithm>

namespace phasor {

// The error function in float32 with the bits of glibc's erff on x86-64, for finite x: the rational approximations of
// FDLIBM (Sun Microsystems, 1993, s_erf.c), each operation rounded on its own. Elsewhere glibc fuses some of them:
// erff itself has other bits on aarch64. It calls expf of the C library, whose bits are the same on both.
float erfAsOnX86(float x);

// A draw that uses `perValue` words from a point on for each value. It calls body(count, words, out) for pieces of each
// run that fit into the L1 cache.
template <typename Body> Sequence wordLaw(WordPoint from, std::int64_t perValue, Body body)
{
    return [=](const Runs& runs) {
        constexpr std::int64_t kWordsAtOnce = 2048;
        const auto cursor = from.cursor();
        std::array<std::uint32_t, kWordsAtOnce> batch;
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            for (std::int64_t done = 0; done < length;) {
                const std::int64_t count = std::min(length - done, kWordsAtOnce / perValue);
                cursor(from.word + static_cast<std::uint64_t>((first + done) * perValue),
                       static_cast<std::size_t>(count * perValue), batch.data());
                body(static_cast<std::size_t>(count), batch.data(), out + done);
                done += count;
            }
        });
    };
}

// PyTorch's values from random words. Each function is the Sequence of one draw from a point on.

// tensor.normal_: value i comes from the Box–Muller block i / 16 of the words from there on. If `count` is not a
// multiple of 16, the last 16 values are sampled again from the 16 words after it (normal_fill); not for a count of 0.
Sequence normalLaw(WordPoint from, std::int64_t count, double mean, double std);

// tensor.uniform_: one word a value.
Sequence uniformLaw(WordPoint from, double low, double high);

// nn.init.trunc_normal_: the error function's inverse of a uniform value.
Sequence truncatedLaw(WordPoint from, double mean, double std, double low, double high);

// tensor.bernoulli_(keep) without MKL: two words a value, of which 53 bits are compared in double precision.
Sequence keepLaw(WordPoint from, double keep);

} // namespace phasor
