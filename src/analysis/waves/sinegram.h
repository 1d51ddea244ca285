// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/waves/pairs.h"

#include <Eigen/Core>

namespace phasor {

// The lower triangle of Aᵀ·A of a table of sinusoids at the positions [first, first + rows), in closed form: the cost
// does not depend on the rows. 0 above the diagonal. On the workers.
Eigen::MatrixXd sineGram(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows);

} // namespace phasor
