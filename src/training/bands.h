// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace phasor {

// A mean over seeds and its 95 % confidence interval (Student's t), of shares cut to [0, 1].
struct Band
{
    double mean = 0; // NaN: of nothing
    double low = 0; // NaN with one seed
    double high = 0;
};

Band bandOf(std::span<const double> values); // NaNs are left out
Band shareBandOf(std::span<const double> values);

// The t that |T| exceeds with the probability `tail`; T is Student's t, `degrees` > 0 of freedom (also fractional).
double studentQuantile(double tail, double degrees);

// Whether two means differ with the probability 1 − tail at least (Welch 1947). False with fewer than two values each.
bool differ(std::span<const double> a, std::span<const double> b, double tail);

} // namespace phasor
