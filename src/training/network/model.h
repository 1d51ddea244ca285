// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "pipeline/parameters/parameters.h"
#include "training/network/layers.h"
#include "training/task.h"

namespace phasor {

// Dropout factors in a part of a batch: 0, or 1/(1 − p). Empty: no dropout there.
struct PlacedMasks
{
    std::vector<float> embedding; // [rows, embedding's width]
    std::vector<float> position; // [rows, encoding's width]
    std::vector<float> sum; // [rows, width]
};

// Dropout target and probability. Elsewhere in the model p is 0.
struct MaskLaw
{
    double p = 0;
    PlacementId placement = PlacementId::Sum;
    bool hasTable = false; // the model has an encoding that dropout can act on
    std::uint64_t key = 0; // key of the generator (Philox)
    std::uint64_t offset = 0; // offset of the step
};

// Samples the masks of a part. A sequence has the same masks in every part.
void drawMasks(const MaskLaw& law, const ModelShape& shape, const BatchPart& part, PlacedMasks& masks);

// Positional input of a model for sequences of one length, as precomputed numbers. A plain value.
struct PositionInput
{
    // Cosines and sines [length, pairs] that rotate one side's pairs, with attention factor and growth.
    struct Turns
    {
        std::vector<float> cosines;
        std::vector<float> sines;
    };

    std::int64_t length = 0;
    std::vector<float> table; // [length, width]; empty: none
    std::shared_ptr<const PositionRotation> rotation; // null: none
    Turns queries;
    Turns keys;
    std::vector<float> bias; // [heads, length, length]; empty: none
    std::vector<std::int32_t> biasIndex; // [length, length]: which of the learned numbers; then `bias` is empty
};

// Errors: Usage RANGE if a table is shorter than `length`; that of a rotation that the heads do not support.
Result<PositionInput> positionInput(const PositionModel& model, std::int64_t heads, std::int64_t length);

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
// float32, in a fixed order. Any thread; what it refers to must outlive it.
struct Model
{
    const ModelShape& shape;
    const WeightLayout& layout;
    const PositionInput& input;
    Weights weights;

    // Writes the logits of `part` to memory.logits, with the present memory.masks.
    void forward(const BatchPart& part, ModelMemory& memory) const;
    // Loss of the logits; memory.logits becomes the gradient of the loss times `share`.
    PartOutcome judge(const BatchPart& part, float share, ModelMemory& memory) const;
    // Adds the gradient of every weight to `gradient`, after judge().
    void backward(const BatchPart& part, ModelMemory& memory, float* gradient) const;
};

} // namespace phasor
