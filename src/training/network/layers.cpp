// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/layers.h"

#include "kernels/product.h"

#include <array>
#include <cmath>
#include <iterator>

namespace phasor {

float fixedSum(const float* a, const float* b, std::int64_t n)
{
    constexpr std::int64_t kLanes = 8;
    std::array<float, kLanes> sums{};
    std::int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes) {
        for (std::int64_t lane = 0; lane < kLanes; ++lane)
            sums[static_cast<std::size_t>(lane)] += b != nullptr ? a[i + lane] * b[i + lane] : a[i + lane];
    }
    float sum = ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
    for (; i < n; ++i)
        sum += b != nullptr ? a[i] * b[i] : a[i];
    return sum;
}

void normalize(const Weights& weights, const WeightLayout::Norm& norm, const float* x, std::int64_t rows,
               NormMemory& memory)
{
    constexpr auto kEpsilon = static_cast<float>(1e-5);
    const std::int64_t width = norm.gain.cols;
    const float* const gain = weights.of(norm.gain);
    const float* const shift = weights.of(norm.shift);
    memory.normal.resize(static_cast<std::size_t>(rows * width));
    memory.inverse.resize(static_cast<std::size_t>(rows));
    memory.out.resize(static_cast<std::size_t>(rows * width));
    for (std::int64_t r = 0; r < rows; ++r, x += width) {
        float* const normal = memory.normal.data() + r * width;
        float* const out = memory.out.data() + r * width;
        const float mean = fixedSum(x, nullptr, width) / static_cast<float>(width);
        for (std::int64_t i = 0; i < width; ++i)
            normal[i] = x[i] - mean;
        const float variance = fixedSum(normal, normal, width) / static_cast<float>(width);
        const float inverse = 1.0F / std::sqrt(variance + kEpsilon);
        for (std::int64_t i = 0; i < width; ++i) {
            normal[i] *= inverse;
            out[i] = normal[i] * gain[i] + shift[i];
        }
        memory.inverse[static_cast<std::size_t>(r)] = inverse;
    }
}

void addNormGradients(const Weights& weights, const WeightLayout::Norm& norm, const NormMemory& memory, const float* dy,
                      std::vector<float>& scratch, float* dx, float* gradient)
{
    const std::int64_t width = norm.gain.cols;
    const float* const gain = weights.of(norm.gain);
    float* const dGain = gradient + norm.gain.offset;
    float* const dShift = gradient + norm.shift.offset;
    scratch.resize(static_cast<std::size_t>(width));
    float* const scaled = scratch.data();
    for (std::int64_t r = 0; r < std::ssize(memory.inverse); ++r, dy += width, dx += width) {
        const float* const normal = memory.normal.data() + r * width;
        for (std::int64_t i = 0; i < width; ++i) {
            dGain[i] += dy[i] * normal[i];
            dShift[i] += dy[i];
            scaled[i] = dy[i] * gain[i];
        }
        const float mean = fixedSum(scaled, nullptr, width) / static_cast<float>(width);
        const float along = fixedSum(scaled, normal, width) / static_cast<float>(width);
        for (std::int64_t i = 0; i < width; ++i)
            dx[i] += memory.inverse[static_cast<std::size_t>(r)] * (scaled[i] - mean - normal[i] * along);
    }
}

WeightLayout::WeightLayout(const ModelShape& shape)
{
    embedding = take(shape.vocabulary, shape.embeddingWidth);
    table = take(shape.learnedRows, shape.positionWidth());
    biases = take(shape.learnedBiases, shape.heads);
    for (std::int64_t l = 0; l < shape.layers; ++l)
        layers.push_back({.attentionNorm = takeNorm(shape.width),
                          .projections = takeLinear(shape.width, 3 * shape.width),
                          .joined = takeLinear(shape.width, shape.width),
                          .mlpNorm = takeNorm(shape.width),
                          .hidden = takeLinear(shape.width, shape.hidden()),
                          .back = takeLinear(shape.hidden(), shape.width)});
    finalNorm = takeNorm(shape.width);
    output = take(shape.tied ? 0 : shape.width, shape.vocabulary);
}

WeightBlock WeightLayout::take(std::int64_t rows, std::int64_t cols)
{
    const WeightBlock block{m_size, rows, cols};
    m_size += block.size();
    m_blocks.push_back(block);
    return block;
}

WeightLayout::Norm WeightLayout::takeNorm(std::int64_t width)
{
    const WeightBlock gain = take(1, width);
    return {gain, take(1, width)};
}

WeightLayout::Linear WeightLayout::takeLinear(std::int64_t in, std::int64_t out)
{
    const WeightBlock weight = take(in, out);
    return {weight, take(1, out)};
}

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
