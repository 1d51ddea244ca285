// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"
#include "views/restriction.h"

namespace phasor {

class Options;

// --only-rows and --only-cols: the positions and dimensions that analyses look at.
void addSelection(Options& options);

// What they say, in the coordinates of the set-up: rows are those of the table of positions, or of the sequence where
// there is none; columns those of what dropout acts on. Usage TYPE, RANGE.
Result<Restriction> selectionOf(const Options& options, const Pipeline& pipeline);

} // namespace phasor
