// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "training/bands.h"
#include "training/trainingrun.h"

namespace phasor {

// What is trained to be compared: a setup, or A and B, or one with parameters that take several values. A plain value.
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

// One of the things that are compared.
struct Variant
{
    std::string name; // "scale=none"; "A"; empty where there is only one
    Parameters parameters;
    TrainingSettings settings;
    bool operator==(const Variant&) const = default;
};

// Errors (Usage): a parameter that there is not, a value that it cannot have, too many variants, lists beside a B.
Result<std::vector<Variant>> variantsOf(const Experiment& experiment);

// What became of a variant: a record for each seed, as far as they have come.
struct VariantResult
{
    Variant variant;
    std::vector<RunRecord> runs;

    std::vector<double> finals() const; // accuracy at the end, of each seed; NaN: not there yet, or it broke
    std::vector<double> longer(std::size_t i) const; // of kLonger[i]
};

// What was found, as facts.
struct Verdict
{
    enum class Kind {
        Unfinished,
        Broken, // the loss of a variant became NaN
        Single, // one variant
        OneSeed, // several variants, but one seed: no noise is known
        Same, // no difference beyond the noise
        Differ, // the best and what is worse than it beyond the noise
    };
    Kind kind = Kind::Unfinished;
    std::vector<std::size_t> order; // of the variants, the best first
    std::vector<bool> worse; // than the best, beyond the noise; by variant
    std::vector<Band> finals; // by variant
    std::int64_t seeds = 0;
    std::size_t broken = 0; // the variant
    std::int64_t brokenAt = 0; // its step
};

Verdict verdictOf(const std::vector<VariantResult>& results);
Message said(const Verdict& verdict, const std::vector<VariantResult>& results);

} // namespace phasor
