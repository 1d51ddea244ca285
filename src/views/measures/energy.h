// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"

namespace phasor {

// Energy of each dimension (mean square) of s·E and of PE, and PE's variation with the position: dimensions that the
// sum changes, and dimensions that only get a constant.
struct EnergyRequest
{
    std::optional<Interval> dimensions = {}; // coordinates
    int width = 0; // device pixels: a point at most for each
    Restriction only = {};
    bool operator==(const EnergyRequest&) const = default;
};

struct EnergyCurves
{
    // If there are more dimensions than points, a point is the mean over its dimensions: those of sines, of cosines.
    std::vector<double> embeddingDimensions; // coordinates, ascending
    std::vector<double> scaled; // mean of (s·E)² over the tokens
    std::vector<double> positionDimensions; // the same as above unless the encoding is concatenated
    std::vector<double> position; // mean of PE² over the table
    std::vector<double> varying; // variance of PE over the table
    std::vector<bool> cosine; // each of these is of cosines; false: of sines, or no waves
    // Over all dimensions, except undefined ones (NaN).
    double meanScaled = 0;
    double meanPosition = 0;
    double meanVarying = 0;
    std::int64_t columns = 0; // columns of the encoding
    std::int64_t constant = 0; // constant ones of these: less than 1 % of their energy varies
    std::int64_t zero = 0; // zero ones of these
    std::int64_t larger = 0; // ones of these with more energy than s·E there; −1: no common dimension
    std::int64_t undefined = 0; // dimensions of both with a NaN or infinite cell
    bool sampled = false; // measured on some of the rows
};

// Mean and mean square of each column of the node: in closed form of sines, else over all rows or over runs with about
// `cells` cells.
struct SampledEnergy : ColumnEnergy
{
    bool sampled = false; // not over all rows
};
SampledEnergy energyOf(const Node& node, std::int64_t cells);

// Of each column, at least 0; NaN stays.
std::vector<double> varianceOf(const ColumnEnergy& energy);

// Number of dimensions that hold a constant: less than 1 % of their energy varies. Zero dimensions don't count.
std::int64_t constantDimensions(const ColumnEnergy& energy);

DataTable tableOf(const EnergyCurves& curves);

struct EnergyData : SidesData<EnergyCurves>
{
    Axis columns; // of A's sum: the embedding's dimensions and the encoding's
};

// Errors: Usage EMPTY, SCHEME (the scheme has no table), those of the embedding.
Result<ViewDataPtr> compute(const EnergyRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
