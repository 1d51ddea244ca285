// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/bands.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace phasor {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Sample
{
    double count = 0;
    double mean = kNaN;
    double squaredError = kNaN; // of the mean
};

Sample sampleOf(std::span<const double> values)
{
    std::vector<double> numbers;
    std::copy_if(values.begin(), values.end(), std::back_inserter(numbers), [](double v) { return !std::isnan(v); });
    Sample sample{.count = static_cast<double>(numbers.size())};
    if (numbers.empty())
        return sample;
    sample.mean = 0;
    for (const double number : numbers)
        sample.mean += number / sample.count;
    double squares = 0;
    for (const double number : numbers)
        squares += (number - sample.mean) * (number - sample.mean);
    if (sample.count > 1)
        sample.squaredError = squares / (sample.count - 1) / sample.count;
    return sample;
}

// Regularized incomplete beta function I_x(a, b) by its continued fraction, evaluated by Lentz's method (1976); for x <
// (a + 1) / (a + b + 2), where it converges fast.
double betaFraction(double x, double a, double b)
{
    constexpr double kTiny = 1e-300;
    double c = 1;
    double d = 1 / (1 - (a + b) * x / (a + 1));
    double value = d;
    for (int m = 1; m < 1000; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        for (const double term : {even, odd}) {
            d = 1 + term * d;
            d = 1 / (std::fabs(d) < kTiny ? kTiny : d);
            c = 1 + term / c;
            c = std::fabs(c) < kTiny ? kTiny : c;
            value *= c * d;
        }
        if (std::fabs(c * d - 1) < 1e-15)
            break;
    }
    const double front
        = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    return front * value / a;
}

double incompleteBeta(double x, double a, double b)
{
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    return x < (a + 1) / (a + b + 2) ? betaFraction(x, a, b) : 1 - betaFraction(1 - x, b, a);
}

// Probability of |T| > t.
double tailOf(double t, double degrees)
{
    return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

} // namespace

double studentQuantile(double tail, double degrees)
{
    double low = 0;
    double high = 1;
    while (tailOf(high, degrees) > tail && high < 1e12)
        high *= 2;
    for (int i = 0; i < 200 && low < high; ++i) {
        const double middle = (low + high) / 2;
        (tailOf(middle, degrees) > tail ? low : high) = middle;
    }
    return (low + high) / 2;
}

Band bandOf(std::span<const double> values)
{
    const Sample sample = sampleOf(values);
    if (sample.count < 2)
        return {sample.mean, kNaN, kNaN};
    const double half = studentQuantile(0.05, sample.count - 1) * std::sqrt(sample.squaredError);
    return {sample.mean, sample.mean - half, sample.mean + half};
}

Band shareBandOf(std::span<const double> values)
{
    Band band = bandOf(values);
    if (!std::isnan(band.low))
        band = {band.mean, std::max(0.0, band.low), std::min(1.0, band.high)};
    return band;
}

bool differ(std::span<const double> a, std::span<const double> b, double tail)
{
    const Sample one = sampleOf(a);
    const Sample other = sampleOf(b);
    if (one.count < 2 || other.count < 2)
        return false;
    const double squares = one.squaredError + other.squaredError;
    const double apart = std::fabs(one.mean - other.mean);
    if (squares == 0)
        return apart > 0;
    const double degrees = squares * squares
        / (one.squaredError * one.squaredError / (one.count - 1)
           + other.squaredError * other.squaredError / (other.count - 1));
    return tailOf(apart / std::sqrt(squares), degrees) < tail;
}

} // namespace phasor
