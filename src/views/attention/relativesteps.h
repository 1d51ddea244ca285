// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "system/cancelscope.h"

namespace phasor {

// A pixel column of a curve by distance.
struct DistanceColumn
{
    double middle = 0; // of its distances
    std::vector<std::int64_t> distances; // that the curve is computed at, ascending
};

struct DistanceSteps
{
    std::vector<DistanceColumn> columns; // ascending
    bool envelope = false; // the least and the greatest value of a column are drawn; else it has one distance
};

// Which distances 0 … length − 1 (1 … where the axis is logarithmic) a curve of so many pixels is computed at: each in
// a column of its own where they are few, else some out of each pixel column, `values` at most in all.
DistanceSteps distanceSteps(std::int64_t length, int width, bool logarithmic, std::int64_t values);

// Mean scores by distance.
struct MeanScores
{
    std::vector<double> distances; // ascending; middles of bins where distances are many
    std::vector<double> scores;
    bool sampled = false; // of some of the queries
};

// The mean of scores[i, i − k] over queries i, k >= 1, of finite scores: a token with itself (k = 0) is as alike as
// nothing else. Whole rows of a sample of queries where rows are
// short, single cells of some distances where they are long.
MeanScores meanScores(const Field& scores, int width, bool logarithmic, const CancelToken& cancel);

} // namespace phasor
