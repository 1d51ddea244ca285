// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "system/cancelscope.h"

namespace phasor {

// A pixel column of a curve by distance.
struct DistanceColumn
{
    double middle = 0; // mean of its distances
    std::vector<std::int64_t> distances; // distances where the curve is computed, ascending
};

struct DistanceSteps
{
    std::vector<DistanceColumn> columns; // ascending
    bool envelope = false; // draws each column's smallest and largest value; else a column has one distance
};

// Distances 0 … length − 1 (1 … if the axis is logarithmic) where a curve of this many pixels is computed: all of them
// if few, each in its own column of pixels, else some of each column, at most `values` in all.
DistanceSteps distanceSteps(std::int64_t length, int width, bool logarithmic, std::int64_t values);

// Mean scores by distance.
struct MeanScores
{
    std::vector<double> distances; // ascending; middles of bins if there are many distances
    std::vector<double> scores;
    bool sampled = false; // from some of the queries
};

// Mean of scores[i, i − k] over queries i, k >= 1, of finite scores; k = 0 (a token with itself) is exceptional and
// left out. Entire rows of a sample of queries if rows are short, single cells of some distances if they are long.
MeanScores meanScores(const Field& scores, int width, bool logarithmic, const CancelToken& cancel);

} // namespace phasor
