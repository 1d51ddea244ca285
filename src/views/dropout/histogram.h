// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/dropout/dropout.h"

namespace phasor {

// Effect of dropout on the values: output against input, their distribution, the mean over masks, and the fates of
// pairs.
struct HistogramRequest
{
    Restriction only = {};
    bool operator==(const HistogramRequest&) const = default;
};

struct ValueSpread
{
    std::vector<double> middles; // of the bins, the same for both; one bin has its middle at 0
    std::vector<double> input; // share of the cells in each bin: dropout's input, which is also its output in eval mode
    std::vector<double> output; // the same in training, exact zeros left out
    double zeros = 0; // share of the output's cells that are exactly 0
};

// Shares of pairs (sine, cosine) of which both, one or no value is kept, measured and by probability.
struct PairFates
{
    std::array<double, 3> shares{}; // both kept, one, none
    std::array<double, 3> expected{}; // (1 − p)², 2p(1 − p), p²
};

// Mean output of n masks, n = 1, 2 …, for evenly spread rows: its distance from the input, ‖mean − x‖ / ‖x‖.
struct MeanOverMasks
{
    std::int64_t rows = 0;
    std::vector<double> masks;
    std::vector<double> distance;
    std::vector<double> expected; // √(v/n), v as below
    double variance = 0; // Σ Var y / Σ x² over the masks
    double expectedVariance = 0; // p/(1 − p) times the energy's share in the dropout target; NaN: unknown
};

struct HistogramMeasure
{
    std::int64_t rows = 0; // measured rows, evenly spread
    bool allRows = true;
    double p = 0; // effective p: 0 in eval mode
    std::vector<double> scatterInput; // cells, some hundred of them
    std::vector<double> scatterOutput;
    ValueSpread spread;
    std::optional<MeanOverMasks> mean; // nothing: no mask is sampled, p = 1 or the input is zero
    std::optional<PairFates> pairs; // nothing: the encoding has no pairs, or dropout does not act on its cells
    double cosine = 0; // mean cos(input, output) of the rows; NaN: of rows that are zero
    std::int64_t zeroRows = 0; // without a cosine
    double expectedCosine = 0; // √(1 − p); NaN if dropout does not act on the sum
    // log10 of the probability that all cells of a token are zeroed, p^d; −infinity if nothing is dropped.
    double log10TokenLoss = 0;
};

DataTable tableOf(const HistogramMeasure& measure);
using HistogramData = SidesData<HistogramMeasure>; // with the same bins

// Errors: those of the nodes, Usage EMPTY without rows.
Result<ViewDataPtr> compute(const HistogramRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
