// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "system/cancelscope.h"

#include <optional>

namespace phasor {

// The two most similar rows of a table.
struct ClosestRows
{
    std::int64_t first = 0; // first < second
    std::int64_t second = 0;
    double distance = 0; // Euclid
    std::int64_t checked = 0; // number of checked rows (the table's first ones), each with each
};

// The closest two of the first rows, as many as take about `budget` subtractions. Leaves out rows with NaN or infinite
// cells. Nothing for fewer than two rows, or when canceled. Parallel.
std::optional<ClosestRows> closestRows(const Field& table, std::int64_t budget,
                                       const CancelToken& cancel = currentCancel());

// Same for a table with a sine and a cosine of each frequency. The distance depends only on k = second − first: ‖PE(p)
// − PE(p + k)‖² = 2 Σ (1 − cos kω). Tries k = 1, 2 … for about `budget` cosines.
std::optional<ClosestRows> closestRows(std::span<const double> frequencies, std::int64_t rows, std::int64_t budget);

enum class SimilarityMeasure {
    Dot, // Σ_c x[i, c] · x[j, c]
    Cosine, // dot product of rows scaled to length 1; 0 for a row of zeros
};

// Similarity of each two rows of `x`: [n, n] for x [n, w], cell (i, j) from rows i and j, summed in double like
// crossProducts. bounds(): [−1, 1] for cosines, else ± w times the square of x's largest bound. If the table is too
// long for memory, means() exists for Dot only, and if x has it.
FieldPtr similarityOfRows(FieldPtr x, SimilarityMeasure measure);

} // namespace phasor
