// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/frequencies.h"

#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

constexpr double kFrequencyRounding = 1e-9; // relative: the frequencies are doubles

static bool same(double a, double b)
{
    return std::fabs(a - b) <= kFrequencyRounding * std::fabs(b);
}

static PairBand bandOf(double trained, double used, double factor)
{
    if (same(used, trained))
        return PairBand::Kept;
    return same(used * factor, trained) ? PairBand::Divided : PairBand::Between;
}

// `length`: number of trained positions; `target`: of those that are read.
static PairFrequencies::Pair pairOf(double trained, double used, double factor, std::int64_t length,
                                    std::int64_t target)
{
    return {.trained = trained,
            .used = used,
            .band = bandOf(trained, used, factor),
            .turned = static_cast<double>(std::min(length, target)) * trained >= kTurn,
            .unseen = unseenPositions(trained, used, length, target),
            .life = lifeOf(used, target)};
}

static void addRotation(PairFrequencies& of, const PositionRotation& rotation, const std::vector<double>& used)
{
    of.rotation = true;
    of.trainedLength = rotation.trainedLength;
    of.factor = rotation.factor;
    of.attentionFactor = rotation.attentionFactor;
    for (std::size_t i = 0; i < used.size(); ++i)
        of.pairs.push_back(pairOf(rotation.trainedFrequencies[i], used[i], of.factor, of.trainedLength, of.target));
    of.scaled = of.count(PairBand::Kept) < static_cast<std::int64_t>(of.pairs.size());
}

Result<PairFrequencies> frequenciesOf(SceneReader& scene, Side side)
{
    TRY(const NodePtr node, wavesNode(scene, side));
    const PositionModel& model = *node->find<PositionFacts>()->model;
    PairFrequencies of;
    of.paired = model.waves->paired;
    of.trainedLength = of.target = node->rows.count;
    const std::vector<double>& used = model.waves->frequencies;
    if (const PositionRotation* rotation = model.turns()) {
        addRotation(of, *rotation, used);
    } else {
        of.grid = !model.waves->reach.empty();
        const std::vector<std::int64_t> lengths = pairLengths(*model.waves, of.target);
        for (std::size_t i = 0; i < used.size(); ++i)
            of.pairs.push_back(pairOf(std::fabs(used[i]), std::fabs(used[i]), 1, lengths[i], lengths[i]));
    }
    for (std::int64_t column = 0; column < node->columns.count; ++column) {
        const std::optional<ColumnWave> wave = waveTableOf(*node).wave(column);
        if (wave && wave->pair < std::ssize(of.pairs))
            of.pairs[static_cast<std::size_t>(wave->pair)].columns.push_back(node->columns.coordinate(column));
    }
    return of;
}

DataTable tableOf(const PairFrequencies& of)
{
    using Pair = PairFrequencies::Pair;
    return {{{"pair", countedFrom(0, of.pairs.size()), kKey},
             {"theta_trained", columnFrom(of.pairs, &Pair::trained)},
             {"theta_used", columnFrom(of.pairs, &Pair::used)},
             {"unseen_in_training", columnFrom(of.pairs, [](const Pair& pair) { return pair.unseen > 0; })},
             {"unseen_positions", columnFrom(of.pairs, &Pair::unseen)}}};
}

Result<ViewDataPtr> compute(const FrequenciesRequest&, SceneReader& scene, Effort)
{
    TRY(auto data, sidesOf<FrequenciesData>(scene, [&](Side side) { return frequenciesOf(scene, side); }));
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
