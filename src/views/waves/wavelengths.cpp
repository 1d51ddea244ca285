// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/wavelengths.h"

#include "views/waves/wavefacts.h"

namespace phasor {

static Result<PairWavelengths> wavelengthsOf(SceneReader& scene, Side side)
{
    TRY(PairFrequencies pairs, frequenciesOf(scene, side));
    TRY(const NodePtr node, wavesNode(scene, side));
    const Waves& waves = *node->find<PositionFacts>()->model->waves;
    return PairWavelengths{std::move(pairs), countPairs(waves.frequencies, pairLengths(waves, node->rows.count)),
                           largestBaseWithoutDeadPairs(*node, scene.read(&Parameters::encoding, side))};
}

DataTable tableOf(const PairWavelengths& of)
{
    using Pair = PairFrequencies::Pair;
    return {{{"pair", countedFrom(0, of.pairs.size()), kKey},
             {"wavelength", columnFrom(of.pairs, &Pair::wavelength)},
             {"dead", columnFrom(of.pairs, [](const Pair& pair) { return pair.life != PairLife::Turning; })},
             {"frozen", columnFrom(of.pairs, [](const Pair& pair) { return pair.life == PairLife::Frozen; })}}};
}

Result<ViewDataPtr> compute(const WavelengthsRequest&, SceneReader& scene, Effort)
{
    TRY(auto data, sidesOf<WavelengthsData>(scene, [&](Side side) { return wavelengthsOf(scene, side); }));
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
