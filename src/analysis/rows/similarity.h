// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "system/cancelscope.h"

#include <optional>

namespace phasor {

// Which two rows of a table are hardest to tell apart.
struct ClosestRows
{
    std::int64_t first = 0; // first < second
    std::int64_t second = 0;
    double distance = 0; // Euclid
    std::int64_t checked = 0; // of the table's first rows, each with each
};

// Of the first rows, as many as take about `budget` subtractions; rows with a cell that is no number are left out.
// Nothing where there are no two rows, or when cancelled. Parallel.
std::optional<ClosestRows> closestRows(const Field& table, std::int64_t budget,
                                       const CancelToken& cancel = currentCancel());

// The same of a table that is a sine and a cosine of each frequency: the distance depends on k = second − first alone,
// ‖PE(p) − PE(p + k)‖² = 2 Σ (1 − cos kω). As many k from 1 on as take about `budget` cosines.
std::optional<ClosestRows> closestRows(std::span<const double> frequencies, std::int64_t rows, std::int64_t budget);

enum class SimilarityMeasure {
    Dot, // Σ_c x[i, c] · x[j, c]
    Cosine, // the same of rows of length 1; 0 beside a row of zeros
};

// Row by row, how alike two rows of `x` are: [n, n] for x [n, w], cell (i, j) from rows i and j, added in double, as
// crossProducts. bounds(): [−1, 1] of cosines; ± w times the square of x's greatest bound. Of a table that is too long
// for memory means exist for Dot where x has them.
FieldPtr similarityOfRows(FieldPtr x, SimilarityMeasure measure);

} // namespace phasor
