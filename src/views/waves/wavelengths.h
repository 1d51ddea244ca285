// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/waves/frequencies.h"

namespace phasor {

// λ of each pair compared with the length of the table: which pairs turn within it, and which are long-wave pairs.
struct WavelengthsRequest
{
    bool operator==(const WavelengthsRequest&) const = default;
};

struct PairWavelengths : PairFrequencies
{
    PairCounts counts = {};
    // Largest base without long-wave pairs; infinite: any. Nothing: the scheme has no base, or none works.
    std::optional<double> largestBase = {};
};

DataTable tableOf(const PairWavelengths& of);
using WavelengthsData = SidesData<PairWavelengths>;

// Error: Usage SCHEME if the scheme has no frequencies; those of the rotation.
Result<ViewDataPtr> compute(const WavelengthsRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
