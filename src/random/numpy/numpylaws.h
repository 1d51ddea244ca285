// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/numpy/pcg64.h"
#include "random/sequence.h"
#include "random/words.h"

#include <cstdint>
#include <memory>

namespace phasor {

// NumPy draws in double precision; values are rounded to float32 at the end.

// RandomState: uniform(low, high) and (random_sample() < keep), two words of `words` a value from the word `start` on.
std::shared_ptr<const Sequence> legacyUniform(std::shared_ptr<const WordStream> words, std::uint64_t start, double low,
                                              double high);
std::shared_ptr<const Sequence> legacyKeep(std::shared_ptr<const WordStream> words, std::uint64_t start, double keep);

// default_rng: uniform(low, high) and (random() < keep), one step of `generator` a value.
std::shared_ptr<const Sequence> pcgUniform(const Pcg64& generator, double low, double high);
std::shared_ptr<const Sequence> pcgKeep(const Pcg64& generator, double keep);

} // namespace phasor
