// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/view.h"

#include "encodings/schemes.h"
#include "field/field.h"
#include "files/tablewriter.h"
#include "text/numbers.h"
#include "views/tables/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

static Error without(SceneReader& scene, Side side, SourceText what, SourceText remedy)
{
    return usageError("SCHEME", "--scheme",
                      what.with(findScheme(scene.read(&Parameters::encoding, side).scheme)->label), remedy);
}

Error noTokens()
{
    return usageError("EMPTY", "--text", WORDS("there are no tokens to show"), WORDS("type a word"));
}

NodePtr nodeOfNumbers(const NodeId& id, SceneReader& scene, Side side, bool byPosition)
{
    for (const NodeId& wanted : {id, NodeId("position")}) {
        NodePtr node = scene.node(wanted, side);
        if (node && node->quantity.family != QuantityFamily::Id
            && (!byPosition || node->rows.kind == AxisKind::Position))
            return node;
    }
    return scene.node("sum", side);
}

Result<NodePtr> encodingNode(SceneReader& scene, Side side)
{
    if (NodePtr node = scene.node("position", side))
        return node;
    const bool bias = scene.node("bias", side) != nullptr;
    return without(scene, side, WORDS("%1 adds no position to the embedding"),
                   bias ? WORDS("choose a scheme that does, or show the stage bias or scores")
                        : WORDS("choose a scheme that does, or show the stage scores"));
}

Result<NodePtr> wavesNode(SceneReader& scene, Side side)
{
    const NodePtr node = scene.node("position", side);
    if (!node)
        return scene.node("bias", side)
            ? without(scene, side, WORDS("%1 adds a bias to the attention scores, so there are no frequencies"),
                      WORDS("choose sinusoidal or RoPE, or the view Distance (relative)"))
            : without(scene, side, WORDS("%1 has no frequencies, because it has no positions"),
                      WORDS("choose sinusoidal or RoPE"));
    TRY_DONE(node->field);
    if (!node->find<PositionFacts>()->model->waves)
        return without(scene, side, WORDS("the table of %1 has no waves, so there are no frequencies"),
                       WORDS("choose sinusoidal or RoPE"));
    return node;
}

Result<NodePtr> pairsNode(SceneReader& scene, Side side)
{
    TRY(NodePtr node, wavesNode(scene, side));
    if (!node->find<PositionFacts>()->model->waves->paired)
        return without(scene, side, WORDS("%1 has sines without cosines, so there are no rotations"),
                       WORDS("choose sinusoidal or RoPE"));
    return node;
}

Result<NodePtr> tableNode(SceneReader& scene, Side side)
{
    TRY(NodePtr node, encodingNode(scene, side));
    if (!node->find<PositionFacts>()->model->table)
        return without(scene, side, WORDS("%1 rotates queries and keys and adds no position to the embedding"),
                       WORDS("choose a scheme that does, or show the stage queries or scores"));
    return node;
}

Result<NodePtr> biasNode(SceneReader& scene, Side side)
{
    if (NodePtr node = scene.node("bias", side))
        return node;
    return without(scene, side, WORDS("%1 adds no bias to the attention scores"),
                   WORDS("choose a scheme that does, such as ALiBi, or the view Scores"));
}

// Lines of pixels, each with its place on the axis: all, at their centers, or one for each cell if that has a pixel.
static std::vector<std::pair<std::int64_t, double>> linesOf(const Axis& axis, Interval visible, std::int64_t pixels)
{
    const double step = (visible.high - visible.low) / static_cast<double>(pixels);
    std::vector<std::pair<std::int64_t, double>> lines;
    for (std::int64_t i = 0; i < pixels; ++i) {
        const double center = visible.low + (static_cast<double>(i) + 0.5) * step;
        const double place = static_cast<double>(axis.first) + (step > 1 ? center - 0.5 : std::floor(center));
        if (lines.empty() || lines.back().second != place)
            lines.emplace_back(i, place);
    }
    return lines;
}

std::vector<std::pair<std::size_t, std::size_t>> commonRows(const std::vector<double>& a, const std::vector<double>& b)
{
    std::vector<std::pair<std::size_t, std::size_t>> rows;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j])
            rows.emplace_back(i++, j++);
        else
            ++(a[i] < b[j] ? i : j);
    }
    return rows;
}

