// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/measures/measure.h"

namespace phasor {

struct RatioOptions
{
    bool divided = false; // norms of E + PE/s instead of s·E + PE
    bool operator==(const RatioOptions&) const = default;
};

// Norms by position, and the ratio of embedding to encoding.
struct RatioRequest
{
    std::optional<Interval> positions = {}; // coordinates
    int width = 0; // device pixels
    Restriction only = {};
    bool operator==(const RatioRequest&) const = default;
};

// If there are more rows than pixels, a point is the mean over the rows of its pixel.
struct RatioCurves
{
    std::vector<double> positions;
    std::vector<double> embedding; // ‖E‖
    std::vector<double> scaled; // ‖s·E‖
    std::vector<double> encoding; // ‖PE‖
    std::vector<double> ratio; // R = ‖s·E‖ / ‖PE‖
    std::vector<double> angle; // degrees between s·E and s·E + PE; empty when concatenated
    std::vector<double> sum; // ‖s·E + PE‖, or ‖[s·E, PE]‖ if concatenated
    RowCurve output; // ‖output‖; empty: it is an Error
    std::vector<Estimate> meanNorms; // of E, s·E, PE, sum and output over the visible rows; empty: fewOutputs
    Estimate meanRatio; // mean ‖s·E‖ / mean ‖PE‖ over the visible rows
    Restriction part = {}; // these rows, if others may give another ratio and no selection names them
    Estimate meanAngle; // degrees
    // Expected R by probability, expected ‖s·E‖ / mean ‖PE‖: about √2·s·σ for sines as wide as the embedding; nothing
    // if the encoding has other columns than waves. For a file σ is its values' root mean square.
    std::optional<double> expectedRatio;
    double scale = 1; // s
    bool concatenated = false;
    bool sampled = false; // a strided sample of the rows
    bool fewOutputs = false; // ‖output‖ is known at a few of the positions
};

DataTable tableOf(const RatioCurves& curves);

struct RatioData : SidesData<RatioCurves>
{
    Axis rows; // of A
    Interval visible; // positions of A, coordinates: first and last
};

// Errors: Usage EMPTY, SCHEME (the scheme has no table), those of the embedding.
Result<ViewDataPtr> compute(const RatioRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
