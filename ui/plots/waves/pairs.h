// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/drawings.h"
#include "views/waves/frequencies.h"

#include <initializer_list>

namespace phasor {

// Drawings by pair: pairs of the encoding from left to right, a logarithmic value of each upwards. The cross-hair is on
// the pair of the cursor's dimension; a click adds the pair's dimensions to the curves or removes them.
extern const char* const kPairsHelp;
Panel pairsPanel(const QStringList& values);
void showPairs(Panel& panel, const PairFrequencies& of, std::size_t countOfB);
DrawnLine pairsLine(const QString& name, const Ink& ink, Side side, std::size_t count); // dots, or a line for very many
void addPoint(DrawnLine& line, std::size_t pair, double value);
void addUnlessEmpty(Panel& panel, std::initializer_list<DrawnLine> lines);
// A long-wave pair's columns are also shown in the heatmap.
void toggleCurves(Store& store, const std::vector<std::int64_t>& columns, bool dead);
void togglePair(Store& store, const PairFrequencies& of, const Place& place);
template <typename Data> void pairClicked(Store& store, const ViewData& shown, const Cursor&, const Place& place)
{
    togglePair(store, dynamic_cast<const Data&>(shown).a, place);
}

} // namespace phasor
