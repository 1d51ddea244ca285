// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"
#include "training/tasks/task.h"

namespace phasor {

// Settings of the training, in addition to the setup's Parameters. A plain value.
struct TrainingSettings
{
    std::string task = "recall"; // an id of taskChoices(), or "text:FILE"
    std::int64_t distance = 3; // for recall: number of tokens back
    std::int64_t steps = 500;
    std::int64_t length = 24;
    std::int64_t tokens = 24; // symbols of the generated tasks
    std::int64_t batch = 64;
    std::int64_t layers = 1;
    double learningRate = 1e-3;
    std::int64_t warmup = 0;
    bool tied = false;

    bool operator==(const TrainingSettings&) const = default;
};

// One training setting: its values, and its member. Options, JSON, controls and `--vary` derive from it.
using TrainingParameter = Setting<TrainingSettings>;

std::span<const TrainingParameter> trainingParameters();
const TrainingParameter* findTrainingParameter(std::string_view id); // null: unknown id

// A setup wider than 64 reduced for live training: 32 dimensions, at most 4 heads. Others unchanged.
Parameters smallModel(Parameters parameters);

} // namespace phasor
