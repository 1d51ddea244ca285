// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/model.h"

#include "kernels/combine.h"
#include "kernels/product.h"

namespace phasor {

namespace {

std::size_t cells(std::int64_t rows, std::int64_t cols)
{
    return static_cast<std::size_t>(rows * cols);
}

void multiply(std::vector<float>& x, const std::vector<float>& factors)
{
    for (std::size_t i = 0; i < factors.size(); ++i)
        x[i] *= factors[i];
}

// One row of a part's mask times a value; without a mask the value itself.
float masked(const std::vector<float>& mask, std::int64_t cell, float value)
{
    return mask.empty() ? value : value * mask[static_cast<std::size_t>(cell)];
}

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

void Model::embed(const BatchPart& part, ModelMemory& memory) const
{
    const std::int64_t width = m_shape.embeddingWidth;
    const std::int64_t positionWidth = m_shape.positionWidth();
    const float* const table = m_layout.table.size() > 0 ? m_weights.of(m_layout.table) : m_input.table.data();
    const auto scale = static_cast<float>(m_shape.scale);
    memory.x.assign(cells(part.rows(), m_shape.width), 0);
    for (std::int64_t r = 0; r < part.rows(); ++r) {
        const float* const e = m_weights.of(m_layout.embedding) + part.tokens[r] * width;
        float* const x = memory.x.data() + r * m_shape.width;
        for (std::int64_t j = 0; j < width; ++j)
            x[j] = masked(memory.masks.embedding, r * width + j, e[j] * scale);
        if (m_input.kind != SchemeKind::Table)
            continue;
        const float* const pe = table + r % part.length * positionWidth;
        float* const at = x + (m_shape.concatenates() ? width : 0);
        for (std::int64_t j = 0; j < positionWidth; ++j)
            at[j] += masked(memory.masks.position, r * positionWidth + j, pe[j]);
    }
    multiply(memory.x, memory.masks.sum);
}

void Model::embedBack(const BatchPart& part, ModelMemory& memory, float* gradient) const
{
    const std::int64_t width = m_shape.embeddingWidth;
    const std::int64_t positionWidth = m_shape.positionWidth();
    const auto scale = static_cast<float>(m_shape.scale);
    multiply(memory.dx, memory.masks.sum);
    for (std::int64_t r = 0; r < part.rows(); ++r) {
        const float* const dx = memory.dx.data() + r * m_shape.width;
        float* const e = gradient + m_layout.embedding.offset + part.tokens[r] * width;
        for (std::int64_t j = 0; j < width; ++j)
            e[j] += masked(memory.masks.embedding, r * width + j, dx[j]) * scale;
        if (m_layout.table.size() == 0)
            continue;
        float* const row = gradient + m_layout.table.offset + r % part.length * positionWidth;
        const float* const from = dx + (m_shape.concatenates() ? width : 0);
        for (std::int64_t j = 0; j < positionWidth; ++j)
            row[j] += masked(memory.masks.position, r * positionWidth + j, from[j]);
    }
}

// Rotates the pairs of queries and keys by their angles; `back`: by the opposite angles, for gradients.
void Model::turn(const BatchPart& part, float* projections, bool back) const
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

void Model::attendHead(const float* projections, std::int64_t head, float* weights, float* mixed,
                       std::vector<float>& keys) const
{
    const std::int64_t n = m_input.length;
    const std::int64_t width = m_shape.headWidth();
    const std::int64_t stride = 3 * m_shape.width;
    const float* const queries = projections + head * width;
    keys.resize(cells(n, width));
    transpose(queries + m_shape.width, n, width, stride, keys.data());
    std::fill_n(weights, n * n, 0.0F);
    addProduct(Strided{queries, stride, 1}, {keys.data(), n}, {weights, n}, n, n, width);
    const float* const learned = m_layout.biases.size() > 0 ? m_weights.of(m_layout.biases) : nullptr;
    const float* const bias = m_input.bias.empty() ? nullptr : m_input.bias.data() + head * n * n;
    for (std::int64_t r = 0; r < n; ++r) {
        const std::int64_t seen = m_shape.causal ? r + 1 : n;
        for (std::int64_t c = 0; c < seen; ++c)
            weights[r * n + c] *= m_divided;
        for (std::int64_t c = 0; learned != nullptr && c < seen; ++c)
            weights[r * n + c]
                += learned[m_input.biasIndex[static_cast<std::size_t>(r * n + c)] * m_shape.heads + head];
        for (std::int64_t c = 0; bias != nullptr && c < seen; ++c)
            weights[r * n + c] += bias[r * n + c];
        std::fill(weights + r * n + seen, weights + (r + 1) * n, kUnseen);
    }
    softmaxRows(weights, n);
    addProduct(Strided{weights, n, 1}, {queries + 2 * m_shape.width, stride}, {mixed + head * width, m_shape.width}, n,
               width, n);
}

void Model::attend(const BatchPart& part, ModelMemory::Layer& kept, std::vector<float>& keys) const
{
    const std::int64_t n = part.length;
    turn(part, kept.projections.data(), false);
    kept.attention.resize(cells(part.sequences * m_shape.heads * n, n));
    kept.mixed.assign(cells(part.rows(), m_shape.width), 0);
    for (std::int64_t s = 0; s < part.sequences; ++s) {
        for (std::int64_t h = 0; h < m_shape.heads; ++h)
            attendHead(kept.projections.data() + s * n * 3 * m_shape.width, h,
                       kept.attention.data() + (s * m_shape.heads + h) * n * n,
                       kept.mixed.data() + s * n * m_shape.width, keys);
    }
}

void Model::attendHeadBack(const float* projections, const float* weights, const float* dMixed, std::int64_t head,
                           ModelMemory& memory, float* dProjections, float* gradient) const
{
    const std::int64_t n = m_input.length;
    const std::int64_t width = m_shape.headWidth();
    const std::int64_t all = m_shape.width;
    const std::int64_t stride = 3 * all;
    const float* const queries = projections + head * width;
    float* const dQueries = dProjections + head * width;
    const float* const dOut = dMixed + head * width;
    float* const dBiases = m_layout.biases.size() > 0 ? gradient + m_layout.biases.offset : nullptr;
    memory.transposed.resize(cells(n, width));
    memory.dScores.assign(cells(n, n), 0);
    float* const dScores = memory.dScores.data();
    transpose(queries + 2 * all, n, width, stride, memory.transposed.data());
    addProduct(Strided{weights, 1, n}, {dOut, all}, {dQueries + 2 * all, stride}, n, width, n);
    addProduct(Strided{dOut, all, 1}, {memory.transposed.data(), n}, {dScores, n}, n, n, width);
    softmaxGradient(weights, dScores, n);
    for (std::int64_t cell = 0; dBiases != nullptr && cell < n * n; ++cell)
        dBiases[m_input.biasIndex[static_cast<std::size_t>(cell)] * m_shape.heads + head] += dScores[cell];
    for (std::int64_t cell = 0; cell < n * n; ++cell)
        dScores[cell] *= m_divided;
    addProduct(Strided{dScores, n, 1}, {queries + all, stride}, {dQueries, stride}, n, width, n);
    addProduct(Strided{dScores, 1, n}, {queries, stride}, {dQueries + all, stride}, n, width, n);
}

void Model::attendBack(const BatchPart& part, const ModelMemory::Layer& kept, ModelMemory& memory,
                       float* gradient) const
{
    const std::int64_t n = part.length;
    const std::int64_t stride = 3 * m_shape.width;
    float* const dProjections = memory.dWide.data();
    std::fill_n(dProjections, part.rows() * stride, 0.0F);
    for (std::int64_t s = 0; s < part.sequences; ++s) {
        for (std::int64_t h = 0; h < m_shape.heads; ++h)
            attendHeadBack(
                kept.projections.data() + s * n * stride, kept.attention.data() + (s * m_shape.heads + h) * n * n,
                memory.dInner.data() + s * n * m_shape.width, h, memory, dProjections + s * n * stride, gradient);
    }
    turn(part, dProjections, true);
}

void Model::layer(const BatchPart& part, const WeightLayout::Layer& layout, ModelMemory::Layer& kept,
                  ModelMemory& memory) const
{
    const std::int64_t rows = part.rows();
    normalize(m_weights, layout.attentionNorm, memory.x.data(), rows, kept.attentionNorm);
    kept.projections.assign(cells(rows, 3 * m_shape.width), 0);
    addLinear(m_weights, layout.projections, kept.attentionNorm.out.data(), rows, kept.projections.data());
    attend(part, kept, memory.transposed);
    addLinear(m_weights, layout.joined, kept.mixed.data(), rows, memory.x.data());
    normalize(m_weights, layout.mlpNorm, memory.x.data(), rows, kept.mlpNorm);
    kept.hidden.assign(cells(rows, m_shape.hidden()), 0);
    addLinear(m_weights, layout.hidden, kept.mlpNorm.out.data(), rows, kept.hidden.data());
    for (float& h : kept.hidden)
        h = h < 0.0F ? 0.0F : h; // NaN stays
    addLinear(m_weights, layout.back, kept.hidden.data(), rows, memory.x.data());
}

void Model::layerBack(const BatchPart& part, const WeightLayout::Layer& layout, const ModelMemory::Layer& kept,
                      ModelMemory& memory, float* gradient) const
{
    const std::int64_t rows = part.rows();
    float* const dx = memory.dx.data();
    const auto linearBack = [&](const WeightLayout::Linear& linear, const std::vector<float>& x, const float* dy,
                                std::vector<float>& into) {
        into.assign(cells(rows, linear.weight.rows), 0);
        addLinearGradients(m_weights, linear, x.data(), dy, rows, into.data(), gradient);
    };
    linearBack(layout.back, kept.hidden, dx, memory.dWide);
    for (std::size_t i = 0; i < memory.dWide.size(); ++i)
        memory.dWide[i] = kept.hidden[i] > 0.0F ? memory.dWide[i] : 0.0F;
    linearBack(layout.hidden, kept.mlpNorm.out, memory.dWide.data(), memory.dInner);
    addNormGradients(m_weights, layout.mlpNorm, kept.mlpNorm, memory.dInner.data(), memory.row, dx, gradient);

    linearBack(layout.joined, kept.mixed, dx, memory.dInner);
    memory.dWide.resize(cells(rows, 4 * m_shape.width));
    attendBack(part, kept, memory, gradient);
    linearBack(layout.projections, kept.attentionNorm.out, memory.dWide.data(), memory.dInner);
    addNormGradients(m_weights, layout.attentionNorm, kept.attentionNorm, memory.dInner.data(), memory.row, dx,
                     gradient);
}

void Model::forward(const BatchPart& part, ModelMemory& memory) const
{
    embed(part, memory);
    memory.layers.resize(static_cast<std::size_t>(m_shape.layers));
    for (std::size_t l = 0; l < memory.layers.size(); ++l)
        layer(part, m_layout.layers[l], memory.layers[l], memory);
    normalize(m_weights, m_layout.finalNorm, memory.x.data(), part.rows(), memory.finalNorm);
    const std::int64_t vocabulary = m_shape.vocabulary;
    const float* const matrix = m_shape.tied ? m_weights.transposedOf(m_layout.embedding)
                                             : m_weights.of(m_layout.output); // [width, vocabulary]
    memory.logits.assign(cells(part.rows(), vocabulary), 0);
    addProduct(Strided{memory.finalNorm.out.data(), m_shape.width, 1}, {matrix, vocabulary},
               {memory.logits.data(), vocabulary}, part.rows(), vocabulary, m_shape.width);
}

PartOutcome Model::judge(const BatchPart& part, float share, ModelMemory& memory) const
{
    const std::int64_t n = m_shape.vocabulary;
    PartOutcome outcome{.hits = std::vector<std::int64_t>(static_cast<std::size_t>(part.length)),
                        .asked = std::vector<std::int64_t>(static_cast<std::size_t>(part.length))};
    for (std::int64_t r = 0; r < part.rows(); ++r) {
        float* const row = memory.logits.data() + r * n;
        const std::int32_t target = part.targets[r];
        if (target == kNotAsked) {
            std::fill_n(row, n, 0.0F);
            continue;
        }
        const auto at = static_cast<std::size_t>(r % part.length);
        ++outcome.asked[at];
        outcome.hits[at] += std::max_element(row, row + n) - row == target ? 1 : 0;
        outcome.loss += static_cast<double>(crossEntropyRow(row, n, target, share));
    }
    return outcome;
}

void Model::backward(const BatchPart& part, ModelMemory& memory, float* gradient) const
{
    const std::int64_t vocabulary = m_shape.vocabulary;
    const std::int64_t width = m_shape.width;
    const float* const dLogits = memory.logits.data();
    const float* const out = memory.finalNorm.out.data();
    const float* const matrix = m_shape.tied ? m_weights.of(m_layout.embedding)
                                             : m_weights.transposedOf(m_layout.output); // [vocabulary, width]
    memory.dInner.assign(cells(part.rows(), width), 0);
    addProduct(Strided{dLogits, vocabulary, 1}, {matrix, width}, {memory.dInner.data(), width}, part.rows(), width,
               vocabulary);
    if (m_shape.tied)
        addProduct(Strided{dLogits, 1, vocabulary}, {out, width}, {gradient + m_layout.embedding.offset, width},
                   vocabulary, width, part.rows());
    else
        addProduct(Strided{out, 1, width}, {dLogits, vocabulary}, {gradient + m_layout.output.offset, vocabulary},
                   width, vocabulary, part.rows());
    memory.dx.assign(cells(part.rows(), width), 0);
    addNormGradients(m_weights, m_layout.finalNorm, memory.finalNorm, memory.dInner.data(), memory.row,
                     memory.dx.data(), gradient);
    for (std::size_t l = memory.layers.size(); l-- > 0;)
        layerBack(part, m_layout.layers[l], memory.layers[l], memory, gradient);
    embedBack(part, memory, gradient);
}

} // namespace phasor
