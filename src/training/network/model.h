// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/network/positioninput.h"

namespace phasor {

// Memory of one part of a batch for forward and backward pass; reused from step to step.
struct ModelMemory
{
    struct Layer
    {
        NormMemory attentionNorm;
        // [rows, 3 width]: queries, keys and values, each with the heads next to each other; queries and keys rotated
        std::vector<float> projections;
        std::vector<float> attention; // [sequences, heads, length, length]
        std::vector<float> mixed; // [rows, width]: output of the heads
        NormMemory mlpNorm;
        std::vector<float> hidden; // [rows, 4 width], after ReLU
    };

    PlacedMasks masks;
    std::vector<float> x; // [rows, width]: input and output of the layers
    std::vector<Layer> layers;
    NormMemory finalNorm;
    std::vector<float> logits; // [rows, vocabulary]; in the backward pass their gradient
    std::vector<float> transposed; // [head dimension, length]: keys of one head; in the backward pass values
    std::vector<float> dx; // [rows, width]
    std::vector<float> dInner; // [rows, width], of a norm's output
    std::vector<float> dWide; // [rows, 4 width]
    std::vector<float> dScores; // [length, length], of one head
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
        , m_divided(shape.scoresAreDivided ? static_cast<float>(1 / std::sqrt(static_cast<double>(shape.headWidth())))
                                           : 1)
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
    void turn(const BatchPart& part, float* projections, bool back) const;
    // All heads of a layer, and one: rotates kept.projections, fills kept.attention and kept.mixed.
    void attend(const BatchPart& part, ModelMemory::Layer& kept, std::vector<float>& keys) const;
    void attendHead(const float* projections, std::int64_t head, float* weights, float* mixed,
                    std::vector<float>& keys) const;
    // Writes the gradient of the projections before rotation to memory.dWide, from that of `mixed` in memory.dInner.
    // Adds gradients of learned biases to `gradient`.
    void attendBack(const BatchPart& part, const ModelMemory::Layer& kept, ModelMemory& memory, float* gradient) const;
    void attendHeadBack(const float* projections, const float* weights, const float* dMixed, std::int64_t head,
                        ModelMemory& memory, float* dProjections, float* gradient) const;

    const ModelShape& m_shape;
    const WeightLayout& m_layout;
    const PositionInput& m_input;
    Weights m_weights;
    float m_divided; // factor of the scores
};

} // namespace phasor
