// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/model.h"

#include "kernels/combine.h"
#include "kernels/product.h"

#include <algorithm>
#include <cmath>

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
        const float part = 1.0F / fixedSum(row, nullptr, length);
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

// Cross-entropy of one row of n logits: returns −log softmax(logits)[target], and replaces the logits by its gradient
// times `share`.
float crossEntropyRow(float* logits, std::int64_t n, std::int64_t target, float share)
{
    const float greatest = *std::max_element(logits, logits + n);
    const float right = logits[target] - greatest;
    exponentials(logits, greatest, logits, n);
    const float sum = fixedSum(logits, nullptr, n);
    for (std::int64_t i = 0; i < n; ++i)
        logits[i] *= share / sum;
    logits[target] -= share;
    return std::log(sum) - right;
}

// One part of a batch on its way through the model, forward or backward.
struct PartPass
{
    const ModelShape& shape;
    const WeightLayout& layout;
    const PositionInput& input;
    const Weights& weights;
    const BatchPart& part;
    ModelMemory& memory;
    float* gradient = nullptr; // of every weight, backward
    std::int64_t rows = part.rows();
    // factor of the scores
    float divided
        = shape.scoresAreDivided ? static_cast<float>(1 / std::sqrt(static_cast<double>(shape.headWidth()))) : 1;

    void embed() const
    {
        const std::int64_t width = shape.embeddingWidth;
        const std::int64_t positionWidth = shape.positionWidth();
        const auto scale = static_cast<float>(shape.scale);
        const float* const table = layout.table.size() > 0 ? weights.of(layout.table) : input.table.data();
        memory.x.assign(cells(rows, shape.width), 0);
        for (std::int64_t r = 0; r < rows; ++r) {
            const float* const e = weights.of(layout.embedding) + part.tokens[r] * width;
            float* const x = memory.x.data() + r * shape.width;
            for (std::int64_t j = 0; j < width; ++j)
                x[j] = masked(memory.masks.embedding, r * width + j, e[j] * scale);
            if (input.table.empty())
                continue;
            const float* const pe = table + r % part.length * positionWidth;
            float* const at = x + (shape.concatenates() ? width : 0);
            for (std::int64_t j = 0; j < positionWidth; ++j)
                at[j] += masked(memory.masks.position, r * positionWidth + j, pe[j]);
        }
        multiply(memory.x, memory.masks.sum);
    }

    void embedBack() const
    {
        const std::int64_t width = shape.embeddingWidth;
        const std::int64_t positionWidth = shape.positionWidth();
        const auto scale = static_cast<float>(shape.scale);
        multiply(memory.dx, memory.masks.sum);
        for (std::int64_t r = 0; r < rows; ++r) {
            const float* const dx = memory.dx.data() + r * shape.width;
            float* const e = gradient + layout.embedding.offset + part.tokens[r] * width;
            for (std::int64_t j = 0; j < width; ++j)
                e[j] += masked(memory.masks.embedding, r * width + j, dx[j]) * scale;
            if (layout.table.size() == 0)
                continue;
            float* const row = gradient + layout.table.offset + r % part.length * positionWidth;
            const float* const from = dx + (shape.concatenates() ? width : 0);
            for (std::int64_t j = 0; j < positionWidth; ++j)
                row[j] += masked(memory.masks.position, r * positionWidth + j, from[j]);
        }
    }

    // Rotates the pairs of queries and keys by their angles; `back`: by the opposite angles, for gradients.
    void turn(float* projections, bool back) const
    {
        if (!input.rotation)
            return;
        const std::int64_t pairs = input.rotation->pairs();
        const std::int64_t step = input.rotation->firstOf(1);
        const std::int64_t apart = input.rotation->secondOf(0);
        for (std::int64_t r = 0; r < rows; ++r) {
            const std::int64_t angles = r % part.length * pairs;
            for (const PositionInput::Turns* turns : {&input.queries, &input.keys}) {
                float* const side = projections + r * 3 * shape.width + (turns == &input.keys ? shape.width : 0);
                const float* const cosines = turns->cosines.data() + angles;
                const float* const sines = turns->sines.data() + angles;
                for (std::int64_t h = 0; h < shape.heads; ++h) {
                    float* const head = side + h * shape.headWidth();
                    for (std::int64_t i = 0; i < pairs; ++i) {
                        float& a = head[i * step];
                        float& b = head[i * step + apart];
                        const float sine = back ? -sines[i] : sines[i];
                        const float turned = a * cosines[i] - b * sine;
                        b = b * cosines[i] + a * sine;
                        a = turned;
                    }
                }
            }
        }
    }

