// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/phasors.h"

#include "field/matrixfield.h"
#include "pipeline/fields/stagefields.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

constexpr std::int64_t kUsualPosition = 12; // a position where the default frequencies' angles clearly differ

static double angleIn(const Matrix& row, const ColumnsOfPair& pair)
{
    return std::atan2(static_cast<double>(row.data()[pair.sine]), static_cast<double>(row.data()[pair.cosine]));
}

// Adds the rotated pairs of a token's query or, at the other position, of its key; 1 is the token's longest pair.
// Before: rotated back by the table's angle, without attention factor and growth of xPos.
static void addVectors(std::vector<PhasorClocks::Clock>& clocks, const NodePtr& node, std::optional<std::int64_t> row,
                       const PositionRotation& rotation, HeadSide side)
{
    if (!node || !row || !node->field.ok() || *row >= node->rows.count)
        return;
    const Matrix values = materialized(**node->field, {*row, 0, 1, node->columns.count});
    const auto after = [&](std::int64_t pair) {
        return PhasorClocks::Vector{static_cast<double>(values.data()[rotation.firstOf(pair)]),
                                    static_cast<double>(values.data()[rotation.secondOf(pair)])};
    };
    const auto factor = [&](std::int64_t pair) {
        return rotation.attentionFactor * static_cast<double>(growthAt(rotation, side, pair, *row, node->rows.count));
    };
    double longest = 0;
    for (std::int64_t pair = 0; pair < rotation.pairs(); ++pair) {
        const auto [x, y] = after(pair);
        longest = std::max({longest, std::hypot(x, y), std::hypot(x, y) / factor(pair)});
    }
    if (!(longest > 0) || !std::isfinite(longest))
        return;
    const bool key = side == HeadSide::Keys;
    for (PhasorClocks::Clock& clock : clocks) {
        if (key && !clock.otherAngle)
            continue;
        const auto [x, y] = after(clock.pair);
        const double f = factor(clock.pair);
        const double c = std::cos(key ? *clock.otherAngle : clock.angle);
        const double s = std::sin(key ? *clock.otherAngle : clock.angle);
        const PhasorClocks::Turned turned{.before = {(x * c + y * s) / f / longest, (y * c - x * s) / f / longest},
                                          .after = {x / longest, y / longest}};
        (key ? clock.key : clock.query) = turned;
    }
}

// Number of positions that the pair counts along; `rows`: of the table.
static std::int64_t rowsOf(const PositionModel& model, const ColumnsOfPair& pair, std::int64_t rows)
{
    return model.waves->reach.empty() ? rows : model.waves->reach[static_cast<std::size_t>(pair.pair)];
}

static double reachOf(const PositionModel& model, const ColumnsOfPair& pair, std::int64_t rows)
{
    const auto steps = static_cast<double>(rowsOf(model, pair, rows) - 1);
    return std::min(kTurn, std::fabs(pair.frequency) * steps);
}

static Result<PhasorClocks> clocksOf(const PhasorsRequest& request, SceneReader& scene, Side side,
                                     std::int64_t position, const std::optional<std::int64_t>& other)
{
    TRY(const NodePtr node, pairsNode(scene, side));
    const PositionModel& model = *node->find<PositionFacts>()->model;
    const std::optional<std::int64_t> row = node->rows.index(position);
    if (!row)
        return usageError("RANGE", "--max-len", WORDS("the table ends before the position"), WORDS("use a longer one"));
    const std::optional<std::int64_t> otherRow = other ? node->rows.index(*other) : std::nullopt;
    const PositionRotation* rotation = model.turns();
    const PositionTable& table = waveTableOf(*node);
    const std::vector<ColumnsOfPair> all = completePairs(table);
    if (all.empty())
        return usageError("EMPTY", "--d-model", WORDS("one column isn't a pair of a sine and a cosine"),
                          WORDS("use a %1 of 2 or more").with(Message::option("--d-model")));
    const auto speedOf = [](const ColumnsOfPair& pair) {
        return std::fabs(pair.frequency);
    };
    const auto [slowest, fastest] = std::ranges::minmax(all, {}, speedOf);
    PhasorClocks made{.clocks = {},
                      .pairs = static_cast<std::int64_t>(all.size()),
                      .speeds = {speedOf(slowest), speedOf(fastest)},
                      .rotation = rotation != nullptr,
                      .steady = model.waves->reach.empty()};
    const Matrix here = materialized(table, {*row, 0, 1, table.shape().cols});
    const Matrix there = otherRow ? materialized(table, {*otherRow, 0, 1, table.shape().cols}) : Matrix();
    // Every n-th is shown, so that there are at most as many as fit.
    const auto step = std::max<std::int64_t>(1, (made.pairs + request.clocks - 1) / std::max(1, request.clocks));
    for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(step)) {
        const ColumnsOfPair& pair = all[i];
        PhasorClocks::Clock clock{.pair = pair.pair,
                                  .dimension = node->columns.coordinate(pair.cosine),
                                  .frequency = pair.frequency,
                                  .angle = angleIn(here, pair)};
        if (otherRow)
            clock.otherAngle = angleIn(there, pair);
        clock.life = lifeOf(pair.frequency, rowsOf(model, pair, node->rows.count));
        clock.reach = clock.trainedReach = reachOf(model, pair, node->rows.count);
        if (rotation != nullptr && rotation->trainedLength < node->rows.count)
            clock.trainedReach = reachOf(model, pair, rotation->trainedLength);
        if (rotation != nullptr && !rotation->growth.empty()) {
            const auto distance = static_cast<double>(std::abs(*row - otherRow.value_or(0)));
            clock.left
                = std::pow(rotation->growth[static_cast<std::size_t>(pair.pair)], distance / rotation->growthSpan);
        }
        made.clocks.push_back(clock);
    }
    if (rotation != nullptr) {
        addVectors(made.clocks, scene.node("queries", side), row, *rotation, HeadSide::Queries);
        addVectors(made.clocks, scene.node("keys", side), otherRow, *rotation, HeadSide::Keys);
    }
    return made;
}

static std::int64_t inside(const Axis& axis, std::int64_t coordinate)
{
    return std::clamp(coordinate, axis.first, axis.first + axis.count - 1);
}

static std::string tokenAt(const Axis& axis, std::int64_t coordinate)
{
    return axis.named() ? axis.label(coordinate - axis.first) : std::string();
}

DataTable tableOf(const PhasorClocks& of)
{
    using Clock = PhasorClocks::Clock;
    const auto atOther = [](const Clock& clock) {
        return clock.otherAngle.value_or(std::nan(""));
    };
    return {{{"pair", columnFrom(of.clocks, &Clock::pair)},
             {"frequency", columnFrom(of.clocks, &Clock::frequency)},
             {"angle", columnFrom(of.clocks, &Clock::angle)},
             {"angle_at_other", columnFrom(of.clocks, atOther)}}};
}

Result<ViewDataPtr> compute(const PhasorsRequest& request, SceneReader& scene, Effort)
{
    TRY(const NodePtr node, pairsNode(scene, Side::A));
    const std::int64_t position = inside(node->rows, request.position.value_or(node->rows.first + kUsualPosition));
    const auto other = request.other ? std::optional(inside(node->rows, *request.other)) : std::nullopt;
    TRY(auto data,
        sidesOf<PhasorsData>(
            scene, [&](Side side) { return clocksOf(request, scene, side, position, other); }, LeavesOutB::AnyError));
    data->positions = node->rows;
    data->position = position;
    data->other = other;
    data->token = tokenAt(node->rows, position);
    if (other)
        data->otherToken = tokenAt(node->rows, *other);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
