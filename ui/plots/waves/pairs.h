// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/drawings.h"

#include <initializer_list>

namespace phasor {

// A drawing with the pairs of the encoding from left to right and a logarithmic value of each upwards. The cross-hair
// is on the pair that has the cursor's dimension; a click puts the curves of its dimensions into the curves or takes
// them out.
extern const char* const kPairsHelp;
Panel pairsPanel(const QString& value);
void showPairs(Panel& panel, std::vector<std::vector<std::int64_t>> columns, std::size_t countOfB);
DrawnLine pairsLine(const QString& name, const Ink& ink, Side side, std::size_t count); // dots, or a line of very many
DrawnLine pairsRings(const QString& name, const Ink& ink, Side side); // around other dots
void addPoint(DrawnLine& line, std::size_t pair, double value);
void addUnlessEmpty(Panel& panel, std::initializer_list<DrawnLine> lines);
std::size_t pairAt(const Place& place, std::size_t count);
// Of a dead pair the columns are also shown in the heatmap.
void toggleCurves(Store& store, const std::vector<std::int64_t>& columns, bool dead);

} // namespace phasor
