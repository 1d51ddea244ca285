// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/wavelengths.h"

#include "views/waves/wavefacts.h"

#include <cmath>
#include <limits>

namespace phasor {

static Result<PairWavelengths> wavelengthsOf(SceneReader& scene, Side side)
{
    TRY(const NodePtr node, wavesNode(scene, side));
    const Waves& waves = *node->find<PositionFacts>()->model->waves;
    const std::vector<std::int64_t> lengths = pairLengths(waves, node->rows.count);
    PairWavelengths of;
    for (std::size_t i = 0; i < waves.frequencies.size(); ++i) {
        const double frequency = std::fabs(waves.frequencies[i]);
        of.wavelengths.push_back(frequency > 0 ? kTurn / frequency : std::numeric_limits<double>::infinity());
        of.lives.push_back(lifeOf(frequency, lengths[i]));
    }
    of.columns = columnsOfPairs(*node);
    of.counts = countPairs(waves.frequencies, lengths);
    of.paired = waves.paired;
    of.positions = node->rows.count;
    of.grid = !waves.reach.empty();
    of.largestBase = largestBaseWithoutDeadPairs(*node, scene.read(&Parameters::encoding, side));
    return of;
}

DataTable tableOf(const PairWavelengths& of)
{
    return {{{"pair", countedFrom(0, of.lives.size()), kKey},
             {"wavelength", of.wavelengths},
             {"dead", columnFrom(of.lives, [](PairLife life) { return life != PairLife::Turning; })},
             {"frozen", columnFrom(of.lives, [](PairLife life) { return life == PairLife::Frozen; })}}};
}

Result<ViewDataPtr> compute(const WavelengthsRequest&, SceneReader& scene, Effort)
{
    TRY(auto data, sidesOf<WavelengthsData>(scene, [&](Side side) { return wavelengthsOf(scene, side); }));
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
