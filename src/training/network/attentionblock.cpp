// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/attentionblock.h"

#include "kernels/combine.h"
#include "kernels/product.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

constexpr float kUnseen = -std::numeric_limits<float>::infinity();

// Softmax of each row: e^(score − largest of the row) divided by the row's sum.
void softmaxRows(float* scores, std::int64_t length)
{
    for (std::int64_t r = 0; r < length; ++r) {
        float* const row = scores + r * length;
        const float greatest = *std::max_element(row, row + length);
        exponentials(row, greatest, row, length);
        const float part = 1.0F / fixedSum<float>(row, nullptr, length);
        for (std::int64_t c = 0; c < length; ++c)
            row[c] *= part;
    }
}

// Turns the gradient of the attention into that of the scores, in place.
void softmaxGradient(const float* weights, float* gradient, std::int64_t n)
{
    for (std::int64_t r = 0; r < n; ++r) {
        const float* const row = weights + r * n;
        float* const out = gradient + r * n;
        const float along = fixedSum(out, row, n);
        for (std::int64_t c = 0; c < n; ++c)
            out[c] = row[c] * (out[c] - along);
    }
}

} // namespace

AttentionBlock::AttentionBlock(const ModelShape& shape, const PositionInput& input, const float* learnedBiases)
    : m_shape(shape)
    , m_input(input)
    , m_learnedBiases(learnedBiases)
    , m_divided(shape.scoresAreDivided ? static_cast<float>(1 / std::sqrt(static_cast<double>(shape.headWidth()))) : 1)
{
}

// Rotates the pairs of queries and keys by their angles; `back`: by the opposite angles, for gradients.
void AttentionBlock::turn(const BatchPart& part, float* projections, bool back) const
{
    const std::int64_t pairs = m_input.pairs;
    for (std::int64_t r = 0; r < part.rows() && pairs > 0; ++r) {
        const std::int64_t angles = r % part.length * pairs;
        for (const PositionInput::Turns* turns : {&m_input.queries, &m_input.keys}) {
            float* const side = projections + r * 3 * m_shape.width + (turns == &m_input.keys ? m_shape.width : 0);
            const float* const cosines = turns->cosines.data() + angles;
            const float* const sines = turns->sines.data() + angles;
            for (std::int64_t h = 0; h < m_shape.heads; ++h) {
                float* const head = side + h * m_shape.headWidth();
                for (std::int64_t i = 0; i < pairs; ++i) {
                    float& a = head[m_input.firstOf(i)];
                    float& b = head[m_input.secondOf(i)];
                    const float sine = back ? -sines[i] : sines[i];
                    const float turned = a * cosines[i] - b * sine;
                    b = b * cosines[i] + a * sine;
                    a = turned;
                }
            }
        }
    }
}

void AttentionBlock::forwardHead(const float* projections, std::int64_t head, float* weights, float* mixed,
                                 AttentionScratch& scratch) const
{
    const std::int64_t n = m_input.length;
    const std::int64_t width = m_shape.headWidth();
    const std::int64_t stride = 3 * m_shape.width;
    const float* const queries = projections + head * width;
    scratch.keys.resize(static_cast<std::size_t>(n * width));
    transpose(queries + m_shape.width, n, width, stride, scratch.keys.data());
    std::fill_n(weights, n * n, 0.0F);
    addProduct(Strided{queries, stride, 1}, {scratch.keys.data(), n}, {weights, n}, n, n, width);
    const float* const bias = m_input.bias.empty() ? nullptr : m_input.bias.data() + head * n * n;
    for (std::int64_t r = 0; r < n; ++r) {
        const std::int64_t seen = m_shape.causal ? r + 1 : n;
        for (std::int64_t c = 0; c < seen; ++c)
            weights[r * n + c] *= m_divided;
        for (std::int64_t c = 0; m_learnedBiases != nullptr && c < seen; ++c)
            weights[r * n + c]
                += m_learnedBiases[m_input.biasIndex[static_cast<std::size_t>(r * n + c)] * m_shape.heads + head];
        for (std::int64_t c = 0; bias != nullptr && c < seen; ++c)
            weights[r * n + c] += bias[r * n + c];
        std::fill(weights + r * n + seen, weights + (r + 1) * n, kUnseen);
    }
    softmaxRows(weights, n);
    addProduct(Strided{weights, n, 1}, {queries + 2 * m_shape.width, stride}, {mixed + head * width, m_shape.width}, n,
               width, n);
}

