// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/pairs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phasor {

namespace {

double similarity(std::span<const double> frequencies, std::int64_t k)
{
    double total = 0;
    for (const double w : frequencies)
        total += std::cos(static_cast<double>(k) * w);
    return frequencies.empty() ? 1 : total / static_cast<double>(frequencies.size());
}

} // namespace

PairCounts countPairs(std::span<const double> frequencies, std::int64_t maxLen)
{
    const auto length = static_cast<double>(maxLen);
    const auto below = [&](double angle) {
        return std::count_if(frequencies.begin(), frequencies.end(),
                             [&](double w) { return std::fabs(w) * length < angle; });
    };
    return {static_cast<std::int64_t>(frequencies.size()), below(2 * std::numbers::pi), below(0.1)};
}

std::vector<double> similarityKernel(std::span<const double> frequencies, std::int64_t count)
{
    std::vector<double> kernel;
    kernel.reserve(static_cast<std::size_t>(count));
    for (std::int64_t k = 0; k < count; ++k)
        kernel.push_back(similarity(frequencies, k));
    return kernel;
}

std::optional<std::int64_t> firstRise(std::span<const double> frequencies, std::int64_t limit)
{
    double before = similarity(frequencies, 1);
    for (std::int64_t k = 2; k < limit; ++k) {
        const double now = similarity(frequencies, k);
        if (now > before)
            return k;
        before = now;
    }
    return std::nullopt;
}

} // namespace phasor
