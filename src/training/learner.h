// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/network/model.h"

#include <mutex>

namespace phasor {

// The memory that steps need, kept from one to the next and shared by all runs: as many as are under way at once. Any
// thread.
class StepMemories
{
public:
    struct Step
    {
        std::vector<float> transposed; // weights
        std::vector<std::vector<float>> gradients; // one for each part
        std::vector<ModelMemory> parts;
        std::vector<PartOutcome> outcomes;
    };

    // An unused one; it is returned with the pointer, which must not outlive this.
    using Taken = std::unique_ptr<Step, std::function<void(Step*)>>;
    Taken take();
    void clear(); // frees the unused ones

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Step>> m_free;
};

// Results of a batch.
struct BatchOutcome
{
    double loss = 0; // mean cross-entropy of the answers, nats
    double accuracy = 0; // share of correct answers
    std::vector<double> byPosition; // accuracy by position; NaN without answers
};

// Weights in training. Results have the same bits with any number of threads.
class Learner
{
public:
    // `weights` by WeightLayout(shape). `spread`: the parts of a batch run in parallel.
    Learner(const ModelShape& shape, std::vector<float> weights, const TrainingSettings& settings,
            std::shared_ptr<StepMemories> memories);

    // One step of Adam (Kingma and Ba 2015) on the batch, as torch.optim.Adam computes it. Returns the mean loss before
    // it; if that is not finite, the weights are useless.
    double step(const Batch& batch, const PositionInput& input, const MaskLaw& masks);
    // Evaluates a batch without dropout. `attention`, if not null, gets that of the first sequence in one head,
    // [layers, length, length].
    BatchOutcome evaluate(const Batch& batch, const PositionInput& input, std::vector<float>* attention = nullptr,
                          std::int64_t head = 0);

    // Mean loss and gradient of every weight; masksOf(part, masks) gives a part's masks.
    using MasksOf = std::function<void(const BatchPart& part, PlacedMasks& masks)>;
    double gradient(const Batch& batch, const PositionInput& input, const MasksOf& masksOf,
                    std::vector<float>& gradient);

    const WeightLayout& layout() const { return m_layout; }
    std::span<const float> weights() const { return m_weights; }
    std::int64_t steps() const { return m_steps; }
    void setSpread(bool spread) { m_spread = spread; }

private:
    // Runs all parts. `share`: what a target has of the mean loss; 0: forward only.
    StepMemories::Taken run(const Batch& batch, const PositionInput& input, const MasksOf& masksOf, float share) const;
    void update(); // the weights, by the gradient

    ModelShape m_shape;
    WeightLayout m_layout;
    double m_rate;
    std::int64_t m_warmup; // steps over which the rate rises in proportion to the step
    std::int64_t m_steps = 0; // made so far
    std::vector<float> m_weights;
    std::vector<float> m_gradient;
    std::vector<float> m_mean; // Adam's, of the gradient and its square
    std::vector<float> m_square;
    std::shared_ptr<StepMemories> m_memories;
    bool m_spread = true;
};

} // namespace phasor
