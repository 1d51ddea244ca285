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

} // namespace phasor
