// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "text/message.h"
#include "text/result.h"

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace phasor {

// Place where a scheme adds position to the model.
enum class SchemeKind {
    Table, // a row for each position, added to the embedding or concatenated with it
    Rotation, // queries and keys are rotated
    Bias, // a number for each query and key is added to the attention score
    None, // nowhere; only the causal mask
};

// The wave in one column of a table: sine or cosine of position times frequency.
struct ColumnWave
{
    std::int64_t pair = 0; // index of the frequency
    bool cosine = false;
    double frequency = 0; // ω, rad per position; sampled waves may have ω < 0
    double amplitude = 1; // largest value of the column

    // λ = 2π/ω, positions; infinite if ω is 0.
    double wavelength() const
    {
        return frequency == 0 ? std::numeric_limits<double>::infinity() : 2 * std::numbers::pi / std::fabs(frequency);
    }
};

// Rounding of one cell of a table that is computed in a narrow type.
struct CellRounding
{
    double exact = 0; // value of the formula, correctly rounded to float32
    std::string_view type; // "bfloat16"
    bool stepwise = true; // every step is rounded to the type; else only the cell is, at the end
    double position = 0; // position of the row
    double countedAs = 0; // the position, rounded to the type

    bool operator==(const CellRounding&) const = default;
};

// Frequencies of a scheme that has any. Closed forms, wavelengths and long-wave pairs are derived from them.
struct Waves
{
    // ω of each pair, rad per position, in the order of pairs (not of columns): exact ones, correctly rounded or within
    // one unit in the last place.
    std::vector<double> frequencies;
    // Whether every cell is the correctly rounded sine of position times frequency. Then the closed forms for sines
    // hold.
    bool exact = false;
    // Each frequency has a sine and a cosine without phase: products of rows depend only on the distance.
    bool paired = true;
    // Whether the table has nothing else: then each row has the norm √(width / 2).
    bool alone = true;
    // For grids: number of coordinates of the axis that each pair counts along.
    std::vector<std::int64_t> reach = {};
};

// A table [max_len, width] of a scheme of kind Table, or of the cosines and sines of a rotation. Immutable, any thread.
class PositionTable : public Field
{
public:
    // Formula of a cell with its numbers: "sin(37 / 10000^(12/512))". It is the exact one, whatever the table's
    // precision. Empty if the value is sampled or read from a file. `row` and `column` are inside shape().
    virtual std::string formula(std::int64_t row, std::int64_t column) const = 0;

    // Rounding of a cell that differs from the formula: the exact value, and how the difference arises.
    virtual std::optional<CellRounding> rounding(std::int64_t /*row*/, std::int64_t /*column*/) const
    {
        return std::nullopt;
    }

    // Whether training changes it like the model's other weights.
    virtual bool isLearned() const { return false; }

    // The column's wave; nothing if the column is not a wave.
    virtual std::optional<ColumnWave> wave(std::int64_t /*column*/) const { return std::nullopt; }
};
using PositionTablePtr = std::shared_ptr<const PositionTable>;

// Which two columns of a table or of a rotated head are a pair.
enum class PairLayout {
    Interleaved, // 2i and 2i + 1
    Halves, // i and i + width/2
};

// Rotation of the queries and keys of every head: a scheme of kind Rotation. Each pair (a, b) of the head's first
// width() columns becomes, at position p,
//     a cos pω − b sin pω,   b cos pω + a sin pω,
// with the table's cosine and sine; further columns stay as they are. Immutable, any thread.
struct PositionRotation
{
    // [max_len, width]: pair i has its cosine in the column firstOf(i), its sine in secondOf(i), each times the
    // attention factor.
    PositionTablePtr table;
    std::int64_t headWidth = 0; // >= width()
    PairLayout layout = PairLayout::Halves;
    double attentionFactor = 1;
    // xPos: ζ of each pair; empty: no growth. With n tokens a query's pair is multiplied by ζ^power at position p, a
    // key's pair by ζ^−power, power = (p − ⌈n/2⌉) / growthSpan.
    std::vector<double> growth = {};
    double growthSpan = 512;
    // How a trained model was extended to longer inputs: L₀, θ of each pair before the scaling (the model's waves have
    // it after), and s.
    std::int64_t trainedLength = 0;
    std::vector<double> trainedFrequencies = {};
    double factor = 1;

    std::int64_t width() const { return table->shape().cols; } // even
    std::int64_t pairs() const { return width() / 2; }
    std::int64_t firstOf(std::int64_t pair) const { return layout == PairLayout::Interleaved ? 2 * pair : pair; }
    std::int64_t secondOf(std::int64_t pair) const
    {
        return layout == PairLayout::Interleaved ? 2 * pair + 1 : pair + pairs();
    }
};

// The biases of a scheme of kind Bias. `head` is in 0 … heads − 1. Every function may be called on any thread.
struct PositionBias
{
    // [length, length]: row = position of the query, column = position of the key.
    std::function<FieldPtr(std::int64_t head, std::int64_t length)> field = {};
    // Formula of a cell with its numbers: "−0.5 · 3".
    std::function<std::string(std::int64_t head, std::int64_t query, std::int64_t key)> formula = {};
    // Bias of a query k >= 0 positions after the key; nothing if the bias does not depend on k alone.
    std::function<std::optional<double>(std::int64_t head, std::int64_t k)> atDistance = {};
    FieldPtr learnedNumbers = {}; // initial values of trained biases, [numbers, heads]; null: no biases are trained
    // Index of the trained bias for the distance k = query − key.
    std::function<std::int64_t(std::int64_t k)> learnedNumberAt = {};
    std::vector<double> slopes = {}; // by head, if the bias is a slope times the distance; else empty
};

// Model of positions, made by a scheme. Only its kind's members are set, and waves if it has any. Immutable.
struct PositionModel
{
    PositionTablePtr table = {}; // kind Table
    std::shared_ptr<const PositionBias> bias = {}; // kind Bias
    // For kind Rotation. An Error if heads of this dimension cannot be rotated; only the nodes that need a head then
    // have it.
    std::optional<Result<std::shared_ptr<const PositionRotation>>> rotation = {};
    std::optional<Waves> waves = {};
    std::int64_t firstPosition = 0; // position of row 0 of the table
    std::int64_t gridColumns = 0; // columns of the grid whose cells are the positions, row by row; 0: no grid
    bool scoresAreDivided = true; // by √(head dimension), except in T5
    bool finite = true; // false: the file has NaN or infinite values
    std::vector<Message> warnings = {}; // about the file, or about settings without effect

    // The rotation, or null if there is none or it is an Error.
    const PositionRotation* turns() const { return rotation && rotation->ok() ? rotation->value().get() : nullptr; }
};

} // namespace phasor
