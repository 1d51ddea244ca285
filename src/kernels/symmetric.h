// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// A −= v wᵀ + w vᵀ, and product = A u of the new A, for a symmetric matrix A [n, n] of which the lower triangle lies in
// columns: column j is lower[j * stride], row i of it `i` behind that. A is read and written once for both, which is
// what a reflection of its tridiagonal form costs (symmetriceigen.h).
//
// n >= 0; v, w, u and product [n], no overlap, any alignment, any thread. Each operation is rounded to double on its
// own (never fused), the terms of a column below its diagonal are added in eight partial sums: the same bits on every
// instruction set.
void updateAndMultiply(double* lower, std::int64_t stride, std::int64_t n, const double* v, const double* w,
                       const double* u, double* product);

} // namespace phasor
