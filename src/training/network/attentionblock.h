// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/network/layers.h"
#include "training/network/positioninput.h"
#include "training/tasks/batch.h"

#include <vector>

namespace phasor {

// All heads of one layer on a part of a batch, between the projections and the layer that joins the heads.
// `projections` [rows, 3 width] holds queries, keys and values, each with the heads next to each other.
struct AttentionMemory
{
    std::vector<float> projections; // queries and keys are rotated
    std::vector<float> weights; // [sequences, heads, length, length]: the attention
    std::vector<float> mixed; // [rows, width]: output of the heads
};

// Temporary memory for the computation of a block, of any layer.
struct AttentionScratch
{
    std::vector<float> keys; // of one head, transposed [head dimension, length]
    std::vector<float> values; // likewise
    std::vector<float> scores; // [length, length]: gradients
};

class AttentionBlock
{
public:
    // `learnedBiases`: the model's weights of that name; null: none.
    AttentionBlock(const ModelShape& shape, const PositionInput& input, const float* learnedBiases);

    // Rotates queries and keys in `memory.projections`, fills `weights` and `mixed`.
    void forward(const BatchPart& part, AttentionMemory& memory, AttentionScratch& scratch) const;
    // Gradients of the projections [rows, 3 width] before rotation, from the gradient of `mixed` [rows, width];
    // overwrites `dProjections`. Adds gradients of learned biases if there are any.
    void backward(const BatchPart& part, const AttentionMemory& memory, const float* dMixed, AttentionScratch& scratch,
                  float* dProjections, float* dBiases) const;

private:
    void turn(const BatchPart& part, float* projections, bool back) const;
    void forwardHead(const float* projections, std::int64_t head, float* weights, float* mixed,
                     AttentionScratch& scratch) const;
    void backwardHead(const float* projections, const float* weights, const float* dMixed, std::int64_t head,
                      AttentionScratch& scratch, float* dProjections, float* dBiases) const;

    const ModelShape& m_shape;
    const PositionInput& m_input;
    const float* m_learnedBiases;
    float m_divided;
};

} // namespace phasor
