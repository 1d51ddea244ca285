// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/labels/keyrow_p.h"
#include "plots/drawings.h"

namespace phasor {

// Colors, pens and marks of a drawing's elements in a theme.
QColor colorOf(const Ink& ink, const Theme& theme);
QColor colorOf(const DrawnBand& band, const Theme& theme);
QPen penOf(const DrawnLine& line, const Theme& theme);
QPen penOf(const DrawnLevel& level, const Theme& theme);
QCPScatterStyle scatterOf(Marker mark, const QColor& color, const Theme& theme);

// Key entries of these panels: A's lines, A's levels, then what only B has; last, how A's and B's lines differ. Lines
// without a name have none.
std::vector<KeyRow::Entry> keyOf(const std::vector<const Panel*>& panels, const Theme& theme);
std::vector<EndLabels::Entry> endsOf(const Panel& panel, const Theme& theme); // names and values of its lines

} // namespace phasor
