// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

namespace phasor {

// x[i, c] − mean[c]: the rows less one that all have in common. As many means as columns. bounds(): ± the width of x's.
FieldPtr lessRow(FieldPtr x, std::vector<double> mean);

} // namespace phasor
