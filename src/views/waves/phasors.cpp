// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/phasors.h"

#include "field/matrix.h"
#include "pipeline/fields/rotatedfield.h"
#include "views/schemeneeds.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kUsualPosition = 12; // where the hands of the usual frequencies have parted

// Every n-th is shown, so that there are at most `most`.
std::size_t stepAcross(std::size_t pairs, int most)
{
    return static_cast<std::size_t>(
        std::max<std::int64_t>(1, (static_cast<std::int64_t>(pairs) + most - 1) / std::max(1, most)));
}

Matrix rowOf(const Field& field, std::int64_t row)
{
    Matrix values(Shape{1, field.shape().cols});
    field.fill({row, 0, 1, field.shape().cols}, values.view());
    return values;
}

double angleIn(const Matrix& row, const ColumnsOfPair& pair)
{
    return std::atan2(static_cast<double>(row.data()[pair.sine]), static_cast<double>(row.data()[pair.cosine]));
}

// The row of a head's queries or keys, turned and before it was: turned back by the table's angle, without the
// attention factor and the growth of xPos.
class HeadRow
{
public:
    HeadRow(const NodePtr& node, std::optional<std::int64_t> row, const PositionRotation& rotation, HeadSide side)
        : m_rotation(rotation)
    {
        if (!node || !row || !node->field.ok() || *row >= node->rows.count)
            return;
        m_values = rowOf(**node->field, *row);
        for (std::int64_t pair = 0; pair < rotation.pairs(); ++pair)
            m_factors.push_back(rotation.attentionFactor
                                * static_cast<double>(growthAt(rotation, side, pair, *row, node->rows.count)));
    }

    bool there() const { return m_values.cols() > 0; }

    PhasorsData::Turned of(std::int64_t pair, double angle) const
    {
        const auto x = static_cast<double>(m_values.data()[m_rotation.firstOf(pair)]);
        const auto y = static_cast<double>(m_values.data()[m_rotation.secondOf(pair)]);
        const double c = std::cos(angle);
        const double s = std::sin(angle);
        const double factor = m_factors[static_cast<std::size_t>(pair)];
        return {.before = {(x * c + y * s) / factor, (y * c - x * s) / factor}, .after = {x, y}};
    }

    // Of all pairs, before or after.
    double longest() const
    {
        double most = 0;
        for (std::int64_t pair = 0; pair < m_rotation.pairs(); ++pair) {
            const double after = std::hypot(static_cast<double>(m_values.data()[m_rotation.firstOf(pair)]),
                                            static_cast<double>(m_values.data()[m_rotation.secondOf(pair)]));
            most = std::max({most, after, after / m_factors[static_cast<std::size_t>(pair)]});
        }
        return most;
    }

private:
    const PositionRotation& m_rotation;
    Matrix m_values;
    std::vector<double> m_factors; // by pair
};

// Of the vectors of a query or key: 1 is the longest of the token's.
void addVectors(std::vector<PhasorsData::Clock>& clocks, const HeadRow& row, bool key)
{
    if (!row.there())
        return;
    const double longest = row.longest();
    if (!(longest > 0) || !std::isfinite(longest))
        return;
    for (PhasorsData::Clock& clock : clocks) {
        if (key && !clock.otherAngle)
            continue;
        const auto [before, after] = row.of(clock.pair, key ? *clock.otherAngle : clock.angle);
        (key ? clock.key : clock.query)
            = {.before = {before.x / longest, before.y / longest}, .after = {after.x / longest, after.y / longest}};
    }
}

double reachOf(const PositionModel& model, const ColumnsOfPair& pair, std::int64_t positions)
{
    const auto count = model.waves->reach.empty() ? positions : model.waves->reach[static_cast<std::size_t>(pair.pair)];
    return std::min(kTurn, std::fabs(pair.frequency) * static_cast<double>(count - 1));
}

Result<PhasorsData::Clocks> clocksOf(const PhasorsRequest& request, SceneReader& scene, Side side,
                                     std::int64_t position, const std::optional<std::int64_t>& other)
{
    TRY(const NodePtr node, pairsNode(scene, side));
    const PositionModel& model = *node->find<PositionFacts>()->model;
    const std::optional<std::int64_t> row = node->rows.index(position);
    if (!row)
        return usageError("RANGE", "--max-len", WORDS("the table ends before the position"),
                          WORDS("give a longer one"));
    const std::optional<std::int64_t> otherRow = other ? node->rows.index(*other) : std::nullopt;
    const PositionRotation* rotation = model.turns();
    const PositionTable& table = waveTableOf(*node);
    const std::vector<ColumnsOfPair> all = completePairs(table);
    if (all.empty())
        return usageError("EMPTY", "--d-model", WORDS("one column is no pair of a sine and a cosine"),
                          WORDS("give a %1 of 2 or more").with(Message::option("--d-model")));
    PhasorsData::Clocks made{.clocks = {},
                             .pairs = static_cast<std::int64_t>(all.size()),
                             .rotation = rotation != nullptr,
                             .steady = model.waves->reach.empty()};
    const Matrix here = rowOf(table, *row);
    const Matrix there = otherRow ? rowOf(table, *otherRow) : Matrix();
    for (std::size_t i = 0; i < all.size(); i += stepAcross(all.size(), request.clocks)) {
        const ColumnsOfPair& pair = all[i];
        PhasorsData::Clock clock{.pair = pair.pair,
                                 .dimension = node->columns.coordinate(pair.cosine),
                                 .frequency = pair.frequency,
                                 .angle = angleIn(here, pair)};
        if (otherRow)
            clock.otherAngle = angleIn(there, pair);
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
        addVectors(made.clocks, HeadRow(scene.node("queries", side), row, *rotation, HeadSide::Queries), false);
        addVectors(made.clocks, HeadRow(scene.node("keys", side), otherRow, *rotation, HeadSide::Keys), true);
    }
    return made;
}

std::int64_t inside(const Axis& axis, std::int64_t coordinate)
{
    return std::clamp(coordinate, axis.first, axis.first + axis.count - 1);
}

std::string tokenAt(const Axis& axis, std::int64_t coordinate)
{
    return axis.named() ? axis.label(coordinate - axis.first) : std::string();
}

} // namespace

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