    // Rotates kept.projections, fills kept.attention and kept.mixed.
    void attend(ModelMemory::Layer& kept) const
    {
        turn(kept.projections.data(), false);
        kept.attention.resize(cells(part.sequences * shape.heads * part.length, part.length));
        kept.mixed.assign(cells(rows, shape.width), 0);
        for (std::int64_t s = 0; s < part.sequences; ++s) {
            for (std::int64_t h = 0; h < shape.heads; ++h)
                attendHead(kept, s, h);
        }
    }

    void attendHead(ModelMemory::Layer& kept, std::int64_t sequence, std::int64_t head) const
    {
        const std::int64_t n = part.length;
        const std::int64_t width = shape.headWidth();
        const std::int64_t stride = 3 * shape.width;
        const float* const queries = kept.projections.data() + sequence * n * stride + head * width;
        float* const scores = kept.attention.data() + (sequence * shape.heads + head) * n * n;
        float* const mixed = kept.mixed.data() + sequence * n * shape.width + head * width;
        memory.transposed.resize(cells(n, width));
        transpose(queries + shape.width, n, width, stride, memory.transposed.data());
        std::fill_n(scores, n * n, 0.0F);
        addProduct(Strided{queries, stride, 1}, {memory.transposed.data(), n}, {scores, n}, n, n, width);
        const float* const learned = layout.biases.size() > 0 ? weights.of(layout.biases) : nullptr;
        const float* const bias = input.bias.empty() ? nullptr : input.bias.data() + head * n * n;
        for (std::int64_t r = 0; r < n; ++r) {
            const std::int64_t seen = shape.causal ? r + 1 : n;
            for (std::int64_t c = 0; c < seen; ++c)
                scores[r * n + c] *= divided;
            for (std::int64_t c = 0; learned != nullptr && c < seen; ++c)
                scores[r * n + c] += learned[input.biasIndex[static_cast<std::size_t>(r * n + c)] * shape.heads + head];
            for (std::int64_t c = 0; bias != nullptr && c < seen; ++c)
                scores[r * n + c] += bias[r * n + c];
            std::fill(scores + r * n + seen, scores + (r + 1) * n, kUnseen);
        }
        softmaxRows(scores, n);
        addProduct(Strided{scores, n, 1}, {queries + 2 * shape.width, stride}, {mixed, shape.width}, n, width, n);
    }

    // Writes the gradient of the projections before rotation to memory.dWide, from that of `mixed` in memory.dInner.
    // Adds gradients of learned biases.
    void attendBack(const ModelMemory::Layer& kept) const
    {
        memory.dWide.resize(cells(rows, 4 * shape.width));
        std::fill_n(memory.dWide.data(), rows * 3 * shape.width, 0.0F);
        for (std::int64_t s = 0; s < part.sequences; ++s) {
            for (std::int64_t h = 0; h < shape.heads; ++h)
                attendHeadBack(kept, s, h);
        }
        turn(memory.dWide.data(), true);
    }

    void attendHeadBack(const ModelMemory::Layer& kept, std::int64_t sequence, std::int64_t head) const
    {
        const std::int64_t n = part.length;
        const std::int64_t width = shape.headWidth();
        const std::int64_t all = shape.width;
        const std::int64_t stride = 3 * all;
        const std::int64_t first = sequence * n * stride + head * width;
        const float* const queries = kept.projections.data() + first;
        const float* const attention = kept.attention.data() + (sequence * shape.heads + head) * n * n;
        const float* const dOut = memory.dInner.data() + sequence * n * all + head * width;
        float* const dQueries = memory.dWide.data() + first;
        float* const dBiases = layout.biases.size() > 0 ? gradient + layout.biases.offset : nullptr;
        memory.transposed.resize(cells(n, width));
        memory.dScores.assign(cells(n, n), 0);
        float* const dScores = memory.dScores.data();
        transpose(queries + 2 * all, n, width, stride, memory.transposed.data());
        addProduct(Strided{attention, 1, n}, {dOut, all}, {dQueries + 2 * all, stride}, n, width, n);
        addProduct(Strided{dOut, all, 1}, {memory.transposed.data(), n}, {dScores, n}, n, n, width);
        softmaxGradient(attention, dScores, n);
        for (std::int64_t cell = 0; dBiases != nullptr && cell < n * n; ++cell)
            dBiases[input.biasIndex[static_cast<std::size_t>(cell)] * shape.heads + head] += dScores[cell];
        for (std::int64_t cell = 0; cell < n * n; ++cell)
            dScores[cell] *= divided;
        addProduct(Strided{dScores, n, 1}, {queries + all, stride}, {dQueries, stride}, n, width, n);
        addProduct(Strided{dScores, 1, n}, {queries, stride}, {dQueries + all, stride}, n, width, n);
    }

