// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/rows/norms.h"
#include "pipeline/node.h"

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

// Runs of neighboring rows, evenly spread over `rows`, of about `cellBudget` cells in all; all rows where they fit.
// Neighbors cost less than rows by themselves.
std::vector<Span> sampledRuns(Span rows, std::int64_t cols, std::int64_t cellBudget);

// Mean and mean square of each column over sampledRuns() of the table.
struct SampledEnergy : ColumnEnergy
{
    bool sampled = false; // not over all rows
};
SampledEnergy sampledEnergy(const Field& field, std::int64_t cellBudget, const CancelToken& cancel);

struct ViewState;

// The part of the tables that an analysis looks at, in coordinates; nothing: all of them.
struct Restriction
{
    std::optional<Span> positions = {};
    std::optional<Span> dimensions = {};

    bool operator==(const Restriction&) const = default;
    bool everything() const { return !positions && !dimensions; }
};

// The selection, if the view asks for it alone.
Restriction restrictionOf(const ViewState& view);

// The node's cells whose positions and dimensions are inside; all columns of two masks side by side, where a dimension
// stands twice. Error: Usage EMPTY where nothing is left.
Result<Rect> cellsInside(const Node& node, const Restriction& to);

// The node's rows of positions and columns of dimensions that are inside, and what is known of them: a table of waves
// has the waves that are left. The node itself where that is all of it, or where it cannot be had. Error: that of
// cellsInside.
Result<NodePtr> restricted(const NodePtr& node, const Restriction& to);

} // namespace phasor
