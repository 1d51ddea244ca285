// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "system/canceltoken.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace phasor {

// Which distances 0 … length − 1 (1 … where the axis is logarithmic) a curve of so many pixels is computed at: each on
// its own where they are few, else some out of each pixel column, of which the least and the greatest value are drawn.
class DistanceSteps
{
public:
    // `values`: how many may be computed in all.
    DistanceSteps(std::int64_t length, int width, bool logarithmic, std::int64_t values);

    bool envelope() const { return m_each > 1; }
    // visit(distance in the middle, distances to compute), ascending; one distance each where envelope() is false.
    void visit(const std::function<void(double, std::span<const std::int64_t>)>& visitor) const;

private:
    void visitColumn(double from, double to,
                     const std::function<void(double, std::span<const std::int64_t>)>& visitor) const;

    std::int64_t m_length;
    bool m_logarithmic;
    bool m_all = false; // each distance on its own
    std::int64_t m_columns = 1;
    std::int64_t m_each = 1; // distances of a column
};

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
