// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace phasor {

// Adam (Kingma and Ba 2015) as torch.optim.Adam computes it, without weight decay.
struct AdamSettings
{
    double rate = 1e-3;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    std::int64_t warmup = 0; // steps over which the rate rises in proportion to the step

    double rateAt(std::int64_t step) const // from 1
    {
        return step < warmup ? rate * static_cast<double>(step) / static_cast<double>(warmup) : rate;
    }
    bool operator==(const AdamSettings&) const = default;
};

class Adam
{
public:
    Adam(const AdamSettings& settings, std::size_t weights);

    void step(std::span<const float> gradient, std::span<float> weights);
    std::int64_t steps() const { return m_steps; } // steps made so far

private:
    AdamSettings m_settings;
    std::int64_t m_steps = 0;
    std::vector<float> m_mean;
    std::vector<float> m_square;
};

} // namespace phasor
