// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/waves/pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

constexpr double kFrozen = 0.1; // rad

} // namespace

PairLife lifeOf(double frequency, std::int64_t length)
{
    const double angle = std::fabs(frequency) * static_cast<double>(length);
    if (angle < kFrozen)
        return PairLife::Frozen;
    return angle < kTurn ? PairLife::Dead : PairLife::Turning;
}

PairCounts countPairs(std::span<const double> frequencies, std::span<const std::int64_t> lengths)
{
    PairCounts counts{std::ssize(frequencies)};
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
        const PairLife life = lifeOf(frequencies[i], lengths[i]);
        counts.dead += life != PairLife::Turning ? 1 : 0;
        counts.frozen += life == PairLife::Frozen ? 1 : 0;
    }
    return counts;
}

// base^(−e) · length >= 2π, solved for the base.
std::optional<double> largestBaseWithoutDeadPairs(std::span<const double> frequencies,
                                                  std::span<const std::int64_t> lengths, double base)
{
    if (!(base > 0) || base == 1)
        return std::nullopt;
    double largest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
        const double periods = static_cast<double>(lengths[i]) / kTurn;
        if (periods < 1)
            return std::nullopt;
        const double exponent = -std::log(std::fabs(frequencies[i])) / std::log(base);
        if (exponent > 0)
            largest = std::min(largest, std::pow(periods, 1 / exponent));
    }
    return largest;
}

double similarityAt(std::span<const double> frequencies, std::int64_t k)
{
    double total = 0;
    for (const double w : frequencies)
        total += std::cos(static_cast<double>(k) * w);
    return frequencies.empty() ? 1 : total / static_cast<double>(frequencies.size());
}

std::vector<double> similarityKernel(std::span<const double> frequencies, std::int64_t count)
{
    std::vector<double> kernel;
    kernel.reserve(static_cast<std::size_t>(count));
    for (std::int64_t k = 0; k < count; ++k)
        kernel.push_back(similarityAt(frequencies, k));
    return kernel;
}

std::optional<std::int64_t> firstRise(std::span<const double> frequencies, std::int64_t limit)
{
    double before = similarityAt(frequencies, 1);
    for (std::int64_t k = 2; k < limit; ++k) {
        const double now = similarityAt(frequencies, k);
        if (now > before)
            return k;
        before = now;
    }
    return std::nullopt;
}

} // namespace phasor
