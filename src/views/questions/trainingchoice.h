// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/trainingsettings.h"

namespace phasor {

// What the view of training is to train. A plain value; `phase` is of the moment and in no document.
struct TrainingChoice
{
    enum class Phase {
        Waiting, // what was begun stands still
        Running,
        Stopped, // what is not finished is forgotten
    };

    TrainingSettings settings;
    std::vector<std::string> vary; // "scale=none,sqrt-d-model"; none: the setups of the scene
    std::int64_t seeds = 5; // 1 … 1000
    Phase phase = Phase::Waiting;

    bool operator==(const TrainingChoice&) const = default;
};

const Setting<TrainingChoice>& seedsSetting();

} // namespace phasor
