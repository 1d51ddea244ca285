// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/weightlayout.h"

namespace phasor {

WeightLayout::WeightLayout(const ModelShape& shape)
{
    embedding = take("embedding", shape.vocabulary, shape.embeddingWidth);
    table = take("table", shape.learnedRows, shape.positionWidth());
    biases = take("biases", shape.learnedBiases, shape.heads);
    for (std::int64_t l = 1; l <= shape.layers; ++l) {
        const std::string name = "layer " + std::to_string(l);
        layers.push_back({.attentionNorm = takeNorm(name + " attention norm", shape.width),
                          .projections = takeLinear(name + " projections", shape.width, 3 * shape.width),
                          .joined = takeLinear(name + " joined", shape.width, shape.width),
                          .mlpNorm = takeNorm(name + " mlp norm", shape.width),
                          .hidden = takeLinear(name + " hidden", shape.width, shape.hidden()),
                          .back = takeLinear(name + " back", shape.hidden(), shape.width)});
    }
    finalNorm = takeNorm("final norm", shape.width);
    output = take("output", shape.tied ? 0 : shape.width, shape.vocabulary);
}

WeightBlock WeightLayout::take(std::string name, std::int64_t rows, std::int64_t cols)
{
    const WeightBlock block{m_size, rows, cols};
    m_size += block.size();
    if (block.size() > 0)
        m_named.emplace_back(std::move(name), block);
    return block;
}

WeightLayout::Norm WeightLayout::takeNorm(const std::string& name, std::int64_t width)
{
    const WeightBlock gain = take(name + " gain", 1, width);
    return {gain, take(name + " shift", 1, width)};
}

WeightLayout::Linear WeightLayout::takeLinear(const std::string& name, std::int64_t in, std::int64_t out)
{
    const WeightBlock weight = take(name + " weight", in, out);
    return {weight, take(name + " bias", 1, out)};
}

} // namespace phasor
