// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/check/tablecheck.h"

namespace phasor {

// Looks for the change of the setup, or the mistake, that explains check.difference; fills explanation, closest and
// tried. `bound`: within it a cell is explained.
void explain(TableCheck& check, const Matrix& file, const Pipeline& pipeline, const NodeId& stage,
             const Tolerance& bound, const CancelToken& cancel);

} // namespace phasor
