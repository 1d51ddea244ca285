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
double rowSumSquares(const float* row, std::int64_t n);
double rowDot(const float* a, const float* b, std::int64_t n);

// sum[j] += row[j], sumSquares[j] += row[j]^2
void addColumnEnergies(const float* row, std::int64_t n, double* sum, double* sumSquares);

// What a row holds. low and high are of the finite values; low > high (+Inf, -Inf) if there is none. A zero is +0.
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

// Reduction of a rectangle to blocks: first the rows of a block, then bins of columns.
// Bin b is the columns [edges[b], edges[b + 1]); edges holds bins + 1 ascending numbers. No bin is empty.

void addRow(double* total, const float* row, std::int64_t n); // total[j] += row[j]
void addRow(float* total, const float* row, std::int64_t n);

// low[j], high[j] = the least and greatest row[j] so far. Start with NaN = nothing yet; a NaN in row is passed over.
void extendRow(float* low, float* high, const float* row, std::int64_t n);

// out[b] = sum of bin b, in the order above.
void binSums(const float* row, const std::int64_t* edges, std::int64_t bins, double* out);
void binSums(const double* row, const std::int64_t* edges, std::int64_t bins, double* out);

// out[b] = least (greatest) value of bin b; NaN is passed over, NaN if there is nothing else. A zero is +0.
void binMinima(const float* row, const std::int64_t* edges, std::int64_t bins, float* out);
void binMaxima(const float* row, const std::int64_t* edges, std::int64_t bins, float* out);

// counts[b] += values in [edges[b], edges[b + 1]), the last bin with its end. The bins + 1 edges are finite, ascending
// and equally spaced to rounding (numpy.linspace). Returns how many values, NaN among them, are in no bin.
// 1 <= bins <= 2^20.
std::int64_t addHistogram(const float* row, std::int64_t n, const double* edges, std::int64_t bins,
                          std::int64_t* counts);

} // namespace phasor
