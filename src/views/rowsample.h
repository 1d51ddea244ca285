// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/rows/norms.h"
#include "pipeline/axis.h"

namespace phasor {

// Row i = 0 … count of `count` rows that are evenly spread over `rows`, without a product that could overflow.
inline std::int64_t spreadRow(Span rows, std::int64_t count, std::int64_t i)
{
    return rows.begin + rows.size() / count * i + rows.size() % count * i / count;
}

// Rows 0 … count − 1 of these.
std::vector<std::int64_t> evenlySpread(Span rows, std::int64_t count);

// Such rows of the whole field, one below the other.
Matrix spreadRows(const Field& field, std::int64_t count);

// Which rows a view by position visits: all of them in `points` bins where they fit into the budget of cells, else a
// few rows of each bin, evenly spread.
struct RowSample
{
    struct Bin
    {
        Span rows; // that the point stands for
        std::vector<Span> visited; // runs of rows

        double middle(const Axis& of) const // its coordinate
        {
            return static_cast<double>(of.first) + static_cast<double>(rows.begin + rows.end - 1) / 2;
        }
    };
    std::vector<Bin> bins;
    bool sampled = false;
};

// At most `points` bins over `rows` (not empty) of a table of `cols` columns; about `cellBudget` cells in all.
RowSample rowSample(Span rows, std::int64_t cols, std::int64_t points, std::int64_t cellBudget);

// Runs of neighbouring rows, evenly spread over `rows`, of about `cellBudget` cells in all; all rows where they fit.
// Neighbours cost less than rows by themselves.
std::vector<Span> sampledRuns(Span rows, std::int64_t cols, std::int64_t cellBudget);

// Mean and mean square of each column over sampledRuns() of the table.
struct SampledEnergy : ColumnEnergy
{
    bool sampled = false; // not over all rows
};
SampledEnergy sampledEnergy(const Field& field, std::int64_t cellBudget, const CancelToken& cancel);

} // namespace phasor
