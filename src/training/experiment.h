// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
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

// A mean over seeds and its 95 % confidence interval (Student's t), of shares cut to [0, 1].
struct Band
{
    double mean = 0; // NaN: of nothing
    double low = 0; // NaN with one seed
    double high = 0;
};

Band bandOf(std::span<const double> values); // NaNs are left out
Band shareBandOf(std::span<const double> values);

// The t that |T| exceeds with the probability `tail`; T is Student's t, `degrees` > 0 of freedom (also fractional).
double studentQuantile(double tail, double degrees);

// The mean of a less that of b, and its interval at the probability 1 − tail (Welch 1947).
Band lessBandOf(std::span<const double> a, std::span<const double> b, double tail = 0.05);

// Whether that interval leaves out 0. False with fewer than two values each.
bool differ(std::span<const double> a, std::span<const double> b, double tail);

// Setups to train and compare: one, A and B, or one with parameters that take several values. A plain value.
struct Experiment
{
    Scene scene;
    TrainingSettings settings;
    std::vector<std::string> vary = {}; // "scale=none,sqrt-d-model", parameters of setup or training; their product
    std::int64_t seeds = 5;
    bool operator==(const Experiment&) const = default;
};

inline constexpr std::int64_t kMostSeeds = 1000;
inline constexpr std::size_t kMostVariants = 64;

// One of the compared setups.
struct Variant
{
    std::string name; // "scale=none"; "A"; empty where there is only one
    Parameters parameters;
    TrainingSettings settings;
    bool operator==(const Variant&) const = default;
};

// Errors (Usage): an unknown parameter, an invalid value, too many variants, lists together with a B.
Result<std::vector<Variant>> variantsOf(const Experiment& experiment);

// Results of a variant: a record for each seed, up to its current step.
struct VariantResult
{
    Variant variant;
    std::vector<RunRecord> runs;
    double chance = 0; // the task's

    std::vector<double> finals() const; // accuracy at the end, of each seed; NaN: not there yet, or it broke
    std::vector<double> longer(std::size_t i) const; // values at the length kLonger[i]
};

// Result of the comparison, as facts.
struct Verdict
{
    enum class Kind {
        Unfinished,
        Broken, // the loss of a variant became NaN
        Single, // one variant
        OneSeed, // several variants, but one seed: no noise is known
        Same, // no difference beyond the noise
        Differ, // the best variant and those that are worse than it beyond the noise
    };
    Kind kind = Kind::Unfinished;
    std::vector<std::size_t> order; // variants, best first
    std::vector<bool> worse; // than the best, beyond the noise; by variant
    std::vector<Band> finals; // by variant
    std::int64_t seeds = 0;
    std::size_t broken = 0; // the variant
    std::int64_t brokenAt = 0; // step where it broke
};

Verdict verdictOf(const std::vector<VariantResult>& results);
Message said(const Verdict& verdict, const std::vector<VariantResult>& results);

// A self-contained script for PyTorch that trains what `phasor train` trains: the same model, sampled in the same order
// from the same seeds, the same task with its own batches, the same Adam. It prints loss and accuracy, and leaves them
// in `losses` and `accuracies`, a list for each seed. `title`: the command line, for the first line. Errors: those of
// RunPlan::make; Usage if the experiment has several variants.
Result<std::string> torchTraining(const Experiment& experiment, const std::string& title);

} // namespace phasor
