// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/learner.h"

namespace phasor {

// Evaluation lengths, in multiples of the trained length.
inline constexpr std::array<std::int64_t, 2> kLonger{2, 4};

// Data that all seeds of one variant share, computed and checked once. Any thread.
struct RunPlan
{
    // Makes a plan. Errors: wrong or contradicting parameters; those of the task's file and the scheme's; Resource if
    // memory is too small.
    static Result<std::shared_ptr<const RunPlan>> make(const Parameters& parameters, const TrainingSettings& settings);

    Parameters parameters;
    TrainingSettings settings;
    Task task;
    PositionModel model;
    ModelShape shape;
    PositionInput input; // for the trained length
    // For kLonger[i] times that length; nothing if the table or the text is shorter.
    std::array<std::optional<PositionInput>, kLonger.size()> longer = {};

    // Weights before training, sampled like PyTorch's modules do from `seed`, in the order of the layout.
    Result<std::vector<float>> drawWeights(std::uint64_t seed) const;
    MaskLaw masks(std::uint64_t seed, std::int64_t step) const;
};

// Sizes of what has been learned: mean norms of rows, the angle between s·E and s·E + PE over tokens and positions.
struct LearnedNorms
{
    double embedding = 0;
    double position = std::numeric_limits<double>::quiet_NaN(); // NaN: no table
    double ratio = std::numeric_limits<double>::quiet_NaN(); // ‖s·E‖ / ‖PE‖
    double angle = std::numeric_limits<double>::quiet_NaN(); // degrees; NaN: no table, or concatenated
};

// Attention weights of one sequence outside training, for the setup's head: [layers, length, length].
struct AttentionFrame
{
    std::int64_t step = 0;
    std::vector<float> weights;
};

// Results of one seed, so far or final.
struct RunRecord
{
    std::vector<double> steps; // after which it was evaluated
    std::vector<double> loss; // nats, on fresh data without dropout
    std::vector<double> accuracy;
    std::vector<LearnedNorms> norms;
    std::vector<AttentionFrame> attention; // of the first seed
    std::vector<std::int32_t> sentence; // tokens of that attention
    bool finished = false;
    double final = std::numeric_limits<double>::quiet_NaN(); // accuracy at the end, on eight batches
    std::vector<double> byPosition; // the same by position; NaN without answers
    std::array<double, kLonger.size()> longer{std::numeric_limits<double>::quiet_NaN(),
                                              std::numeric_limits<double>::quiet_NaN()}; // NaN: it cannot be asked
    std::optional<std::int64_t> brokeAt; // the step whose loss was NaN or infinite
};

// One seed of one variant, trained step by step. One thread at a time.
class TrainingRun
{
public:
    // `seed` counts from 0. Errors: those of sampling.
    static Result<std::unique_ptr<TrainingRun>> make(std::shared_ptr<const RunPlan> plan, std::int64_t seed,
                                                     std::shared_ptr<StepMemories> memories);

    // Goes on up to and with the next evaluation, or until the calling job is canceled. `spread`: the parts of a batch
    // run in parallel.
    void advance(bool spread);
    const RunRecord& record() const { return m_record; }
    double share() const; // completed share of its steps
    static std::int64_t interval(std::int64_t steps); // from one evaluation to the next

    // Purpose of sequences: training at step `offset`, or new ones.
    enum class Purpose : std::uint64_t { Train = 0, Curve = 1, Final = 2, Longer = 3 };
    void draw(Purpose purpose, std::int64_t offset, std::int64_t length, Batch& batch) const;

private:
    TrainingRun(std::shared_ptr<const RunPlan> plan, bool isFirst, std::uint64_t bits, Learner learner)
        : m_plan(std::move(plan))
        , m_isFirst(isFirst)
        , m_bits(bits)
        , m_learner(std::move(learner))
    {
    }
    BatchOutcome evaluate(Purpose purpose, std::int64_t batches, const PositionInput& input, std::int64_t offset);
    void step();
    void note();
    void noteAttention();
    void finish();
    LearnedNorms norms() const;

    std::shared_ptr<const RunPlan> m_plan;
    bool m_isFirst; // first seed: its attention is noted
    std::uint64_t m_bits; // bits of its seed
    Learner m_learner;
    Batch m_batch;
    RunRecord m_record;
};

} // namespace phasor
