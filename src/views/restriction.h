// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/rows/norms.h"
#include "field/parallel.h"
#include "pipeline/node.h"

#include <algorithm>
#include <utility>

namespace phasor {

// Row i = 0 … count of `count` rows that are evenly spread over `rows`, without a product that could overflow.
inline std::int64_t spreadRow(Span rows, std::int64_t count, std::int64_t i)
{
    return rows.begin + rows.size() / count * i + rows.size() % count * i / count;
}

// Rows 0 … count − 1 of these.
std::vector<std::int64_t> evenlySpread(Span rows, std::int64_t count);

// `count` evenly spread rows of the field, one below the other.
Matrix spreadRows(const Field& field, std::int64_t count);

// Middle coordinate of these indices of the axis.
inline double middleOf(const Axis& axis, Span run)
{
    return static_cast<double>(axis.first) + static_cast<double>(run.begin + run.end - 1) / 2;
}

// Numbers of a table's rows by position: a point for each row, or for several.
struct RowCurve
{
    std::vector<double> positions = {}; // coordinates: the middles of the points' rows
    std::vector<double> numbers = {};
    bool sampled = false; // of some of the rows
};

// Rows that a view by position visits, in `points` bins: all of them if they fit into the budget of cells, else a few
// evenly spread rows per bin.
struct RowSample
{
    struct Bin
    {
        Span rows; // rows that the point represents
        std::vector<Span> visited; // runs of rows
    };
    std::vector<Bin> bins;
    bool sampled = false;

    std::vector<double> positions(const Axis& rows) const; // middle coordinate of each bin
    // A number for each bin: `fold` makes it of the numbers that `numbersOf` gives for a run of rows, one a row, over
    // all visited runs. Parallel; incomplete if canceled.
    template <typename NumbersOf, typename Fold>
    RowCurve curve(const Axis& rows, const NumbersOf& numbersOf, const Fold& fold) const
    {
        RowCurve curve{positions(rows), std::vector<double>(bins.size()), sampled};
        parallelFor(0, std::ssize(bins), 8, [&](Span span) {
            for (auto i = static_cast<std::size_t>(span.begin); std::cmp_less(i, span.end) && !cancelled(); ++i) {
                std::vector<double> ofBin;
                for (const Span run : bins[i].visited)
                    std::ranges::copy(numbersOf(run), std::back_inserter(ofBin));
                curve.numbers[i] = fold(ofBin);
            }
        });
        return curve;
    }
};

// At most `points` bins over `rows` (not empty) of a table of `cols` columns; about `cellBudget` cells in all.
RowSample rowSample(Span rows, std::int64_t cols, std::int64_t points, std::int64_t cellBudget);

// Runs of neighboring rows, evenly spread over `rows`, with about `cellBudget` cells in all; all rows if they fit.
// Neighbors cost less than single rows.
std::vector<Span> sampledRuns(Span rows, std::int64_t cols, std::int64_t cellBudget);

struct ViewState;

// Part of the tables to analyze, in coordinates; nothing: everything.
struct Restriction
{
    std::optional<Span> positions = {};
    std::optional<Span> dimensions = {};
    bool operator==(const Restriction&) const = default;
};

// The selection, if the view is restricted to it.
Restriction restrictionOf(const ViewState& view);

// Cells of the node inside the restriction; all columns of two concatenated masks, where a dimension occurs twice.
// Error: Usage EMPTY if no cell is left.
Result<Rect> cellsInside(const Node& node, const Restriction& to);

// Node with only the rows and columns inside the restriction, and their facts: a table of waves keeps its waves there.
// The node itself if that is everything, or if it failed. Error: that of cellsInside.
Result<NodePtr> restricted(const NodePtr& node, const Restriction& to);

} // namespace phasor
