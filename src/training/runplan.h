// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/network/positioninput.h"
#include "training/trainingsettings.h"

#include <array>
#include <memory>
#include <optional>

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

} // namespace phasor
