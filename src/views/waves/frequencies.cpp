// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/frequencies.h"

#include "analysis/waves/pairs.h"
#include "views/schemeneeds.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kRounding = 1e-9; // relative: the frequencies are doubles

bool same(double a, double b)
{
    return std::fabs(a - b) <= kRounding * std::fabs(b);
}

PairBand bandOf(double trained, double used, double factor)
{
    if (same(used, trained))
        return PairBand::Kept;
    return same(used * factor, trained) ? PairBand::Divided : PairBand::Between;
}

PairFrequencies::Pair pairOf(double trained, double used, const PairFrequencies& of)
{
    const double reached = static_cast<double>(of.trainedLength) * trained;
    const bool turned = reached >= kTurn;
    const double atTarget = std::fmod(static_cast<double>(of.target) * used, kTurn);
    return {.trained = trained,
            .used = used,
            .band = bandOf(trained, used, of.factor),
            .turned = turned,
            .unseen = !turned && of.target > of.trainedLength && atTarget > reached * (1 + kRounding),
            .life = lifeOf(used, of.target)};
}

void addRotation(PairFrequencies& of, const PositionRotation& rotation, const std::vector<double>& used)
{
    of.rotation = true;
    of.trainedLength = rotation.trainedLength;
    of.factor = rotation.factor;
    of.attentionFactor = rotation.attentionFactor;
    for (std::size_t i = 0; i < used.size(); ++i)
        of.pairs.push_back(pairOf(rotation.trainedFrequencies[i], used[i], of));
    of.scaled = of.count(PairBand::Kept) < static_cast<std::int64_t>(of.pairs.size());
}

void addColumns(PairFrequencies& of, const Node& node)
{
    std::vector<std::vector<std::int64_t>> columns = columnsOfPairs(node);
    for (std::size_t i = 0; i < of.pairs.size(); ++i)
        of.pairs[i].columns = std::move(columns[i]);
}

Result<PairFrequencies> frequenciesOf(SceneReader& scene, Side side)
{
    TRY(const NodePtr node, wavesNode(scene, side));
    const PositionModel& model = *node->find<PositionFacts>()->model;
    PairFrequencies of;
    of.target = node->rows.count;
    if (const PositionRotation* rotation = model.turns()) {
        addRotation(of, *rotation, model.waves->frequencies);
        addColumns(of, *node);
        return of;
    }
    of.grid = !model.waves->reach.empty();
    for (std::size_t i = 0; i < model.waves->frequencies.size(); ++i) {
        of.trainedLength = of.target = of.grid ? model.waves->reach[i] : node->rows.count;
        const double frequency = std::fabs(model.waves->frequencies[i]);
        of.pairs.push_back(pairOf(frequency, frequency, of));
    }
    addColumns(of, *node);
    return of;
}

} // namespace

std::int64_t PairFrequencies::count(PairBand band) const
{
    return std::count_if(pairs.begin(), pairs.end(), [band](const Pair& pair) { return pair.band == band; });
}

std::int64_t PairFrequencies::neverTurned() const
{
    return std::count_if(pairs.begin(), pairs.end(), [](const Pair& pair) { return !pair.turned; });
}

std::int64_t PairFrequencies::unseen() const
{
    return std::count_if(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.unseen; });
}

DataTable tableOf(const PairFrequencies& of)
{
    using Pair = PairFrequencies::Pair;
    DataTable table;
    table.addKey("pair", countedFrom(0, of.pairs.size()));
    table.add("theta_trained", columnFrom(of.pairs, &Pair::trained));
    table.add("theta_used", columnFrom(of.pairs, &Pair::used));
    table.add("unseen_in_training", columnFrom(of.pairs, &Pair::unseen));
    return table;
}

Result<ViewDataPtr> compute(const FrequenciesRequest&, SceneReader& scene, Effort)
{
    auto data = std::make_shared<FrequenciesData>();
    TRY_DONE(measureSides(*data, scene, [&](Side side) { return frequenciesOf(scene, side); }));
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
