// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/estimate.h"

#include <cmath>
#include <numeric>

namespace phasor {

namespace {

// Of the mean of n numbers whose squared distances from it add up to `squares`: two standard errors.
double errorOf(double squares, double n)
{
    return n > 1 ? 2 * std::sqrt(squares / (n * (n - 1))) : std::numeric_limits<double>::infinity();
}

} // namespace

Estimate estimatedMean(std::span<const double> values, bool complete)
{
    double total = 0;
    double n = 0;
    for (const double value : values) {
        if (!std::isnan(value)) {
            total += value;
            n += 1;
        }
    }
    if (n == 0)
        return {};
    const double mean = total / n;
    if (complete)
        return mean;
    double squares = 0;
    for (const double value : values)
        squares += std::isnan(value) ? 0 : (value - mean) * (value - mean);
    return {mean, errorOf(squares, n)};
}

// Cochran, Sampling Techniques, 3rd edition, (2.39): the residuals of the ratio in place of distances from a mean.
Estimate estimatedRatio(std::span<const double> parts, std::span<const double> wholes, bool complete)
{
    const double part = std::accumulate(parts.begin(), parts.end(), 0.0);
    const double whole = std::accumulate(wholes.begin(), wholes.end(), 0.0);
    const double ratio = part / whole;
    if (complete || !std::isfinite(ratio))
        return ratio;
    double squares = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
        squares += (parts[i] - ratio * wholes[i]) * (parts[i] - ratio * wholes[i]);
    const auto n = static_cast<double>(parts.size());
    return {ratio, errorOf(squares, n) / std::abs(whole / n)};
}

} // namespace phasor
