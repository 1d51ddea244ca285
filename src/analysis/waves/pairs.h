// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/rows/norms.h"

#include <complex>
#include <optional>

namespace phasor {

// Smallest and largest value of sin(x) over [from, to], radians, from <= to.
Interval sineRange(double from, double to);

// Closed forms of tables of sinusoids: their cost does not depend on the rows.

// One column of such a table: amplitude · cos(frequency · p + phase) at position p; frequency in rad per position.
// A column of zeros has amplitude 0.
struct SineColumn
{
    double frequency = 0;
    double phase = 0;
    double amplitude = 1;
};

// Σ of exp(i · frequency · p) over the positions [first, first + rows), by Dirichlet's kernel.
std::complex<double> turnSum(double frequency, std::int64_t first, std::int64_t rows);

// Mean and mean square of each column over the positions [first, first + rows), rows >= 1.
ColumnEnergy sineEnergy(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows);

inline constexpr double kTurn = 6.283185307179586476925; // 2π, rad in a full period

// State of a pair within a table of a given length.
enum class PairLife {
    Turning, // at least one full period
    Dead, // none: |ω| · length < kTurn
    Frozen, // long-wave, and moves less than 0.1 rad
};
PairLife lifeOf(double frequency, std::int64_t length);

// Vaswani et al. 2017, §3.5: pair i has the wavelength 2π / ω_i positions.
struct PairCounts
{
    std::int64_t pairs = 0;
    std::int64_t dead = 0; // no full period within their length, including frozen ones
    std::int64_t frozen = 0; // move less than 0.1 rad over it
};
// `lengths`: one for each pair, of the table or of a grid's side.
PairCounts countPairs(std::span<const double> frequencies, std::span<const std::int64_t> lengths);

// For frequencies ω_i = base^(−e_i), e_i >= 0: the largest base at which each pair completes a period within its
// length. Infinite if no pair depends on the base. Nothing if no base is small enough (ω = 1 is too slow), or for a
// base of 1, which hides the exponents. `lengths`: one for each pair.
std::optional<double> largestBaseWithoutDeadPairs(std::span<const double> frequencies,
                                                  std::span<const std::int64_t> lengths, double base);

// Number of positions p in [0, positions) whose angle p · `used` (mod 2π) is larger than (trained − 1) · `frequency`,
// the largest angle of `trained` positions; 0 if these make a full turn. Frequencies > 0, in rad per position.
std::int64_t unseenPositions(double frequency, double used, std::int64_t trained, std::int64_t positions);

// c(k) = mean of cos(k ω_i) over the pairs, k = 0 … count - 1: the scalar product of two encodings k positions apart,
// divided by their squared length (even d_model). c(0) = 1.
std::vector<double> similarityKernel(std::span<const double> frequencies, std::int64_t count);

// c(k) for one k.
double similarityAt(std::span<const double> frequencies, std::int64_t k);

// The smallest k >= 2 with c(k) > c(k - 1): up to there the similarity falls with distance. Searched below `limit`: the
// rows, and at most kFirstRiseLimit. Nothing when canceled.
constexpr std::int64_t kFirstRiseLimit = 1 << 16;
std::optional<std::int64_t> firstRise(std::span<const double> frequencies, std::int64_t limit);

} // namespace phasor
