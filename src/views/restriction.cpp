// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/restriction.h"

#include "kernels/reduce.h"
#include "pipeline/fields/stagefields.h"
#include "views/view.h"

#include <algorithm>
#include <cmath>

namespace phasor {

std::vector<std::int64_t> evenlySpread(Span rows, std::int64_t count)
{
    std::vector<std::int64_t> spread;
    for (std::int64_t i = 0; i < count; ++i)
        spread.push_back(spreadRow(rows, count, i));
    return spread;
}

Matrix spreadRows(const Field& field, std::int64_t count)
{
    const auto [rows, cols] = field.shape();
    Matrix values(Shape{count, cols});
    for (std::int64_t i = 0; i < count; ++i)
        field.fill({spreadRow({0, rows}, count, i), 0, 1, cols}, values.view().window({i, 0, 1, cols}));
    return values;
}

RowSample rowSample(Span rows, std::int64_t cols, std::int64_t points, std::int64_t cellBudget)
{
    RowSample sample;
    const std::int64_t mostRows = std::max<std::int64_t>(1, cellBudget / std::max<std::int64_t>(1, cols));
    sample.sampled = rows.size() > mostRows;
    const std::int64_t bins = std::clamp<std::int64_t>(std::min(points, mostRows), 1, rows.size());
    const std::int64_t perBin = std::max<std::int64_t>(1, mostRows / bins);
    for (std::int64_t b = 0; b < bins; ++b) {
        RowSample::Bin bin{{spreadRow(rows, bins, b), spreadRow(rows, bins, b + 1)}, {}};
        if (!sample.sampled || bin.rows.size() <= perBin) {
            bin.visited.push_back(bin.rows);
        } else {
            for (std::int64_t k = 0; k < perBin; ++k) {
                const std::int64_t row = bin.rows.begin + (2 * k + 1) * bin.rows.size() / (2 * perBin);
                bin.visited.push_back({row, row + 1});
            }
        }
        sample.bins.push_back(std::move(bin));
    }
    return sample;
}

std::vector<double> RowSample::positions(const Axis& rows) const
{
    return columnFrom(bins, [&](const Bin& bin) { return middleOf(rows, bin.rows); });
}

std::vector<Span> sampledRuns(Span rows, std::int64_t cols, std::int64_t cellBudget)
{
    constexpr std::int64_t kRuns = 16;
    const std::int64_t most = std::max<std::int64_t>(1, cellBudget / std::max<std::int64_t>(1, cols));
    if (rows.size() <= most)
        return {rows};
    const std::int64_t runs = std::min(kRuns, most);
    const std::int64_t length = most / runs;
    std::vector<Span> sampled;
    for (std::int64_t i = 0; i < runs; ++i) {
        const std::int64_t begin = spreadRow({rows.begin, rows.end - length}, runs, i);
        sampled.push_back({begin, begin + length});
    }
    return sampled;
}

namespace {

// Rows and columns of a table of positions, whose waves have the numbers of the pairs that are left.
class TablePart final : public PositionTable
{
public:
    TablePart(std::shared_ptr<const PositionTable> table, Rect window, std::map<std::int64_t, std::int64_t> pairs)
        : m_table(table)
        , m_cells(windowOf(std::move(table), window))
        , m_window(window)
        , m_pairs(std::move(pairs))
    {
    }

    Shape shape() const override { return m_window.shape(); }
    Interval bounds() const override { return m_cells->bounds(); }
    void fill(Rect rect, MatrixView<float> out) const override { m_cells->fill(rect, out); }
    void fillStreaming(Rect rect, MatrixView<float> out) const override { m_cells->fillStreaming(rect, out); }
    bool inMemory() const override { return m_cells->inMemory(); }
    MatrixView<const float> cells(Rect rect) const override { return m_cells->cells(rect); }
    const MeansOfBlocks* means() const override { return m_cells->means(); }

