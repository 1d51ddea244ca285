// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

namespace phasor {

// Error of a table against another one, and the rows that it can't tell apart.

// Largest |value| of each row of `rows`; NaN if a row has a NaN or infinite value. For a difference of tables: the
// error by position. Any thread.
std::vector<double> greatestByRow(const Field& difference, Span rows);

struct Collisions
{
    std::vector<std::int64_t> rows; // rows with the same bits as another checked row, ascending
    Span checked; // the rows that were compared with each other
};

// Which rows of `rows` are the same, bit for bit. Compares the first rows of about `cellBudget` cells, all if they fit.
// Parallel; any thread.
Collisions collisions(const Field& table, Span rows, std::int64_t cellBudget);

} // namespace phasor
