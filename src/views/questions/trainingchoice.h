// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/task.h"

namespace phasor {

// Choices of the training view. A plain value; `phase` and `upTo` are temporary and in no document.
struct TrainingChoice
{
    enum class Phase {
        Waiting, // paused
        Running,
        Stopped, // unfinished runs are dropped
    };

    TrainingSettings settings;
    std::vector<std::string> vary; // "scale=none,sqrt-d-model"; none: the setups of the scene
    std::int64_t seeds = 5; // 1 … 1000
    Phase phase = Phase::Waiting;
    std::optional<std::int64_t> upTo = {}; // shows the results as they were after that step; nullopt: all

    bool operator==(const TrainingChoice&) const = default;
};

const Setting<TrainingChoice>& seedsSetting();

} // namespace phasor
