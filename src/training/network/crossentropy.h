// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/combine.h"
#include "training/network/layers.h"

#include <algorithm>

namespace phasor {

// e^(x − shift) of n values, in place.
inline void shiftedExponentials(float* x, float shift, std::int64_t n)
{
    exponentials(x, shift, x, n);
}
inline void shiftedExponentials(double* x, double shift, std::int64_t n)
{
    for (std::int64_t i = 0; i < n; ++i)
        x[i] = std::exp(x[i] - shift);
}

// Cross-entropy of one row of n logits: returns −log softmax(logits)[target], and replaces the logits by its gradient
// times `share`.
template <typename T> T crossEntropyRow(T* logits, std::int64_t n, std::int64_t target, T share)
{
    const T greatest = *std::max_element(logits, logits + n);
    const T right = logits[target] - greatest;
    shiftedExponentials(logits, greatest, n);
    const T sum = fixedSum<T>(logits, nullptr, n);
    for (std::int64_t i = 0; i < n; ++i)
        logits[i] *= share / sum;
    logits[target] -= share;
    return std::log(sum) - right;
}

} // namespace phasor
