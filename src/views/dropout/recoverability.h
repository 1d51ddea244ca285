// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/dropout/recovery.h"
#include "views/view.h"

namespace phasor {

// What the next layer could still read of position and token, against p and against the scale; the encoding added
// beside put next to the embedding at the same total width, dropout on the sum beside on the embedding alone.
struct RecoverabilityRequest
{
    static constexpr std::string_view kView = "recoverability";
    Restriction only = {};
    bool operator==(const RecoverabilityRequest&) const = default;
};

// Which setup a curve is of: the one that is looked at, or it with one thing changed.
enum class RecoveryVariant {
    AsSet,
    OtherCombination, // concatenated in place of added, or the other way round
    OtherPlacement, // dropout on the embedding alone, or on the sum where it is on the embedding
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
    Recovery now; // the setup as it is: the numbers of `phasor stats`, but for coarse ones
    double p = 0; // in force: 0 in eval mode
    double scale = 1;
    bool concatenated = false;
    PlacementId placement = PlacementId::Sum;
    // Points of a few rows and masks: what is between them and the numbers of `now` is chance.
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
