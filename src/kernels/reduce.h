// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>

namespace phasor {

// Reductions of float32 rows in double: n >= 0 elements, pointers of any alignment, any thread.
//
// The order of every sum is fixed, so that the bits do not depend on the instruction set: element i of the first
// 16 * floor(n / 16) is added to lane i % 16, in the order of i; lane j takes lane j + 8, then j + 4, j + 2, j + 1; the
// last n % 16 elements are added to that one after the other. NaN and Inf propagate into the sum. Products of two
// float32 are exact in double.

double rowSum(const float* row, std::int64_t n);
double rowDot(const float* a, const float* b, std::int64_t n);
inline double rowSumSquares(const float* row, std::int64_t n)
{
    return rowDot(row, row, n);
}

// sum[j] += row[j], sumSquares[j] += row[j]^2
void addColumnEnergies(const float* row, std::int64_t n, double* sum, double* sumSquares);

// total[j] += row[j]
void addRow(double* total, const float* row, std::int64_t n);

// Extremes of a row. low and high are of its finite values; low > high (+Inf, -Inf) if it has none. A zero is +0.
struct Extremes
{
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();
    std::int64_t nan = 0;
    std::int64_t plusInf = 0;
    std::int64_t minusInf = 0;
    bool operator==(const Extremes&) const = default;
};

Extremes rowExtremes(const float* row, std::int64_t n);
Extremes merged(const Extremes& a, const Extremes& b);

// A −= v wᵀ + w vᵀ, and product = A u of the new A, for a symmetric matrix A [n, n]. Its lower triangle is stored in
// columns: column j is lower[j * stride], row i is `i` after that. A is read and written once for both: this is the
// cost of a reflection of its tridiagonal form (symmetriceigen.h).
//
// n >= 0; v, w, u and product [n], no overlap, any alignment, any thread. Each operation is rounded to double
// separately (never fused), and the terms of a column below its diagonal are added in eight partial sums: the same bits
// with every instruction set.
void updateAndMultiply(double* lower, std::int64_t stride, std::int64_t n, const double* v, const double* w,
                       const double* u, double* product);

} // namespace phasor
