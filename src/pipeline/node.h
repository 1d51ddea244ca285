// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "field/field.h"
#include "field/shape.h"
#include "pipeline/tokensequence.h"
#include "raster/colormaps.h"

#include <functional>

namespace phasor {

// Kind of the rows or columns of a table. Axes of the same kind are linked: a position is the same on every picture.
enum class AxisKind { Position, Dimension, Key, Id };

// Rows or columns of a table: index ↔ coordinate ↔ label. A coordinate is what users call "position 3" or "dimension
// 12", independent of the index in a particular table. Cursor, zoom and links use coordinates.
struct Axis
{
    AxisKind kind = AxisKind::Position;
    std::int64_t count = 0; // indices 0 … count − 1
    std::int64_t first = 0; // coordinate of index 0
    std::int64_t firstLabel = 0; // number in the label of index 0
    std::int64_t period = 0; // coordinates restart after this many indices (two concatenated masks); 0: never
    std::int64_t gridColumns = 0; // columns of the grid whose cells are the indices, row by row; 0: no grid
    std::shared_ptr<const TokenSequence> tokens = {}; // labels of the indices; null: numbers

    bool operator==(const Axis&) const = default;

    std::int64_t coordinate(std::int64_t index) const { return first + (period > 0 ? index % period : index); }
    // The (first) index with this coordinate; nothing outside the table.
    std::optional<std::int64_t> index(std::int64_t coordinate) const;
    // The token's text if the axis has tokens (empty after the last one), row and column of a grid's cell ("3, 7"),
    // else the number.
    std::string label(std::int64_t index) const;
    bool named() const { return tokens != nullptr; }

    struct GridCell
    {
        std::int64_t row = 0;
        std::int64_t column = 0;
    };
    // Grid cell of an index; nothing if the axis is not a grid.
    std::optional<GridCell> gridCell(std::int64_t index) const;

    // Visible part [low, high) of the indices for a zoom to `range`, in fractions of cells: index i covers [i, i + 1),
    // its coordinates [first + i, first + i + 1). Inside the table, at least one cell; everything if there is no range
    // or it is not finite.
    Interval visible(const std::optional<Interval>& range) const;
    // An interval of indices in coordinates, as a zoom of this axis stores it.
    Interval inCoordinates(Interval indices) const;
};

// Name of a part of the pipeline, on the command line and in sessions: "scaled". Only the builders know all names.
using NodeId = std::string;

// Kind of numbers in a table: determines the color map and the type in a file.
enum class QuantityFamily {
    Signed, // on both sides of 0
    Magnitude, // from 0 on
    Share, // 0 … 1: a mask, or its mean over a pixel; bool in a file
    Id, // integers that identify things; int64 in a file
};

struct Quantity
{
    SourceText symbol; // in formulas and on the strip: "s·E"
    SourceText title; // on a plot: "Scaled embedding s·E"
    QuantityFamily family = QuantityFamily::Signed;
    Hue hue = Hue::Sum;
    // Few cells come near the model's bounds, or some are infinite (scores behind a causal mask). Colors then follow
    // the visible data.
    bool boundsAreRemote = false;

    bool operator==(const Quantity&) const = default;
};

// How a node is computed from its inputs. Its words and its sign on the strip are made elsewhere.
enum class Operation {
    Input, // from nothing that is shown
    LookUp, // the rows of the tokens
    Scale,
    Encode,
    Add,
    Concatenate,
    Same, // output is the input
    Draw, // random, of the input's shape
    Drop,
    Project,
    Score, // q·k
    AddBias, // q·k + bias
    SoftMax,
};

// Facts about a node in addition to its table.
struct EmbeddingFacts
{
    double sigma = 0; // standard deviation per element: the initializer's or the file's
    double size = 0; // root mean square of the elements; σ of an initializer
    bool finite = true; // false: the file has NaN or infinite values
    bool operator==(const EmbeddingFacts&) const = default;
};
struct ScaleFacts
{
    double factor = 1; // s, in double; the pipeline multiplies by its float32
    ScaleFactor rule;
    std::int64_t dModel = 0;
    bool operator==(const ScaleFacts&) const = default;
};
struct PositionFacts
{
    std::shared_ptr<const PositionModel> model;
    bool operator==(const PositionFacts&) const = default;
};
struct DropoutFacts
{
    double probability = 0; // p, or 0 in eval mode
    double factor = 1; // for kept elements; 1 if dropout does nothing
    DropoutMode mode = DropoutMode::Train;
    PlacementId placement = PlacementId::Sum;
    std::string generator; // generator of the mask
    std::int64_t positionOffset = 0; // the encoding's first column in the mask; −1: no columns of its own
    std::shared_ptr<const TokenSequence> sequence; // which rows are protected, which are padding
    bool operator==(const DropoutFacts&) const = default;
};
struct AttentionFacts
{
    std::int64_t head = 0;
    std::int64_t heads = 1;
    bool causal = true;
    bool operator==(const AttentionFacts&) const = default;
};
using NodeFacts = std::variant<std::monostate, EmbeddingFacts, ScaleFacts, PositionFacts, DropoutFacts, AttentionFacts>;

// Origin of one cell's value: the part that the node itself knows.
struct CellNote
{
    std::string formula; // with the numbers of the cell: "sin(37 / 10000^(12/512))"; empty: there is none
    // Terms of a score: what each pair of columns of the head adds to q · k, largest first.
    struct Part
    {
        std::int64_t pair = 0;
        double value = 0;
        bool operator==(const Part&) const = default;
    };
    std::vector<Part> parts = {};
    std::optional<CellRounding> rounding = {}; // if the value differs from the formula
    // What dropout does to the cell, in the mask and after it.
    enum class Fate { None, Kept, Dropped, Protected, Padding };
    Fate fate = Fate::None;
};

// A Field with its meaning. Immutable; two pipelines that share a node share its values.
struct Node
{
    NodeId id;
    Quantity quantity;
    Operation operation = Operation::Input;
    std::vector<NodeId> inputs = {};
    Axis rows = {};
    Axis columns = {};
    NodeFacts facts = {};
    bool positionEnters = false; // this node adds position to the model
    Result<FieldPtr> field; // an Error if it is impossible (too many random numbers, a missing file)
    // `row` and `column` are indices inside the table; empty: no note.
    std::function<CellNote(std::int64_t row, std::int64_t column)> note = {};

    Shape shape() const { return {rows.count, columns.count}; }
    template <typename Facts> const Facts* find() const { return std::get_if<Facts>(&facts); }
};

using NodePtr = std::shared_ptr<const Node>;

// The cell's value; nothing if the node is an Error or the cell is outside.
std::optional<double> valueAt(const Node& node, std::int64_t row, std::int64_t column);

} // namespace phasor
