// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/readout.h"

#include <algorithm>

namespace phasor {

// Indices of the node at the cursor; nothing if the cursor has no such coordinate, or it is outside.
static std::optional<std::pair<std::int64_t, std::int64_t>> cellAt(const Node& node, const Cursor& cursor)
{
    const auto indexOn = [&](const Axis& axis) {
        return cursor[axis.kind] ? axis.index(*cursor[axis.kind]) : std::nullopt;
    };
    const auto row = indexOn(node.rows);
    const auto column = indexOn(node.columns);
    return row && column ? std::optional(std::pair(*row, *column)) : std::nullopt;
}

// Moves a coordinate that only a larger table had to the last row or dimension.
static void clampTo(Cursor& cursor, const std::vector<NodePtr>& nodes)
{
    for (const AxisKind kind : {AxisKind::Position, AxisKind::Dimension, AxisKind::Key}) {
        std::optional<Span> reach; // first and last
        for (const NodePtr& node : nodes) {
            for (const Axis* axis : {&node->rows, &node->columns}) {
                // The keys of a view that compares positions are positions.
                const bool key = kind == AxisKind::Key && axis->kind == AxisKind::Position;
                if ((axis->kind != kind && !key) || axis->count == 0)
                    continue;
                const std::int64_t last = axis->first + (axis->period > 0 ? axis->period : axis->count) - 1;
                reach = reach ? Span{std::min(reach->begin, axis->first), std::max(reach->end, last)}
                              : Span{axis->first, last};
            }
        }
        if (cursor[kind] && reach)
            cursor[kind] = std::clamp(*cursor[kind], reach->begin, reach->end);
    }
}

static ReadoutData::Step stepOf(const NodePtr& node, std::int64_t row, std::int64_t column)
{
    ReadoutData::Step step{.node = node, .row = row, .column = column, .value = valueAt(*node, row, column)};
    if (node->note && step.value)
        step.note = node->note(row, column);
    const std::int64_t second = column + node->columns.period;
    const bool twice = node->columns.period > 0 && second < node->columns.count;
    if (twice && node->note && valueAt(*node, row, second))
        step.second = node->note(row, second);
    return step;
}

static std::optional<WaveOfColumn> waveAt(const NodePtr& position, const Cursor& cursor)
{
    const auto* facts = position ? position->find<PositionFacts>() : nullptr;
    if (facts == nullptr || !position->field.ok() || !cursor[AxisKind::Dimension])
        return std::nullopt;
    const std::optional<std::int64_t> column = position->columns.index(*cursor[AxisKind::Dimension]);
    return column ? waveOfColumn(*position, *column) : std::nullopt;
}

Result<ViewDataPtr> compute(const ReadoutRequest& request, SceneReader& scene, Effort)
{
    auto data = std::make_shared<ReadoutData>();
    const std::vector<NodePtr> nodes = scene.nodes();
    data->cursor = request.cursor;
    data->rows = scene.node("embedding")->rows.count;
    clampTo(data->cursor, nodes);
    data->wave = waveAt(scene.node("position"), data->cursor);
    if (scene.comparing())
        data->waveOfB = waveAt(scene.node("position", Side::B), data->cursor);
    for (const NodePtr& node : nodes) {
        const auto cell = cellAt(*node, data->cursor);
        if (!cell)
            continue;
        data->steps.push_back(stepOf(node, cell->first, cell->second));
        if (scene.comparing()) {
            const NodePtr other = scene.node(node->id, Side::B);
            const auto there = other ? cellAt(*other, data->cursor) : std::nullopt;
            if (auto step = there ? stepOf(other, there->first, there->second) : ReadoutData::Step(); step.value)
                data->steps.back().ofB = std::make_shared<ReadoutData::Step>(std::move(step));
        }
        if (data->token.empty() && node->rows.named())
            data->token = node->rows.label(cell->first);
    }
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
