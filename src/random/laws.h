// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"
#include "random/words.h"

#include <algorithm>

namespace phasor {

// The error function in float32 with the bits of glibc's erff on x86-64, for finite x: the rational approximations of
// FDLIBM (Sun Microsystems, 1993, s_erf.c), each operation rounded on its own. Elsewhere glibc fuses some of them:
// erff itself has other bits on aarch64. It calls expf of the C library, whose bits are the same on both.
float erfAsOnX86(float x);

// A draw that uses `perValue` words from `start` on for each value. It calls body(count, words, out) for pieces of each
// run that fit into the L1 cache.
template <typename Body>
Sequence wordLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, std::int64_t perValue, Body body)
{
    return [=, words = std::move(words)](const Runs& runs) {
        constexpr std::int64_t kWordsAtOnce = 2048;
        const auto cursor = words->cursor();
        std::array<std::uint32_t, kWordsAtOnce> batch;
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            for (std::int64_t done = 0; done < length;) {
                const std::int64_t count = std::min(length - done, kWordsAtOnce / perValue);
                cursor(start + static_cast<std::uint64_t>((first + done) * perValue),
                       static_cast<std::size_t>(count * perValue), batch.data());
                body(static_cast<std::size_t>(count), batch.data(), out + done);
                done += count;
            }
        });
    };
}

// PyTorch's values from random words. Each function is the Sequence of one draw from word `start` of `words` on.

// tensor.normal_: value i comes from the Box–Muller block i / 16 of the words from `start` on. If `count` is not a
// multiple of 16, the last 16 values are sampled again from the 16 words after it (normal_fill); not for a count of 0.
Sequence normalLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, std::int64_t count, double mean,
                   double std);

// tensor.uniform_: one word a value.
Sequence uniformLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double low, double high);

// nn.init.trunc_normal_: the error function's inverse of a uniform value.
Sequence truncatedLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double mean, double std, double low,
                      double high);

// tensor.bernoulli_(keep) without MKL: two words a value, of which 53 bits are compared in double precision.
Sequence keepLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double keep);

} // namespace phasor
