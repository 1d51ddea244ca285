// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/dropout/recovery.h"
#include "views/view.h"

namespace phasor {

// How well the next layer could recover position and token, against p and against the embedding scale; compares sum
// with concatenation at the same total width, and dropout on the sum with dropout on the embedding alone.
struct RecoverabilityRequest
{
    Restriction only = {};
    bool operator==(const RecoverabilityRequest&) const = default;
};

// Setup of a curve: the current one, or with one change.
enum class RecoveryVariant {
    AsSet,
    OtherCombination, // concatenated instead of added, or vice versa
    OtherPlacement, // dropout on the embedding alone, or on the sum if it is now on the embedding
};

struct RecoveryCurve
{
    RecoveryVariant variant = RecoveryVariant::AsSet;
    std::vector<double> at = {}; // p, or s
    std::vector<Recovered> position = {};
    std::vector<Recovered> token = {};
};

struct RecoveryMeasure
{
    Recovery now; // current setup: the numbers of `phasor stats`, except coarse ones
    double p = 0; // effective p: 0 in eval mode
    double scale = 1;
    bool concatenated = false;
    PlacementId placement = PlacementId::Sum;
    // Points are measured on few rows and masks, those at a setup's own p or s as `now` is: its marks are on the
    // curves.
    std::vector<RecoveryCurve> byProbability; // 0 <= p <= 1, in training; other variants unless two are compared
    std::vector<RecoveryCurve> byScale; // at the setup's p; s > 0, a factor of 4 apart
    std::int64_t curveRows = 0; // for positions
    std::int64_t curveTokenRows = 0;
    int curveSeeds = 0;
};

DataTable tableOf(const RecoveryMeasure& measure);
using RecoverabilityData = SidesData<RecoveryMeasure>;

// Errors: Usage SCHEME, EMPTY, those of the nodes.
Result<ViewDataPtr> compute(const RecoverabilityRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
