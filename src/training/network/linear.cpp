// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/linear.h"

#include "kernels/product.h"

namespace phasor {

void addLinear(const Weights& weights, const WeightLayout::Linear& linear, const float* x, std::int64_t rows, float* y)
{
    const std::int64_t in = linear.weight.rows;
    const std::int64_t out = linear.weight.cols;
    const float* const bias = weights.of(linear.bias);
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t j = 0; j < out; ++j)
            y[r * out + j] += bias[j];
    }
    addProduct(Strided{x, in, 1}, {weights.of(linear.weight), out}, {y, out}, rows, out, in);
}

void addLinearGradients(const Weights& weights, const WeightLayout::Linear& linear, const float* x, const float* dy,
                        std::int64_t rows, float* dx, float* gradient)
{
    const std::int64_t in = linear.weight.rows;
    const std::int64_t out = linear.weight.cols;
    float* const dBias = gradient + linear.bias.offset;
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t j = 0; j < out; ++j)
            dBias[j] += dy[r * out + j];
    }
    addProduct(Strided{x, 1, in}, {dy, out}, {gradient + linear.weight.offset, out}, in, out, rows);
    addProduct(Strided{dy, out, 1}, {weights.transposedOf(linear.weight), in}, {dx, in}, rows, in, out);
}

void transpose(const float* from, std::int64_t rows, std::int64_t cols, std::int64_t stride, float* to)
{
    for (std::int64_t c = 0; c < cols; ++c) {
        for (std::int64_t r = 0; r < rows; ++r)
            to[c * rows + r] = from[r * stride + c];
    }
}

} // namespace phasor
