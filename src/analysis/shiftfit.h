// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "system/cancelscope.h"

#include <optional>

namespace phasor {

// Linear map from each row of a table to the row k later: row(p + k) ≈ T · row(p). For sines and cosines it is exact
// and rotates each pair by k · ω ("Attention Is All You Need", section 3.5); for other tables it is the best fit.

// A row of T. It has at most two entries: on the diagonal, and at the other column of its pair.
struct ShiftRow
{
    std::int64_t partner = -1; // column of the second entry; -1: none
    double own = 0;
    double other = 0;
};

// T as a Field [w, w], w = rows.size(). Means in closed form. bounds(): [-1, 1].
FieldPtr pairwiseShift(std::vector<ShiftRow> rows);

struct FittedShift
{
    Matrix map;
    std::vector<std::int64_t> rows; // each p it was fitted to: row p and row p + k have no NaN or infinite cell
};

// Least-squares T over p in [rows.begin, rows.end - k), k >= 1; the smallest one if several fit equally. Solved by the
// eigenvectors of the Gram matrix, O(w^3). Nothing without such pairs of rows, or when canceled.
std::optional<FittedShift> fittedShift(const Field& table, Span rows, std::int64_t k);

// ‖row(p + k) − T · row(p)‖ for each p.
std::vector<double> shiftResiduals(const Field& table, const Field& shift, std::span<const std::int64_t> positions,
                                   std::int64_t k);
std::vector<double> shiftResiduals(const Field& table, std::span<const ShiftRow> shift,
                                   std::span<const std::int64_t> positions, std::int64_t k);

} // namespace phasor
