// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "training/trainingrun.h"

namespace phasor {

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

// Whether two means differ with the probability 1 − tail at least (Welch 1947). False with fewer than two values each.
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
