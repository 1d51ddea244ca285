// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/waves/pairs.h"
#include "views/measures/measure.h"
#include "views/tables/picture.h"

namespace phasor {

struct HeatmapOptions
{
    bool tokenRows = false; // of a longer table only the rows that the sequence uses
    bool operator==(const HeatmapOptions&) const = default;
};

// One node as a matrix of colors; for two setups A, B and A − B, A and B with one range of colors.
struct HeatmapRequest
{
    NodeId node = "position"; // a setup without this node shows the one where position enters
    HeatmapOptions options = {};
    PicturesRequest pictures;
    bool operator==(const HeatmapRequest&) const = default;
};

struct HeatmapData : PicturesData
{
    NodePtr node; // the shown node
    bool hasOtherRows = false; // than those that the sequence uses
    std::optional<Interval> tokenRows; // coordinates: what is shown without a zoom; nothing: all rows
    std::optional<double> scale; // s and σ, if the node depends on them
    std::optional<double> sigma;
    // What the picture tells; nothing: no meaning for the node.
    std::optional<Interval> wavelengths; // of an encoding: the shortest and the longest, positions or cells of a grid
    std::int64_t waves = 0; // dimensions of its table that are waves
    PairCounts pairsOfTokens; // over the rows of tokenRows; none: not shown alone
    std::optional<Estimate> angle; // of a sum: degrees by which the encoding turns the embedding
    std::optional<Estimate> dropped; // share of the visible values of a mask
    std::optional<std::int64_t> selfFirst; // number of queries whose largest score, or attention, is their own
    std::int64_t positionColumns = 0; // columns of the encoding in a mask of both, the last ones; else 0
    std::optional<Shape> otherShape; // of B, if it differs and there is no difference
};

Result<ViewDataPtr> compute(const HeatmapRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
