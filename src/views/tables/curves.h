// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/waves/pairs.h"
#include "views/view.h"

namespace phasor {

// Some columns of the encoding over the positions; two setups are overlaid.
struct CurvesRequest
{
    std::vector<std::int64_t> dimensions = {}; // columns of the table, those outside are left out; empty: usual ones
    std::optional<Interval> positions
        = {}; // coordinates; nothing: a few periods of the fastest dimension, at least 100
    int width = 0; // device pixels: at most a few points a pixel column
    bool operator==(const CurvesRequest&) const = default;
};

struct CurvesData : ViewData
{
    DataTable table() const override;
    struct Curve
    {
        Side side = Side::A;
        std::int64_t dimension = 0;
        std::optional<ColumnWave> wave; // nothing: the column is not a wave
        std::vector<double> positions; // ascending, coordinates
        std::vector<double> values;
        bool envelope = false; // points alternate minimum, maximum of one pixel column
        // The wave between the positions, if known and if there are enough pixels; else nothing. For narrow types, such
        // as bfloat16, it is the wave before rounding.
        bool rounded = false;
        PairLife life = PairLife::Turning; // of its pair within the table
        std::vector<double> between = {}; // ascending, coordinates
        std::vector<double> valuesBetween = {};
    };
    Axis rows; // of the table
    SourceText symbol; // of its values: PE, or cos, sin of a rotation
    std::vector<Curve> curves; // those of A, then those of B
    Interval visible; // positions, coordinates
    std::int64_t tokens = 0; // of the sentence, on the first positions; 0 without a sentence
    std::vector<std::int64_t> leftOut; // chosen dimensions beyond A's width
};

// Error: Usage SCHEME if the scheme has no table.
Result<ViewDataPtr> compute(const CurvesRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
