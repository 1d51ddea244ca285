// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <span>

namespace phasor {

// A number that all rows have, or what a sample of them says of it.
struct Estimate
{
    Estimate() = default;
    Estimate(double number, double uncertainty = 0) // NOLINT(google-explicit-constructor): a number that is known
        : value(number)
        , error(uncertainty)
    {
    }
    bool operator==(const Estimate&) const = default;

    double value = std::numeric_limits<double>::quiet_NaN();
    // Two standard errors: 19 times in 20 the number of all rows is within value ± error. 0: all rows were measured.
    double error = 0;
};

// Mean over the numbers that are not NaN; NaN if there is none. `complete`: they are those of all rows.
Estimate estimatedMean(std::span<const double> values, bool complete);

// Σ parts / Σ wholes, of as many rows each; NaN where all wholes are 0.
Estimate estimatedRatio(std::span<const double> parts, std::span<const double> wholes, bool complete);

} // namespace phasor
