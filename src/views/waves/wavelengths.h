// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/waves/pairs.h"
#include "views/view.h"

namespace phasor {

// λ of each pair compared with the length of the table: which pairs turn within it, and which are long-wave pairs.
struct WavelengthsRequest
{
    static constexpr std::string_view kView = "wavelengths";
    bool operator==(const WavelengthsRequest&) const = default;
};

struct PairWavelengths
{
    std::vector<double> wavelengths; // positions, in the order of pairs; infinite if ω is 0
    std::vector<PairLife> lives;
    std::vector<std::vector<std::int64_t>> columns; // dimensions of each pair
    PairCounts counts;
    bool paired = true; // else single sines
    std::int64_t positions = 0; // of the table
    bool grid = false; // positions are cells of a grid, λ is in cells along its side
    // Largest base without long-wave pairs; infinite: any. Nothing: the scheme has no base, or none works.
    std::optional<double> largestBase;
};

DataTable tableOf(const PairWavelengths& of);
using WavelengthsData = SidesData<PairWavelengths>;

// Error: Usage SCHEME if the scheme has no frequencies; those of the rotation.
Result<ViewDataPtr> compute(const WavelengthsRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
