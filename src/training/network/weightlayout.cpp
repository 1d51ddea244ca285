// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/weightlayout.h"

namespace phasor {

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

} // namespace phasor
