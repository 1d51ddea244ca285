// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

namespace phasor {

// Where a scheme tells the model which position a token has.
enum class SchemeKind {
    Table, // a row for each position, added to the embedding or put beside it
    Rotation, // queries and keys are turned by angles
    Bias, // a number for each query and key is added to the attention score
    None, // nowhere; the causal mask is all there is
};

// What one column of a table of waves is: the sine or cosine of position times frequency.
struct ColumnWave
{
    std::int64_t pair = 0; // index of the frequency
    bool cosine = false;
    double frequency = 0; // ω, rad per position

    // λ = 2π/ω, positions; infinite where ω is 0.
    double wavelength() const
    {
        return frequency == 0 ? std::numeric_limits<double>::infinity() : 2 * std::numbers::pi / frequency;
    }
};

// The frequencies of a scheme that has any. Closed forms, wavelengths and dead pairs stand on them.
struct Waves
{
    // ω of each pair, rad per position, in the order of pairs (not of columns): the exact ones, correctly rounded or
    // within one unit in the last place.
    std::vector<double> frequencies;
    // Whether every cell is the correctly rounded sine of position times frequency: what has a closed form for sines is
    // then true of the table.
    bool exact = false;
};

// A table [max_len, width] of a scheme of kind Table. Immutable, any thread.
class PositionTable : public Field
{
public:
    // What the cell is by the scheme's formula, with the numbers of the cell: "sin(37 / 10000^(12/512))"; the exact
    // one, whatever the precision of the table. Empty where the cell is a number that was drawn or read. `row` and
    // `column` are inside shape().
    virtual std::string formula(std::int64_t row, std::int64_t column) const = 0;

    // The wave that the column is; nothing where it is none.
    virtual std::optional<ColumnWave> wave(std::int64_t /*column*/) const { return std::nullopt; }
};

// The biases of a scheme of kind Bias. Immutable, any thread.
class PositionBias
{
public:
    virtual ~PositionBias() = default;

    // [length, length]: row = position of the query, column = position of the key. `head` is in 0 … heads − 1.
    virtual FieldPtr field(std::int64_t head, std::int64_t length) const = 0;

    // What the cell is by the scheme's formula, with its numbers: "−0.5 · 3".
    virtual std::string formula(std::int64_t head, std::int64_t query, std::int64_t key) const = 0;

    // The bias where the query stands k >= 0 positions behind the key; nothing where it does not depend on k alone.
    virtual std::optional<double> atDistance(std::int64_t head, std::int64_t k) const = 0;

    // By head, where the bias is a slope times the distance; else empty.
    virtual std::vector<double> slopes() const { return {}; }
};

// What a scheme makes of its settings: what its kind has, and its waves if it has any. Immutable.
struct PositionModel
{
    SchemeKind kind = SchemeKind::None;
    std::shared_ptr<const PositionTable> table = {}; // kind Table
    std::shared_ptr<const PositionBias> bias = {}; // kind Bias
    std::optional<Waves> waves = {};
    std::int64_t firstPosition = 0; // position of row 0 of the table
    bool scoresAreDivided = true; // by the root of the head's width, as all but T5 do
    std::vector<std::string> warnings = {}; // of a table's file
};

} // namespace phasor
