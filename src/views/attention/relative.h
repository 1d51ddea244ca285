// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"

namespace phasor {

struct RelativeOptions
{
    std::vector<std::string> schemes; // overlaid on the setups' schemes; with default values
    bool logarithmic = false; // k from 1 on
    bool operator==(const RelativeOptions&) const = default;
};

// Effect of the distance k between query and key on the score: the kernel of waves or the bias of a head, of the setups
// and of other schemes, overlaid; and the measured mean score.
struct RelativeRequest
{
    RelativeOptions options;
    int width = 0; // device pixels
    bool operator==(const RelativeRequest&) const = default;
};

// Mean scores by distance: over queries, between a query and the key k >= 1 positions before it.
struct MeanScores
{
    std::vector<double> distances; // ascending; middles of bins if there are many distances
    std::vector<double> scores;
    std::size_t steady = 0; // number of the first ones, up to the last mean of 10 pairs or more
    bool sampled = false; // from some of the queries
    Side side = Side::A;
};

struct RelativeData : ViewData
{
    enum class Law {
        Kernel, // (2/w) Σ cos kω, with the growth of xPos: what is left of a score of 1
        Bias, // is added to the score
        Rows, // of a table without formula: the mean cosine of rows k apart, measured on some of them
    };
    struct Curve
    {
        std::optional<Side> side; // of a setup; nothing: an overlaid scheme
        std::string scheme;
        SourceText label; // of the scheme
        Law law = Law::Kernel;
        std::int64_t head = 0; // of a bias
        bool chosenHead = true; // else another head of a setup
        bool ofLastQuery = false; // the bias depends on more than k: shows that of the last query
        std::vector<double> distances = {}; // ascending
        std::vector<double> values = {};
        // For a kernel: the first integer distance k >= 1 at which half or less is left; nothing: none up to `sought`.
        std::optional<std::int64_t> halved = {};
        std::int64_t sought = 0;
        bool envelope = false; // points alternate minimum, maximum of one pixel column
    };
    struct Missing
    {
        std::optional<Side> side;
        SourceText label;
        bool refused = false; // impossible with these settings; else the scheme has no positions
    };

    std::vector<Curve> curves; // of A, of B, of the others in their order
    std::vector<MeanScores> measured;
    std::vector<Missing> missing;
    double most = 1; // largest distance of A's table
    std::optional<std::int64_t> trainedLength; // L₀ of A's rotation, if its table is longer
    bool logarithmic = false;

    DataTable table() const override;
};

Result<ViewDataPtr> compute(const RelativeRequest& request, SceneReader& scene, Effort effort);

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

// Mean of scores[i, i − k] over queries i, k >= 1, of finite scores; k = 0 (a token with itself) is exceptional and
// left out. Entire rows of a sample of queries if rows are short, single cells of some distances if they are long.
MeanScores meanScores(const Field& scores, int width, bool logarithmic);

} // namespace phasor
