// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/phasors.h"

#include "analysis/waves/pairs.h"
#include "field/matrix.h"
#include "pipeline/fields/rotatedfield.h"
#include "views/schemeneeds.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kUsualPosition = 12; // where the hands of the usual frequencies have parted

// A pair of columns of the encoding's node.
struct Pair
{
    std::int64_t index = 0;
    std::int64_t cosine = -1; // columns
    std::int64_t sine = -1;
    double frequency = 0;
};

const PositionTable& tableOf(const Node& node)
{
    const PositionModel& model = *node.find<PositionFacts>()->model;
    return model.table ? *model.table : *model.turns()->table;
}

// The pairs that have a sine and a cosine: an odd table's last column has no partner.
std::vector<Pair> pairsOf(const Node& node)
{
    const PositionTable& table = tableOf(node);
    std::vector<Pair> pairs;
    for (std::int64_t column = 0; column < node.columns.count; ++column) {
        const std::optional<ColumnWave> wave = table.wave(column);
        if (!wave)
            continue;
        if (wave->pair >= static_cast<std::int64_t>(pairs.size()))
            pairs.resize(static_cast<std::size_t>(wave->pair) + 1);
        Pair& pair = pairs[static_cast<std::size_t>(wave->pair)];
        pair.index = wave->pair;
        pair.frequency = wave->frequency;
        (wave->cosine ? pair.cosine : pair.sine) = column;
    }
    std::erase_if(pairs, [](const Pair& pair) { return pair.cosine < 0 || pair.sine < 0; });
    return pairs;
}

std::vector<Pair> everyNth(const std::vector<Pair>& pairs, int most)
{
    const auto step = static_cast<std::size_t>(
        std::max<std::int64_t>(1, (static_cast<std::int64_t>(pairs.size()) + most - 1) / std::max(1, most)));
    std::vector<Pair> some;
    for (std::size_t i = 0; i < pairs.size(); i += step)
        some.push_back(pairs[i]);
    return some;
}

Matrix rowOf(const Field& field, std::int64_t row)
{
    Matrix values(Shape{1, field.shape().cols});
    field.fill({row, 0, 1, field.shape().cols}, values.view());
    return values;
}

double angleIn(const Matrix& row, const Pair& pair)
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

void shorten(PhasorsData::Turned& turned, double longest)
{
    for (PhasorsData::Vector* vector : {&turned.before, &turned.after}) {
        vector->x /= longest;
        vector->y /= longest;
    }
}

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
        PhasorsData::Turned turned = row.of(clock.pair, key ? *clock.otherAngle : clock.angle);
        shorten(turned, longest);
        (key ? clock.key : clock.query) = turned;
    }
}

double reachOf(const PositionModel& model, const Pair& pair, std::int64_t positions)
{
    const auto count
        = model.waves->reach.empty() ? positions : model.waves->reach[static_cast<std::size_t>(pair.index)];
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
    const std::vector<Pair> all = pairsOf(*node);
    if (all.empty())
        return usageError("EMPTY", "--d-model", WORDS("one column is no pair of a sine and a cosine"),
                          WORDS("give a %1 of 2 or more").with(Message::option("--d-model")));
    PhasorsData::Clocks made{.clocks = {},
                             .pairs = static_cast<std::int64_t>(all.size()),
                             .rotation = rotation != nullptr,
                             .steady = model.waves->reach.empty()};
    const Matrix here = rowOf(tableOf(*node), *row);
    const Matrix there = otherRow ? rowOf(tableOf(*node), *otherRow) : Matrix();
    for (const Pair& pair : everyNth(all, request.clocks)) {
        PhasorsData::Clock clock;
        clock.pair = pair.index;
        clock.dimension = node->columns.coordinate(pair.cosine);
        clock.frequency = pair.frequency;
        clock.angle = angleIn(here, pair);
        if (otherRow)
            clock.otherAngle = angleIn(there, pair);
        clock.reach = clock.trainedReach = reachOf(model, pair, node->rows.count);
        if (rotation != nullptr && rotation->trainedLength < node->rows.count)
            clock.trainedReach = reachOf(model, pair, rotation->trainedLength);
        if (rotation != nullptr && !rotation->growth.empty()) {
            const auto distance = static_cast<double>(std::abs(*row - otherRow.value_or(0)));
            clock.left
                = std::pow(rotation->growth[static_cast<std::size_t>(pair.index)], distance / rotation->growthSpan);
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

DataTable PhasorsData::table() const
{
    DataTable table;
    const auto add = [&table](const Clocks& of, const std::string& side) {
        table.add(side + "pair", columnFrom(of.clocks, &Clock::pair));
        table.add(side + "frequency", columnFrom(of.clocks, &Clock::frequency));
        table.add(side + "angle", columnFrom(of.clocks, &Clock::angle));
        const auto atOther = [](const Clock& clock) {
            return clock.otherAngle.value_or(std::nan(""));
        };
        table.add(side + "angle_at_other", columnFrom(of.clocks, atOther));
    };
    add(a, "");
    if (b)
        add(*b, "b_");
    return table;
}

Result<ViewDataPtr> compute(const PhasorsRequest& request, SceneReader& scene, Effort)
{
    TRY(const NodePtr node, pairsNode(scene, Side::A));
    auto data = std::make_shared<PhasorsData>();
    data->positions = node->rows;
    data->position = inside(node->rows, request.position.value_or(node->rows.first + kUsualPosition));
    if (request.other)
        data->other = inside(node->rows, *request.other);
    data->token = tokenAt(node->rows, data->position);
    if (data->other)
        data->otherToken = tokenAt(node->rows, *data->other);
    TRY(data->a, clocksOf(request, scene, Side::A, data->position, data->other));
    if (scene.comparing()) {
        if (Result<PhasorsData::Clocks> b = clocksOf(request, scene, Side::B, data->position, data->other); b.ok())
            data->b = std::move(*b);
    }
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
