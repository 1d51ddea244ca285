// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/cancelscope.h"
#include "views/measures/measure.h"

namespace phasor {

// Mean output of n masks, n = 1, 2 …, for the first rows: its distance from the input, ‖mean − x‖ / ‖x‖.
struct MeanOverMasks
{
    std::vector<double> masks;
    std::vector<double> distance;
    std::vector<double> expected; // √(v/n), v as below
    double variance = 0; // Σ Var y / Σ x² over the masks
    double expectedVariance = 0; // p/(1 − p) times the energy's share in the dropout target; NaN: unknown
};

// Number of masks and cells to sample.
struct MaskDraws
{
    std::int64_t cells = 1 << 12; // of the input, in entire rows
    int masks = 64;
};

// Mean over masks of the first rows of one side's part `only`; their masks are cheap to sample again. Nothing if no
// mask is sampled or the input is zero. Errors: those of the nodes, Cancelled.
Result<std::optional<MeanOverMasks>> meanOverMasks(SceneReader& scene, Side side, const MaskDraws& draws,
                                                   const Restriction& only);

// Expected dropout in rows of a setup, by probability. Protected rows lose nothing, filled padding loses everything.
struct DropoutLaw
{
    double droppedShare = 0; // of the mask's cells
    double positionEnergyKept = 1; // share of the encoding's energy in kept cells, all rows with equal weight
    // log10 of the probability that one token (neither protected nor padding) is zeroed completely within the dropout
    // target: p^d for single elements. Minus infinity: impossible.
    double log10TokenLoss = -std::numeric_limits<double>::infinity();
};

// `mask`: the node of the mask.
DropoutLaw dropoutLaw(const Node& mask, Span rows);

// Measured share of the energy of the encoding's `columns` in kept elements of these runs of rows; NaN if it has none.
// `complete`: the runs are all rows.
Estimate positionEnergyKept(const Node& mask, const Node& position, Span columns, std::span<const Span> runs,
                            bool complete, const CancelToken& cancel);

} // namespace phasor
