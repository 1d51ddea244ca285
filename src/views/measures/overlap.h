// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/spectrum.h"
#include "views/view.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

// Sum or concatenate: would embedding and encoding interfere? Overlap of their principal subspaces, compared with
// random ones; and what concatenation would cost.
struct OverlapRequest
{
    Restriction only = {};
    bool operator==(const OverlapRequest&) const = default;
};

// ‖UᵀV‖²_F / r of the leading right singular spaces of s·E and PE, for r = 1, 2 …
struct SpaceOverlap
{
    static constexpr std::int64_t kRank = 8; // the one in the summary

    std::vector<double> byRank; // empty: undefined, one of the two is zero, no numbers or too large
    std::int64_t width = 0; // of both tables
    std::int64_t rows = 0; // measured rows: the first ones
    bool allRows = true;

    std::int64_t rank() const { return std::min(kRank, static_cast<std::int64_t>(byRank.size())); }
    // At rank(); NaN if undefined.
    double measured() const
    {
        return byRank.empty() ? std::numeric_limits<double>::quiet_NaN() : byRank[static_cast<std::size_t>(rank() - 1)];
    }
    double random(std::int64_t r) const { return static_cast<double>(r) / static_cast<double>(width); }
    double randomAtRank() const { return random(rank()); }
    // Its standard deviation at rank(): the variance of a trace of the Jacobi ensemble.
    double randomDeviation() const
    {
        const auto w = static_cast<double>(width);
        return std::sqrt(2 / ((w - 1) * (w + 2))) * (w - static_cast<double>(rank())) / w;
    }
};

// Overlap of the principal directions of embedding and encoding. AllDirections: all directions are used, which always
// overlap by 1. AsByChance: up to 3 standard deviations from random.
enum class Meeting { AllDirections, LessThanByChance, AsByChance, MoreThanByChance };
Meeting meetingOf(const SpaceOverlap& overlap); // not empty

// Table with the principal directions of s·E. It is E, so that another s needs no new measurement; or s·E itself if s
// is 0, or so far from 1 that products may leave the range of float32.
NodePtr unscaledDirections(const NodePtr& embedding, const NodePtr& scaled);

// Overlap for the first `mostRows` rows of s·E and PE, up to rank `mostRank`. Errors: the nodes' own.
Result<SpaceOverlap> spaceOverlap(const Node& embedding, const Node& position, std::int64_t mostRows,
                                  std::int64_t mostRank);
// Number of rows that an exact result needs, for a table of that width.
std::int64_t overlapRows(std::int64_t width);

struct OverlapMeasure
{
    bool concatenated = false; // then they have separate columns, and the overlap is 0
    SpaceOverlap spaces;
    bool drawnAlike = false; // as areDrawnAlike
    std::int64_t embeddingWidth = 0; // columns that each has
    std::int64_t positionWidth = 0;
    Widths beside; // of this setup, concatenated; 0: it can't be
};

DataTable tableOf(const OverlapMeasure& measure);
using OverlapData = SidesData<OverlapMeasure>;

// Errors: Usage SCHEME, those of the nodes.
Result<ViewDataPtr> compute(const OverlapRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
