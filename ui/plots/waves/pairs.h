// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/drawings.h"

#include <initializer_list>

namespace phasor {

// Drawings by pair: pairs of the encoding from left to right, a logarithmic value of each upwards. The cross-hair is on
// the pair of the cursor's dimension; a click adds the pair's dimensions to the curves or removes them.
extern const char* const kPairsHelp;
Panel pairsPanel(const QStringList& values);
void showPairs(Panel& panel, std::vector<std::vector<std::int64_t>> columns, bool paired, std::size_t countOfB);
DrawnLine pairsLine(const QString& name, const Ink& ink, Side side, std::size_t count); // dots, or a line for very many
void addPoint(DrawnLine& line, std::size_t pair, double value);
void addUnlessEmpty(Panel& panel, std::initializer_list<DrawnLine> lines);
std::size_t pairAt(const Place& place, std::size_t count);
// A dead pair's columns are also shown in the heatmap.
void toggleCurves(Store& store, const std::vector<std::int64_t>& columns, bool dead);

} // namespace phasor
