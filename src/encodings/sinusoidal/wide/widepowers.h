// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/frequencies.h"
#include "encodings/sinusoidal/wide/widefixed.h"

#include <cstdint>
#include <vector>

namespace phasor {

// mantissa * 2^exponent, mantissa in [1, 2).
template <int kLimbs> struct WideFloat
{
    WideFixed<kLimbs> mantissa{1};
    int exponent = 0;
};

template <int kLimbs> WideFloat<kLimbs> product(const WideFloat<kLimbs>& a, const WideFloat<kLimbs>& b);

// |ln x|, x > 0 and finite, given ln 2.
template <int kLimbs> WideFixed<kLimbs> wideLogOf(double x, const WideFixed<kLimbs>& log2);

// [k] = base^(-numerator 2^k / denominator), k = 0 … count - 1: one exponential, then squares. Each square doubles the
// error, which begins at 2^-170 with 4 limbs: 2^-130 is left for 2^40 pairs.
template <int kLimbs> std::vector<WideFloat<kLimbs>> widePowers(const FrequencyLaw& law, int count);

// Pair i = fine part + fine * coarse part: two short lists of powers give all frequencies by one product each.
struct PairGrid
{
    explicit PairGrid(std::int64_t pairs);

    int fineBits = 0;
    int coarseBits = 0;
    std::int64_t fine = 1; // 2^fineBits, about the root of the pairs
    std::int64_t coarse = 0; // at most 2^coarseBits
};

} // namespace phasor