    std::string formula(std::int64_t row, std::int64_t column) const override
    {
        return m_table->formula(row + m_window.row, column + m_window.col);
    }
    std::optional<CellRounding> rounding(std::int64_t row, std::int64_t column) const override
    {
        return m_table->rounding(row + m_window.row, column + m_window.col);
    }
    std::optional<ColumnWave> wave(std::int64_t column) const override
    {
        std::optional<ColumnWave> wave = m_table->wave(column + m_window.col);
        if (wave)
            wave->pair = m_pairs.at(wave->pair);
        return wave;
    }

private:
    std::shared_ptr<const PositionTable> m_table;
    FieldPtr m_cells;
    Rect m_window;
    std::map<std::int64_t, std::int64_t> m_pairs; // number in the entire table: number here
};

// Number of each pair's columns inside the window, by the pair's number in the entire table.
std::map<std::int64_t, int> columnsInside(const PositionTable& table, Rect window)
{
    std::map<std::int64_t, int> columns;
    for (std::int64_t c = window.col; c < window.col + window.cols; ++c) {
        if (const std::optional<ColumnWave> wave = table.wave(c))
            ++columns[wave->pair];
    }
    return columns;
}

Waves wavesInside(const Waves& all, const std::map<std::int64_t, int>& columns)
{
    Waves waves = all;
    waves.frequencies.clear();
    waves.reach.clear();
    for (const auto& [pair, count] : columns) {
        const auto at = static_cast<std::size_t>(pair);
        waves.frequencies.push_back(all.frequencies[at]);
        if (!all.reach.empty())
            waves.reach.push_back(all.reach[at]);
        // With half a pair the norm of a row depends on the position.
        waves.paired = waves.paired && count == 2;
        waves.alone = waves.alone && count == 2;
    }
    return waves;
}

// Model of a table's part. A rotation's table has other columns than the stages.
std::shared_ptr<const PositionModel> partOf(const PositionModel& model, Rect window)
{
    PositionModel part = model;
    const std::map<std::int64_t, int> columns = columnsInside(*model.table, window);
    std::map<std::int64_t, std::int64_t> numbers;
    for (const auto& [pair, count] : columns)
        numbers.emplace(pair, std::ssize(numbers));
    part.table = std::make_shared<TablePart>(model.table, window, std::move(numbers));
    if (model.waves)
        part.waves = wavesInside(*model.waves, columns);
    part.firstPosition += window.row;
    part.gridColumns = 0; // a part of a grid is not a grid
    return std::make_shared<const PositionModel>(std::move(part));
}

// The cells of an axis whose coordinates are inside.
Span cellsInside(const Axis& axis, AxisKind kind, const std::optional<Span>& coordinates)
{
    if (!coordinates || axis.kind != kind || axis.period > 0)
        return {0, axis.count};
    const std::int64_t begin = std::clamp<std::int64_t>(coordinates->begin - axis.first, 0, axis.count);
    return {begin, std::clamp<std::int64_t>(coordinates->end - axis.first, begin, axis.count)};
}

Axis partOf(Axis axis, Span cells)
{
    if (cells.begin > 0)
        axis.tokens = nullptr; // they name the cells from the first one on
    axis.first += cells.begin;
    axis.firstLabel += cells.begin;
    axis.count = cells.size();
    axis.period = 0;
    axis.gridColumns = 0;
    return axis;
}

} // namespace

Restriction restrictionOf(const ViewState& view)
{
    if (!view.onlySelection)
        return {};
    const auto whole = [](const std::optional<Interval>& range) -> std::optional<Span> {
        if (!range)
            return std::nullopt;
        return Span{static_cast<std::int64_t>(std::floor(range->low)),
                    static_cast<std::int64_t>(std::ceil(range->high))};
    };
    return {whole(view.selection[AxisKind::Position]), whole(view.selection[AxisKind::Dimension])};
}

Result<Rect> cellsInside(const Node& node, const Restriction& to)
{
    const Span rows = cellsInside(node.rows, AxisKind::Position, to.positions);
    const Span columns = cellsInside(node.columns, AxisKind::Dimension, to.dimensions);
    if ((rows.size() == 0 && node.rows.count > 0) || (columns.size() == 0 && node.columns.count > 0))
        return usageError("EMPTY", rows.size() == 0 ? "--only-rows" : "--only-cols",
                          WORDS("no selected value belongs to %1").with(node.quantity.symbol),
                          WORDS("select others, or clear the selection"));
    return Rect{rows.begin, columns.begin, rows.size(), columns.size()};
}

Result<NodePtr> restricted(const NodePtr& node, const Restriction& to)
{
    if (to == Restriction{} || !node || !node->field.ok())
        return node;
    TRY(const Rect window, cellsInside(*node, to));
    if (window.rows == node->rows.count && window.cols == node->columns.count)
        return node;
    Node part = *node;
    part.rows = partOf(part.rows, {window.row, window.row + window.rows});
    part.columns = partOf(part.columns, {window.col, window.col + window.cols});
    part.note = {}; // refers to the entire table
    part.field = windowOf(*node->field, window);
    if (const auto* position = node->find<PositionFacts>(); position != nullptr && position->model->table) {
        auto model = partOf(*position->model, window);
        part.field = FieldPtr(model->table);
        part.facts = PositionFacts{std::move(model)};
    }
    return std::make_shared<const Node>(std::move(part));
}

} // namespace phasor
