// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

// a · b (or the sum of a if b is null) in eight partial sums: fixed order, and additions need not wait for each other.
float fixedSum(const float* a, const float* b, std::int64_t n);

// Values of a norm over `rows` rows that the backward pass needs.
struct NormMemory
{
    std::vector<float> normal; // [rows, width]
    std::vector<float> inverse; // [rows]
    std::vector<float> out; // [rows, width]
};

// Layer normalization (Ba, Kiros and Hinton 2016) with PyTorch's ε: memory.normal = (x − mean) · inverse of each row
// with inverse = 1/√(variance + ε), memory.out = normal · gain + shift.
void normalize(const Weights& weights, const WeightLayout::Norm& norm, const float* x, std::int64_t rows,
               NormMemory& memory);

// Adds the gradients of gain and shift to `gradient`, and that of x to dx. `scratch` becomes [width].
void addNormGradients(const Weights& weights, const WeightLayout::Norm& norm, const NormMemory& memory, const float* dy,
                      std::vector<float>& scratch, float* dx, float* gradient);

} // namespace phasor
