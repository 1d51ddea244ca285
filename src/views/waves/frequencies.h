// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/waves/pairs.h"
#include "views/view.h"

#include <algorithm>

namespace phasor {

// θ of each pair, from fast to slow; for a rotation before and after its scaling, compared with the trained length and
// the target length.
struct FrequenciesRequest
{
    bool operator==(const FrequenciesRequest&) const = default;
};

// Effect of a scaling on a pair.
enum class PairBand {
    Kept, // θ' = θ
    Between, // on a ramp, or by another formula
    Divided, // θ' = θ / s: interpolated
};

struct PairFrequencies
{
    struct Pair
    {
        double trained = 0; // |θ|, rad per position
        double used = 0; // |θ'|, after the scaling
        PairBand band = PairBand::Kept;
        bool turned = true; // a full turn within the trained length, or the target if that is less
        std::int64_t unseen = 0; // positions within the target whose angle is larger than any in training
        PairLife life = PairLife::Turning; // θ' within the positions that are read
        std::vector<std::int64_t> columns = {}; // dimensions of its cosine and its sine

        double wavelength() const { return kTurn / used; } // positions; infinite if θ' is 0
    };
    std::vector<Pair> pairs; // in the order of pairs
    bool paired = true; // else single sines
    bool rotation = false; // else a table, whose frequencies are not scaled
    bool scaled = false; // some pair is not kept
    std::int64_t trainedLength = 0; // L₀; of a table its positions
    std::int64_t target = 0; // positions that are read
    double factor = 1; // s
    double attentionFactor = 1; // on cosines and sines; scores are multiplied by its square
    bool grid = false; // positions are cells of a grid: θ is per cell along a side

    std::int64_t count(PairBand band) const { return std::ranges::count(pairs, band, &Pair::band); }
    std::int64_t neverTurned() const { return std::ranges::count(pairs, false, &Pair::turned); }
    std::int64_t unseen() const
    {
        return std::ranges::count_if(pairs, [](const Pair& pair) { return pair.unseen > 0; });
    }
    std::int64_t mostUnseen() const // of one pair
    {
        const auto most = std::ranges::max_element(pairs, {}, &Pair::unseen);
        return most == pairs.end() ? 0 : most->unseen;
    }
};

DataTable tableOf(const PairFrequencies& of);
using FrequenciesData = SidesData<PairFrequencies>;

// Errors: Usage SCHEME if the scheme has no frequencies; those of the rotation.
Result<PairFrequencies> frequenciesOf(SceneReader& scene, Side side);
Result<ViewDataPtr> compute(const FrequenciesRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
