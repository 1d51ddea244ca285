// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/network/positioninput.h"
#include "training/trainingsettings.h"

#include <array>
#include <memory>
#include <optional>

namespace phasor {

// How many times as long as in training sequences are that a model is evaluated on.
inline constexpr std::array<std::int64_t, 2> kLonger{2, 4};

// All that the seeds of one variant share, worked out and checked once. Any thread.
struct RunPlan
{
    // Errors: what is wrong with the parameters, or contradicts; those of the task's file and the scheme's; Resource
    // where the memory would not do.
    static Result<std::shared_ptr<const RunPlan>> make(const Parameters& parameters, const TrainingSettings& settings);

    Parameters parameters;
    TrainingSettings settings;
    Task task;
    PositionModel model;
    ModelShape shape;
    PositionInput input; // of the trained length
    // Of kLonger[i] times that; nothing where the table or the text ends before.
    std::array<std::optional<PositionInput>, kLonger.size()> longer = {};

    // The weights before training, as PyTorch's modules draw them from `seed` in the order of the layout.
    Result<std::vector<float>> drawWeights(std::uint64_t seed) const;
    MaskLaw masks(std::uint64_t seed, std::int64_t step) const;
};

} // namespace phasor
