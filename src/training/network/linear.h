// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/network/weightlayout.h"

namespace phasor {

// The weights of a model while a step is made: `values` by the layout, and each matrix transposed at the same place,
// which the way back multiplies by.
struct Weights
{
    const float* values;
    const float* transposed;
    const float* of(const WeightBlock& block) const { return values + block.offset; }
    const float* transposedOf(const WeightBlock& block) const { return transposed + block.offset; }
};

// Products are those of kernels/product.h: Eigen would be compiled for the oldest processor that the program runs on,
// with a quarter of the lanes, and would have other bits on another one.

// y += x·W + b for `rows` rows.
void addLinear(const Weights& weights, const WeightLayout::Linear& linear, const float* x, std::int64_t rows, float* y);

// Adds the gradients of W and b to those in `gradient`, and that of x to dx.
void addLinearGradients(const Weights& weights, const WeightLayout::Linear& linear, const float* x, const float* dy,
                        std::int64_t rows, float* dx, float* gradient);

void transpose(const float* from, std::int64_t rows, std::int64_t cols, std::int64_t stride, float* to);

} // namespace phasor
