// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "system/canceltoken.h"
#include "views/measures/estimate.h"

#include <limits>

namespace phasor {

// What dropout must do to rows of a set-up by the laws of chance. Protected rows lose nothing, filled padding
// everything.
struct DropoutLaw
{
    double droppedShare = 0; // of the mask's cells
    double positionEnergyKept = 1; // share of the encoding's energy in kept cells, every row weighing alike
    // log10 of the probability that one token (neither protected nor padding) loses all that dropout acts on: p^d for
    // single elements. Minus infinity where it cannot.
    double log10TokenLoss = -std::numeric_limits<double>::infinity();
};

// Of the node of the mask.
DropoutLaw dropoutLaw(const Node& mask, Span rows);

// The share of the energy of `columns` of the encoding that lies in kept elements of these runs of rows, measured; NaN
// if it has none. `complete`: the runs are all rows that it stands for.
Estimate positionEnergyKept(const Node& mask, const Node& position, Span columns, std::span<const Span> runs,
                            bool complete, const CancelToken& cancel);

} // namespace phasor