void AttentionBlock::forward(const BatchPart& part, AttentionMemory& memory, AttentionScratch& scratch) const
{
    const std::int64_t n = part.length;
    turn(part, memory.projections.data(), false);
    memory.weights.resize(static_cast<std::size_t>(part.sequences * m_shape.heads * n * n));
    memory.mixed.assign(static_cast<std::size_t>(part.rows() * m_shape.width), 0);
    for (std::int64_t s = 0; s < part.sequences; ++s) {
        for (std::int64_t h = 0; h < m_shape.heads; ++h)
            forwardHead(memory.projections.data() + s * n * 3 * m_shape.width, h,
                        memory.weights.data() + (s * m_shape.heads + h) * n * n,
                        memory.mixed.data() + s * n * m_shape.width, scratch);
    }
}

void AttentionBlock::backwardHead(const float* projections, const float* weights, const float* dMixed,
                                  std::int64_t head, AttentionScratch& scratch, float* dProjections,
                                  float* dBiases) const
{
    const std::int64_t n = m_input.length;
    const std::int64_t width = m_shape.headWidth();
    const std::int64_t all = m_shape.width;
    const std::int64_t stride = 3 * all;
    const float* const queries = projections + head * width;
    float* const dQueries = dProjections + head * width;
    const float* const dOut = dMixed + head * width;
    scratch.values.resize(static_cast<std::size_t>(n * width));
    scratch.scores.assign(static_cast<std::size_t>(n * n), 0);
    float* const dScores = scratch.scores.data();
    transpose(queries + 2 * all, n, width, stride, scratch.values.data());
    addProduct(Strided{weights, 1, n}, {dOut, all}, {dQueries + 2 * all, stride}, n, width, n);
    addProduct(Strided{dOut, all, 1}, {scratch.values.data(), n}, {dScores, n}, n, n, width);
    softmaxGradient(weights, dScores, n);
    for (std::int64_t cell = 0; dBiases != nullptr && cell < n * n; ++cell)
        dBiases[m_input.biasIndex[static_cast<std::size_t>(cell)] * m_shape.heads + head] += dScores[cell];
    for (std::int64_t cell = 0; cell < n * n; ++cell)
        dScores[cell] *= m_divided;
    addProduct(Strided{dScores, n, 1}, {queries + all, stride}, {dQueries, stride}, n, width, n);
    addProduct(Strided{dScores, 1, n}, {queries, stride}, {dQueries + all, stride}, n, width, n);
}

void AttentionBlock::backward(const BatchPart& part, const AttentionMemory& memory, const float* dMixed,
                              AttentionScratch& scratch, float* dProjections, float* dBiases) const
{
    const std::int64_t n = part.length;
    std::fill_n(dProjections, part.rows() * 3 * m_shape.width, 0.0F);
    for (std::int64_t s = 0; s < part.sequences; ++s) {
        for (std::int64_t h = 0; h < m_shape.heads; ++h)
            backwardHead(memory.projections.data() + s * n * 3 * m_shape.width,
                         memory.weights.data() + (s * m_shape.heads + h) * n * n, dMixed + s * n * m_shape.width, h,
                         scratch, dProjections + s * n * 3 * m_shape.width, dBiases);
    }
    turn(part, dProjections, true);
}

} // namespace phasor
