// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/network/placedmasks.h"
#include "training/network/positioninput.h"
#include "training/trainingsettings.h"

#include <array>
#include <memory>
#include <optional>

namespace phasor {

// How many times as long as in training sequences are that a model is evaluated on.
inline constexpr std::array<std::int64_t, 2> kLonger{2, 4};

// All that the seeds of one variant share, worked out and checked once. Immutable, any thread.
class RunPlan
{
public:
    // Errors: what is wrong with the parameters, or contradicts; those of the task's file and the scheme's; Resource
    // where the memory would not do.
    static Result<std::shared_ptr<const RunPlan>> make(const Parameters& parameters, const TrainingSettings& settings);

    const Parameters& parameters() const { return m_parameters; }
    const TrainingSettings& settings() const { return m_settings; }
    const ModelShape& shape() const { return m_shape; }
    const Task& task() const { return *m_task; }
    const PositionInput& input() const { return m_input; } // of the trained length
    // Of kLonger[i] times that; nothing where the table or the text ends before.
    const std::optional<PositionInput>& longer(std::size_t i) const { return m_longer[i]; }

    // The weights before training, as PyTorch's modules draw them from `seed` in the order of the layout.
    Result<std::vector<float>> drawWeights(std::uint64_t seed) const;
    MaskLaw masks(std::uint64_t seed, std::int64_t step) const;

private:
    RunPlan() = default;
    Status check() const;
    Status addModel();

    Parameters m_parameters;
    TrainingSettings m_settings;
    ModelShape m_shape;
    PositionModel m_model;
    std::shared_ptr<const Task> m_task;
    PositionInput m_input;
    std::array<std::optional<PositionInput>, kLonger.size()> m_longer;
};

} // namespace phasor
