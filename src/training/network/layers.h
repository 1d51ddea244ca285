// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace phasor {

// Sizes and switches of the trained transformer: pre-norm blocks of attention and an MLP with ReLU, a final norm, an
// output layer without bias. A plain value.
struct ModelShape
{
    std::int64_t vocabulary = 24;
    std::int64_t width = 32; // d_model
    std::int64_t embeddingWidth = 32; // less than width: the encoding is concatenated with the embedding
    std::int64_t heads = 4; // divide the width
    std::int64_t layers = 1;
    std::int64_t learnedRows = 0; // rows of the encoding's table if it is trained; else 0
    std::int64_t learnedBiases = 0; // trained numbers per head that are added to scores
    bool tied = false; // the output layer's weights are the embedding's
    bool causal = true;
    bool scoresAreDivided = true; // by √(head dimension)
    double scale = 1; // s of s·E

    std::int64_t hidden() const { return 4 * width; } // width of the MLP
    std::int64_t headWidth() const { return width / heads; }
    bool concatenates() const { return embeddingWidth < width; }
    std::int64_t positionWidth() const { return concatenates() ? width - embeddingWidth : width; }
};

// Place of one matrix of weights in the array of all of them; row-major.
struct WeightBlock
{
    std::int64_t offset = 0;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t size() const { return rows * cols; }
};

// All weights of a model, one after the other in one array. A linear layer is y = x·W + b with W [in, out], the
// transpose of PyTorch's nn.Linear.
class WeightLayout
{
public:
    struct Norm
    {
        WeightBlock gain; // [1, width]
        WeightBlock shift;
    };
    struct Linear
    {
        WeightBlock weight; // [in, out]
        WeightBlock bias; // [1, out]
    };
    struct Layer
    {
        Norm attentionNorm;
        Linear projections; // [width, 3 width]: queries, keys, values
        Linear joined; // projection of the heads' outputs
        Norm mlpNorm;
        Linear hidden;
        Linear back;
    };

    explicit WeightLayout(const ModelShape& shape);

    WeightBlock embedding; // [vocabulary, embedding's width]
    WeightBlock table; // [learned rows, encoding's width]; empty if the table is fixed
    WeightBlock biases; // [learned biases, heads]; empty: none
    std::vector<Layer> layers;
    Norm finalNorm;
    WeightBlock output; // [width, vocabulary]; empty if tied to the embedding

    std::int64_t size() const { return m_size; }
    const std::vector<WeightBlock>& blocks() const { return m_blocks; } // in memory order

private:
    WeightBlock take(std::int64_t rows, std::int64_t cols);
    Norm takeNorm(std::int64_t width);
    Linear takeLinear(std::int64_t in, std::int64_t out);

    std::int64_t m_size = 0;
    std::vector<WeightBlock> m_blocks;
};

// A model's weights during a step: `values` by the layout, and each matrix transposed at the same place, for the
// backward pass.
struct Weights
{
    const float* values;
    const float* transposed;
    const float* of(const WeightBlock& block) const { return values + block.offset; }
    const float* transposedOf(const WeightBlock& block) const { return transposed + block.offset; }
};

// Products are those of kernels/product.h. Eigen would be compiled for the oldest supported processor, with a quarter
// of the lanes, and its bits would depend on the processor.

// y += x·W + b for `rows` rows.
void addLinear(const Weights& weights, const WeightLayout::Linear& linear, const float* x, std::int64_t rows, float* y);

// Adds the gradients of W and b to `gradient`, and that of x to dx.
void addLinearGradients(const Weights& weights, const WeightLayout::Linear& linear, const float* x, const float* dy,
                        std::int64_t rows, float* dx, float* gradient);

void transpose(const float* from, std::int64_t rows, std::int64_t cols, std::int64_t stride, float* to);

// Layer normalization (Ba, Kiros and Hinton 2016) with PyTorch's ε.
inline constexpr double kNormEpsilon = 1e-5;

// a · b (or the sum of a if b is null) in eight partial sums: fixed order, and additions need not wait for each other.
template <typename T> T fixedSum(const T* a, const T* b, std::int64_t n)
{
    constexpr std::int64_t kLanes = 8;
    std::array<T, kLanes> sums{};
    std::int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes) {
        for (std::int64_t lane = 0; lane < kLanes; ++lane)
            sums[static_cast<std::size_t>(lane)] += b != nullptr ? a[i + lane] * b[i + lane] : a[i + lane];
    }
    T sum = ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
    for (; i < n; ++i)
        sum += b != nullptr ? a[i] * b[i] : a[i];
    return sum;
}

// Normalizes one row: normal[i] = (x[i] − mean) · inverse with inverse = 1/√(variance + ε), which is returned; out[i] =
// normal[i] · gain[i] + shift[i].
template <typename T> T normalizedRow(const T* x, const T* gain, const T* shift, std::int64_t n, T* normal, T* out)
{
    const T mean = fixedSum<T>(x, nullptr, n) / static_cast<T>(n);
    for (std::int64_t i = 0; i < n; ++i)
        normal[i] = x[i] - mean;
    const T variance = fixedSum<T>(normal, normal, n) / static_cast<T>(n);
    const T inverse = T(1) / std::sqrt(variance + static_cast<T>(kNormEpsilon));
    for (std::int64_t i = 0; i < n; ++i) {
        normal[i] *= inverse;
        out[i] = normal[i] * gain[i] + shift[i];
    }
    return inverse;
}

// Adds to dx the gradient that results from the gradient dy of the row's `out`; `scratch` has n elements.
template <typename T>
void addNormalizedRowGradient(const T* dy, const T* gain, const T* normal, T inverse, std::int64_t n, T* scratch, T* dx)
{
    for (std::int64_t i = 0; i < n; ++i)
        scratch[i] = dy[i] * gain[i];
    const T mean = fixedSum<T>(scratch, nullptr, n) / static_cast<T>(n);
    const T along = fixedSum<T>(scratch, normal, n) / static_cast<T>(n);
    for (std::int64_t i = 0; i < n; ++i)
        dx[i] += inverse * (scratch[i] - mean - normal[i] * along);
}

// Values of a norm over `rows` rows that the backward pass needs.
struct NormMemory
{
    std::vector<float> normal; // [rows, width]
    std::vector<float> inverse; // [rows]
    std::vector<float> out; // [rows, width]
};

void normalize(const Weights& weights, const WeightLayout::Norm& norm, const float* x, std::int64_t rows,
               NormMemory& memory);

// Adds the gradients of gain and shift to `gradient`, and that of x to dx. `scratch` becomes [width].
void addNormGradients(const Weights& weights, const WeightLayout::Norm& norm, const NormMemory& memory, const float* dy,
                      std::vector<float>& scratch, float* dx, float* gradient);

// e^(x − shift) of n values, in place.
void shiftedExponentials(float* x, float shift, std::int64_t n);
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
