// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/waves/pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace phasor {

Interval sineRange(double from, double to)
{
    const double a = std::sin(from);
    const double b = std::sin(to);
    // A crest lies at π/2 + 2πk, a trough at -π/2 + 2πk: is there a k with from <= … <= to?
    const auto contains = [&](double phase) {
        return std::floor((to - phase) / kTurn) >= std::ceil((from - phase) / kTurn);
    };
    return {contains(-std::numbers::pi / 2) ? -1.0 : std::min(a, b),
            contains(std::numbers::pi / 2) ? 1.0 : std::max(a, b)};
}

std::complex<double> turnSum(double frequency, std::int64_t first, std::int64_t rows)
{
    const auto n = static_cast<double>(rows);
    const double middle = static_cast<double>(first) + (n - 1) / 2;
    // sin(n δ/2) / sin(δ/2) has period 2π in δ up to its sign, and the limit n at 0.
    const double half = std::remainder(frequency, 2 * std::numbers::pi) / 2;
    const double turns = std::round(frequency / (2 * std::numbers::pi));
    const double sign = std::fmod(turns * (n - 1), 2) == 0 ? 1 : -1;
    const double ratio = std::abs(half) < 1e-150 ? n : std::sin(n * half) / std::sin(half);
    return ratio * sign * std::polar(1.0, frequency * middle);
}

ColumnEnergy sineEnergy(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows)
{
    const auto cosineSum = [&](double frequency, double phase) {
        return (turnSum(frequency, first, rows) * std::polar(1.0, phase)).real();
    };
    ColumnEnergy energy;
    const auto n = static_cast<double>(rows);
    for (const SineColumn& c : columns) {
        energy.mean.push_back(c.amplitude * cosineSum(c.frequency, c.phase) / n);
        // cos² x = (1 + cos 2x) / 2
        const double doubled = cosineSum(2 * c.frequency, 2 * c.phase) / n;
        energy.meanSquare.push_back(c.amplitude * c.amplitude * (1 + doubled) / 2);
    }
    return energy;
}

constexpr double kFrozen = 0.1; // rad

__extension__ using Wide = unsigned __int128;

// Σ ⌊(a·i + b) / m⌋ over i in [0, n), by Euclid's algorithm; a·n + b < 2¹²⁸.
static Wide floorSum(Wide n, Wide m, Wide a, Wide b)
{
    Wide sum = 0;
    while (n > 0) {
        sum += n * (n - 1) / 2 * (a / m) + n * (b / m);
        a %= m;
        b %= m;
        const Wide last = a * n + b;
        n = last / m;
        b = last % m;
        std::swap(a, m);
    }
    return sum;
}

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

// Solves base^(−e) · length >= 2π for the base.
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

std::int64_t unseenPositions(double frequency, double used, std::int64_t trained, std::int64_t positions)
{
    constexpr int kBits = 96; // turns are counted in units of 2⁻⁹⁶: p < 2³² of them fit
    constexpr long double kTurnOf = 2 * std::numbers::pi_v<long double>;
    constexpr long double kRounding = 1e-13L; // relative: frequencies are rounded, and a scaling often has equal angles
    const long double reached = static_cast<long double>(frequency) * static_cast<long double>(trained - 1);
    if (reached >= kTurnOf || positions < 1)
        return 0;
    const auto inUnits = [](long double angle) {
        return static_cast<Wide>(std::ldexp(angle / kTurnOf, kBits));
    };
    const Wide turn = Wide{1} << kBits;
    const Wide step = inUnits(std::fmod(static_cast<long double>(used), kTurnOf));
    const auto count = static_cast<Wide>(positions);
    // A fraction of a turn beyond `reached` is what ⌊⌋ gains by adding the rest of the turn.
    const Wide rest = turn - std::min(turn, inUnits(reached * (1 + kRounding)) + 1);
    return static_cast<std::int64_t>(floorSum(count, turn, step, rest) - floorSum(count, turn, step, 0));
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
    for (std::int64_t k = 2; k < limit && !cancelled(); ++k) {
        const double now = similarityAt(frequencies, k);
        if (now > before)
            return k;
        before = now;
    }
    return std::nullopt;
}

} // namespace phasor
