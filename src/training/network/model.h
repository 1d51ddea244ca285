// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/network/attentionblock.h"
#include "training/network/layers.h"
#include "training/network/positioninput.h"

#include <vector>

namespace phasor {

// Memory of one part of a batch for forward and backward pass; reused from step to step.
struct ModelMemory
{
    struct Layer
    {
        NormMemory attentionNorm;
        AttentionMemory attention;
        NormMemory mlpNorm;
        std::vector<float> hidden; // [rows, 4 width], after ReLU
    };

    PlacedMasks masks;
    std::vector<float> x; // [rows, width]: input and output of the layers
    std::vector<Layer> layers;
    NormMemory finalNorm;
    std::vector<float> logits; // [rows, vocabulary]; in the backward pass their gradient
    AttentionScratch scratch;
    std::vector<float> dx; // [rows, width]
    std::vector<float> dInner; // [rows, width], of a norm's output
    std::vector<float> dWide; // [rows, 4 width]
    std::vector<float> row; // [width]
};

// Results of a part of a batch.
struct PartOutcome
{
    double loss = 0; // sum of the cross-entropies, nats
    std::vector<std::int64_t> hits; // by position: number of correct answers (largest logit)
    std::vector<std::int64_t> asked; // by position
};

// A pre-norm transformer (Xiong et al. 2020) with its weights: forward pass, and backward pass by the chain rule.
// float32, in a fixed order. Any thread; its constructor's arguments must outlive it.
class Model
{
public:
    Model(const ModelShape& shape, const WeightLayout& layout, const PositionInput& input, const Weights& weights)
        : m_shape(shape)
        , m_layout(layout)
        , m_input(input)
        , m_weights(weights)
    {
    }

    // Writes the logits of `part` to memory.logits, with the present memory.masks.
    void forward(const BatchPart& part, ModelMemory& memory) const;
    // Loss of the logits; memory.logits becomes the gradient of the loss times `share`.
    PartOutcome judge(const BatchPart& part, float share, ModelMemory& memory) const;
    // Adds the gradient of every weight to `gradient`, after judge().
    void backward(const BatchPart& part, ModelMemory& memory, float* gradient) const;

private:
    void embed(const BatchPart& part, ModelMemory& memory) const;
    void embedBack(const BatchPart& part, ModelMemory& memory, float* gradient) const;
    void layer(const BatchPart& part, const WeightLayout::Layer& layout, ModelMemory::Layer& kept,
               ModelMemory& memory) const;
    void layerBack(const BatchPart& part, const WeightLayout::Layer& layout, const ModelMemory::Layer& kept,
                   ModelMemory& memory, float* gradient) const;
    AttentionBlock attention() const
    {
        return {m_shape, m_input, m_layout.biases.size() > 0 ? m_weights.of(m_layout.biases) : nullptr};
    }

    const ModelShape& m_shape;
    const WeightLayout& m_layout;
    const PositionInput& m_input;
    Weights m_weights;
};

} // namespace phasor
