// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/network/modelshape.h"

#include <vector>

namespace phasor {

// Where one matrix of weights lies in the array that holds all of them; row-major.
struct WeightBlock
{
    std::int64_t offset = 0;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t size() const { return rows * cols; }
};

// All weights of a model, one after the other in one array. A linear layer is y = x·W + b with W [in, out], the
// transpose of what PyTorch's nn.Linear holds.
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
        Linear joined; // of the heads' outputs
        Norm mlpNorm;
        Linear hidden;
        Linear back;
    };

    explicit WeightLayout(const ModelShape& shape);

    WeightBlock embedding; // [vocabulary, embedding's width]
    WeightBlock table; // [learned rows, encoding's width]; empty where the table is fixed
    WeightBlock biases; // [learned biases, heads]; empty where there are none
    std::vector<Layer> layers;
    Norm finalNorm;
    WeightBlock output; // [width, vocabulary]; empty where it is the embedding's

    std::int64_t size() const { return m_size; }
    const std::vector<WeightBlock>& blocks() const { return m_blocks; } // in the order in which they lie

private:
    WeightBlock take(std::int64_t rows, std::int64_t cols);
    Norm takeNorm(std::int64_t width);
    Linear takeLinear(std::int64_t in, std::int64_t out);

    std::int64_t m_size = 0;
    std::vector<WeightBlock> m_blocks;
};

} // namespace phasor