    void layerForward(const WeightLayout::Layer& of, ModelMemory::Layer& kept) const
    {
        normalize(weights, of.attentionNorm, memory.x.data(), rows, kept.attentionNorm);
        kept.projections.assign(cells(rows, 3 * shape.width), 0);
        addLinear(weights, of.projections, kept.attentionNorm.out.data(), rows, kept.projections.data());
        attend(kept);
        addLinear(weights, of.joined, kept.mixed.data(), rows, memory.x.data());
        normalize(weights, of.mlpNorm, memory.x.data(), rows, kept.mlpNorm);
        kept.hidden.assign(cells(rows, shape.hidden()), 0);
        addLinear(weights, of.hidden, kept.mlpNorm.out.data(), rows, kept.hidden.data());
        for (float& h : kept.hidden)
            h = h < 0.0F ? 0.0F : h; // NaN stays
        addLinear(weights, of.back, kept.hidden.data(), rows, memory.x.data());
    }

    void linearBack(const WeightLayout::Linear& linear, const std::vector<float>& x, const std::vector<float>& dy,
                    std::vector<float>& into) const
    {
        into.assign(cells(rows, linear.weight.rows), 0);
        addLinearGradients(weights, linear, x.data(), dy.data(), rows, into.data(), gradient);
    }

    void normBack(const WeightLayout::Norm& norm, const NormMemory& kept) const
    {
        addNormGradients(weights, norm, kept, memory.dInner.data(), memory.row, memory.dx.data(), gradient);
    }

    void layerBack(const WeightLayout::Layer& of, const ModelMemory::Layer& kept) const
    {
        linearBack(of.back, kept.hidden, memory.dx, memory.dWide);
        for (std::size_t i = 0; i < memory.dWide.size(); ++i)
            memory.dWide[i] = kept.hidden[i] > 0.0F ? memory.dWide[i] : 0.0F;
        linearBack(of.hidden, kept.mlpNorm.out, memory.dWide, memory.dInner);
        normBack(of.mlpNorm, kept.mlpNorm);
        linearBack(of.joined, kept.mixed, memory.dx, memory.dInner);
        attendBack(kept);
        linearBack(of.projections, kept.attentionNorm.out, memory.dWide, memory.dInner);
        normBack(of.attentionNorm, kept.attentionNorm);
    }
};

} // namespace

void Model::forward(const BatchPart& part, ModelMemory& memory) const
{
    const PartPass pass{shape, layout, input, weights, part, memory};
    pass.embed();
    memory.layers.resize(static_cast<std::size_t>(shape.layers));
    for (std::size_t l = 0; l < memory.layers.size(); ++l)
        pass.layerForward(layout.layers[l], memory.layers[l]);
    normalize(weights, layout.finalNorm, memory.x.data(), part.rows(), memory.finalNorm);
    const std::int64_t vocabulary = shape.vocabulary;
    const float* const matrix
        = shape.tied ? weights.transposedOf(layout.embedding) : weights.of(layout.output); // [width, vocabulary]
    memory.logits.assign(cells(part.rows(), vocabulary), 0);
    addProduct(Strided{memory.finalNorm.out.data(), shape.width, 1}, {matrix, vocabulary},
               {memory.logits.data(), vocabulary}, part.rows(), vocabulary, shape.width);
}

PartOutcome Model::judge(const BatchPart& part, float share, ModelMemory& memory) const
{
    const std::int64_t n = shape.vocabulary;
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
    const PartPass pass{shape, layout, input, weights, part, memory, gradient};
    const std::int64_t vocabulary = shape.vocabulary;
    const std::int64_t width = shape.width;
    const float* const dLogits = memory.logits.data();
    const float* const out = memory.finalNorm.out.data();
    const float* const matrix
        = shape.tied ? weights.of(layout.embedding) : weights.transposedOf(layout.output); // [vocabulary, width]
    memory.dInner.assign(cells(part.rows(), width), 0);
    addProduct(Strided{dLogits, vocabulary, 1}, {matrix, width}, {memory.dInner.data(), width}, part.rows(), width,
               vocabulary);
    if (shape.tied)
        addProduct(Strided{dLogits, 1, vocabulary}, {out, width}, {gradient + layout.embedding.offset, width},
                   vocabulary, width, part.rows());
    else
        addProduct(Strided{out, 1, width}, {dLogits, vocabulary}, {gradient + layout.output.offset, vocabulary}, width,
                   vocabulary, part.rows());
    memory.dx.assign(cells(part.rows(), width), 0);
    pass.normBack(layout.finalNorm, memory.finalNorm);
    for (std::size_t l = memory.layers.size(); l-- > 0;)
        pass.layerBack(layout.layers[l], memory.layers[l]);
    pass.embedBack();
}

} // namespace phasor
