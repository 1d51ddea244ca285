// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/sequence.h"
#include "random/words.h"

#include <cstdint>
#include <memory>

namespace phasor {

// How PyTorch makes values of random words: each is the Sequence of one draw that begins at word `start` of `words`.

// tensor.normal_: value i is of the Box–Muller block i / 16 of the words from `start` on. A `count` that is not a
// multiple of 16 has its last 16 values redrawn from the 16 words behind (normal_fill); with a
// count of 0 nothing is redrawn.
std::shared_ptr<const Sequence> normalLaw(std::shared_ptr<const WordStream> words, std::uint64_t start,
                                          std::int64_t count, double mean, double std);

// tensor.uniform_: one word a value.
std::shared_ptr<const Sequence> uniformLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double low,
                                           double high);

// nn.init.trunc_normal_: the error function's inverse of a uniform value.
std::shared_ptr<const Sequence> truncatedLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double mean,
                                             double std, double low, double high);

// tensor.bernoulli_(keep) without MKL: two words a value, of which 53 bits are compared in double precision.
std::shared_ptr<const Sequence> keepLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double keep);

} // namespace phasor