// The column `name` for the key column `key`, or null.
static const DataTable::Column* columnBehind(const DataTable& table, const std::string& key, const std::string& name)
{
    const DataTable::Column* last = nullptr;
    for (const DataTable::Column& column : table.columns) {
        if (column.key)
            last = &column;
        if (column.name == name && last != nullptr && last->name == key)
            return &column;
    }
    return nullptr;
}

DataTable tableOf(const Picture& picture)
{
    constexpr std::array kOfPixels{"smooth_mean", "mean", "envelope", "nearest"};
    const bool tall = picture.rowsPerPixel > 1;
    const bool wide = picture.columnsPerPixel > 1;
    DataTable::Column rows{tall ? "row_of_pixel_center" : "row", {}};
    DataTable::Column columns{wide ? "column_of_pixel_center" : "column", {}};
    DataTable::Column values{tall || wide ? kOfPixels[static_cast<std::size_t>(picture.reduction)] : "value", {}};
    const auto across = linesOf(picture.columns, picture.visibleColumns, picture.values.cols());
    for (const auto& [y, row] : linesOf(picture.rows, picture.visibleRows, picture.values.rows())) {
        for (const auto& [x, column] : across) {
            rows.values.push_back(row);
            columns.values.push_back(column);
            values.values.push_back(static_cast<double>(picture.values(y, x)));
        }
    }
    DataTable table;
    for (DataTable::Column* made : {&rows, &columns, &values})
        table.columns.push_back(std::move(*made));
    return table;
}

void DataTable::append(const std::string& prefix, DataTable table)
{
    for (Column& column : table.columns)
        columns.push_back({prefix + column.name, std::move(column.values), column.key});
}

DataTable differenceOf(const DataTable& a, const DataTable& b)
{
    DataTable difference;
    std::string key;
    std::vector<std::pair<std::size_t, std::size_t>> rows;
    for (const DataTable::Column& column : a.columns) {
        const DataTable::Column* other = columnBehind(b, column.key ? column.name : key, column.name);
        std::vector<double> values;
        if (column.key) {
            key = column.name;
            rows = other != nullptr ? commonRows(column.values, other->values) : decltype(rows)();
            for (const auto& [i, j] : rows)
                values.push_back(column.values[i]);
            if (!rows.empty())
                difference.add(column.name, std::move(values), kKey);
            continue;
        }
        if (other == nullptr || rows.empty())
            continue;
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        for (const auto& [i, j] : rows)
            values.push_back(i < column.values.size() && j < other->values.size() ? column.values[i] - other->values[j]
                                                                                  : kNone);
        difference.add(column.name, std::move(values));
    }
    return difference;
}

FieldPtr differenceOf(const FieldPtr& a, const FieldPtr& b, bool absolute)
{
    const Shape shape{std::min(a->shape().rows, b->shape().rows), std::min(a->shape().cols, b->shape().cols)};
    const double reach
        = std::max(std::abs(a->bounds().high - b->bounds().low), std::abs(a->bounds().low - b->bounds().high));
    return computedField(shape, {absolute ? 0 : -reach, reach}, [=](Rect rect, MatrixView<float> out) {
        a->fill(rect, out);
        Matrix other(rect.shape());
        b->fill(rect, other.view());
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c) {
                const float difference = out(r, c) - other(r, c);
                out(r, c) = absolute ? std::abs(difference) : difference;
            }
        }
    });
}

DataTable besideEachOther(DataTable a, const DataTable& b)
{
    DataTable difference = differenceOf(a, b);
    a.append("b_", b);
    a.append("difference_", std::move(difference));
    return a;
}

std::string csvOf(const DataTable& table)
{
    std::string text;
    std::size_t rows = 0;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        text += (c == 0 ? "" : ",") + csvField(table.columns[c].name);
        rows = std::max(rows, table.columns[c].values.size());
    }
    text += '\n';
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            if (c > 0)
                text += ',';
            const std::vector<double>& values = table.columns[c].values;
            if (r < values.size() && !std::isnan(values[r]))
                text += printReal(values[r]);
        }
        text += '\n';
    }
    return text;
}

DataTable PicturesData::table() const
{
    DataTable table = tableOf(picture);
    if (b)
        table.append("b_", tableOf(*b));
    if (difference)
        table.append("difference_", tableOf(*difference));
    return table;
}

} // namespace phasor
