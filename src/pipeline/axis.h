// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "pipeline/tokensequence.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace phasor {

// What the rows or columns of a table are. Axes of the same kind are linked: a position is the same position on every
// picture.
enum class AxisKind { Position, Dimension, Key, Id };

// The rows or the columns of a table: index ↔ coordinate ↔ label. A coordinate is what a user means by "position 3" or
// "dimension 12", whatever row or column of a particular table that is; cursor, zoom and links speak in coordinates.
struct Axis
{
    AxisKind kind = AxisKind::Position;
    std::int64_t count = 0; // indices 0 … count − 1
    std::int64_t first = 0; // coordinate of index 0
    std::int64_t firstLabel = 0; // number that index 0 is called by
    std::int64_t period = 0; // where coordinates begin anew after so many indices (two masks side by side); 0: nowhere
    std::int64_t gridColumns = 0; // indices are the cells of a grid with so many columns, row by row; 0: of none
    std::shared_ptr<const TokenSequence> tokens = {}; // that name the indices; null: numbers do

    bool operator==(const Axis&) const = default;

    std::int64_t coordinate(std::int64_t index) const { return first + (period > 0 ? index % period : index); }
    // The (first) index with this coordinate; nothing outside the table.
    std::optional<std::int64_t> index(std::int64_t coordinate) const;
    // The token's text where tokens name the indices (empty beyond the last token), row and column of a grid's cell
    // ("3, 7"), else the number.
    std::string label(std::int64_t index) const;
    bool named() const { return tokens != nullptr; }

    struct GridCell
    {
        std::int64_t row = 0;
        std::int64_t column = 0;
    };
    // Of indices that are cells of a grid; nothing for others.
    std::optional<GridCell> gridCell(std::int64_t index) const;

    // The part [low, high) of the indices that a zoom to `range` shows, both in whole or broken cells: index i covers
    // [i, i + 1), its coordinates [first + i, first + i + 1). Inside the table, at least one cell; all of it without a
    // range or with one that is not finite.
    Interval visible(const std::optional<Interval>& range) const;
    // The indices' interval as coordinates: what a zoom of this axis stores.
    Interval inCoordinates(Interval indices) const;
};

// The whole cells that a visible part touches, in 0 … count.
Span cellsOf(Interval visible, std::int64_t count);

} // namespace phasor
