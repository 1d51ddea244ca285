// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/adam.h"

#include <cmath>

namespace phasor {

Adam::Adam(const AdamSettings& settings, std::size_t weights)
    : m_settings(settings)
    , m_mean(weights)
    , m_square(weights)
{
}

void Adam::step(std::span<const float> gradient, std::span<float> weights)
{
    ++m_steps;
    const auto steps = static_cast<double>(m_steps);
    const auto beta1 = static_cast<float>(m_settings.beta1);
    const auto beta2 = static_cast<float>(m_settings.beta2);
    const auto rest1 = static_cast<float>(1 - m_settings.beta1);
    const auto rest2 = static_cast<float>(1 - m_settings.beta2);
    const auto rate = static_cast<float>(m_settings.rateAt(m_steps) / (1 - std::pow(m_settings.beta1, steps)));
    const auto root = static_cast<float>(std::sqrt(1 - std::pow(m_settings.beta2, steps)));
    const auto epsilon = static_cast<float>(m_settings.epsilon);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const float g = gradient[i];
        m_mean[i] = m_mean[i] * beta1 + g * rest1;
        m_square[i] = m_square[i] * beta2 + g * g * rest2;
        weights[i] -= rate * (m_mean[i] / (std::sqrt(m_square[i]) / root + epsilon));
    }
}

} // namespace phasor
