// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/spectrum.h"
#include "views/view.h"

namespace phasor {

struct ColumnEnergy;

// Singular values of a node's table: the number of directions that its rows really use.
struct SpectrumRequest
{
    NodeId node = "position"; // without own values: the encoding, or else the sum
    Restriction only = {};
    bool operator==(const SpectrumRequest&) const = default;
};

// The share of a table's energy that is in its mean row; NaN of zeros.
double constantShareOf(const ColumnEnergy& energy);

struct TableSpectrum
{
    NodeId node;
    SourceText symbol;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    // Number of visited rows, evenly spread: a sample for a first estimate, or if there are too many. The singular
    // values are then those of the sample times √(rows / visited).
    std::int64_t visited = 0;
    std::vector<double> singular; // descending; empty: undefined (a NaN or infinite cell)
    std::optional<SpectrumMeasures> measures; // nothing: undefined, or a table of zeros
    std::optional<double> constantShare; // share of the energy in the mean row

    bool sampled() const { return visited < rows; }
};

DataTable tableOf(const TableSpectrum& of);
using SpectrumData = SidesData<TableSpectrum>;

// Errors: those of the node, Usage EMPTY, Cancelled.
Result<ViewDataPtr> compute(const SpectrumRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
