// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/wavefacts.h"

#include "encodings/schemes.h"

#include <algorithm>
#include <cmath>

namespace phasor {

static void append(std::vector<Span>& runs, std::int64_t coordinate)
{
    if (!runs.empty() && runs.back().end == coordinate)
        ++runs.back().end;
    else
        runs.push_back({coordinate, coordinate + 1});
}

static DeadDimensions measured(const Node& position, std::int64_t rows)
{
    DeadDimensions of;
    of.rows = rows;
    for (std::int64_t column = 0; column < position.columns.count; ++column) {
        const std::optional<WaveOfColumn> wave = waveOfColumn(position, column, rows);
        if (wave && wave->life != PairLife::Turning)
            append(of.dead, position.columns.coordinate(column));
        if (wave && wave->life == PairLife::Frozen)
            append(of.frozen, position.columns.coordinate(column));
    }
    return of;
}

constexpr std::int64_t kSubtractionsPerSine = 512; // subtractions that take as long as a sine

static std::optional<double> baseOf(const EncodingSettings& encoding)
{
    for (const SchemeParameter& own : findScheme(encoding.scheme)->own) {
        const ParameterValue value = own.get(encoding.own);
        if (own.id == "base" && std::holds_alternative<double>(value))
            return std::get<double>(value);
    }
    return std::nullopt;
}

// Whether the first pair has ω = 1 and no scaling has changed the others: they are powers of the base.
static bool arePowersOfTheBase(const PositionModel& model)
{
    const std::vector<double>& frequencies = model.waves->frequencies;
    if (frequencies.empty() || frequencies.front() != 1)
        return false;
    const PositionRotation* rotation = model.turns();
    return rotation == nullptr || rotation->trainedFrequencies == frequencies;
}

static bool hasWaves(const NodePtr& position)
{
    return position && position->field.ok() && position->find<PositionFacts>()->model->waves;
}

std::shared_ptr<const DeadDimensions> deadDimensionsOf(SceneReader& scene)
{
    const NodePtr position = scene.node("position");
    if (!hasWaves(position))
        return nullptr;
    const auto kept
        = scene.kept<DeadDimensions>(position, [&] { return Result(measured(*position, position->rows.count)); });
    return kept.ok() && !kept.value()->dead.empty() ? kept.value() : nullptr;
}

std::shared_ptr<const DeadDimensions> frozenDimensionsOf(SceneReader& scene, std::int64_t rows)
{
    const NodePtr position = scene.node("position");
    if (!hasWaves(position))
        return nullptr;
    auto of = std::make_shared<DeadDimensions>(measured(*position, rows));
    of->dead = of->frozen;
    return of->frozen.empty() ? nullptr : of;
}

const Waves* wavesOfDistance(const Node& node)
{
    const auto* facts = node.find<PositionFacts>();
    if (facts == nullptr || !facts->model->waves)
        return nullptr;
    const Waves& waves = *facts->model->waves;
    const bool whole = waves.paired && waves.reach.empty() && node.columns.count == 2 * std::ssize(waves.frequencies);
    return whole ? &waves : nullptr;
}

std::optional<ClosestRows> closestRowsOf(const Node& node, std::int64_t budget)
{
    const Waves* waves = wavesOfDistance(node);
    if (waves != nullptr && waves->exact && waves->alone && node.find<PositionFacts>()->model->table)
        return closestRows(waves->frequencies, node.rows.count, budget / kSubtractionsPerSine);
    return node.field.ok() ? closestRows(**node.field, budget) : std::nullopt;
}

double kernelAt(const PositionModel& model, std::int64_t k)
{
    const std::vector<double>& frequencies = model.waves->frequencies;
    const PositionRotation* rotation = model.turns();
    const bool grows = rotation != nullptr && !rotation->growth.empty();
    const auto distance = static_cast<double>(k);
    double sum = 0;
    for (std::size_t i = 0; i < frequencies.size(); ++i)
        sum += std::cos(distance * frequencies[i])
            * (grows ? std::pow(rotation->growth[i], distance / rotation->growthSpan) : 1);
    return sum / static_cast<double>(frequencies.size());
}

const PositionTable& waveTableOf(const Node& position)
{
    const PositionModel& model = *position.find<PositionFacts>()->model;
    return model.table ? *model.table : *model.turns()->table;
}

const PositionModel* modelOfSines(const Node& node)
{
    const auto* facts = node.find<PositionFacts>();
    const bool sines = facts != nullptr && facts->model->table && facts->model->waves && facts->model->waves->exact;
    return sines ? facts->model.get() : nullptr;
}

std::vector<SineColumn> sineColumns(const PositionTable& table)
{
    std::vector<SineColumn> columns;
    for (std::int64_t j = 0; j < table.shape().cols; ++j) {
        const std::optional<ColumnWave> wave = table.wave(j);
        columns.push_back(wave ? SineColumn{wave->frequency, wave->cosine ? 0.0 : -std::numbers::pi / 2, 1.0}
                               : SineColumn{0, 0, 0});
    }
    return columns;
}

std::optional<WaveOfColumn> waveOfColumn(const Node& position, std::int64_t column, std::optional<std::int64_t> rows)
{
    const std::optional<Waves>& waves = position.find<PositionFacts>()->model->waves;
    const std::optional<ColumnWave> wave = waves ? waveTableOf(position).wave(column) : std::nullopt;
    if (!wave || wave->pair >= std::ssize(waves->frequencies))
        return std::nullopt;
    const std::int64_t length = waves->reach.empty() ? rows.value_or(position.rows.count)
                                                     : waves->reach[static_cast<std::size_t>(wave->pair)];
    return WaveOfColumn{*wave, lifeOf(wave->frequency, length), length, waves->paired};
}

std::vector<ColumnsOfPair> completePairs(const PositionTable& table)
{
    std::vector<ColumnsOfPair> pairs;
    for (std::int64_t column = 0; column < table.shape().cols; ++column) {
        const std::optional<ColumnWave> wave = table.wave(column);
        if (!wave)
            continue;
        const auto index = static_cast<std::size_t>(wave->pair);
        pairs.resize(std::max(pairs.size(), index + 1));
        pairs[index].pair = wave->pair;
        pairs[index].frequency = wave->frequency;
        (wave->cosine ? pairs[index].cosine : pairs[index].sine) = column;
    }
    std::erase_if(pairs, [](const ColumnsOfPair& pair) { return pair.cosine < 0 || pair.sine < 0; });
    return pairs;
}

std::vector<std::int64_t> pairLengths(const Waves& waves, std::int64_t rows)
{
    return waves.reach.empty() ? std::vector<std::int64_t>(waves.frequencies.size(), rows) : waves.reach;
}

std::optional<double> largestBaseWithoutDeadPairs(const Node& position, const EncodingSettings& encoding)
{
    const PositionModel& model = *position.find<PositionFacts>()->model;
    const std::optional<double> base = baseOf(encoding);
    if (!base || !arePowersOfTheBase(model))
        return std::nullopt;
    return largestBaseWithoutDeadPairs(model.waves->frequencies, pairLengths(*model.waves, position.rows.count), *base);
}

} // namespace phasor
