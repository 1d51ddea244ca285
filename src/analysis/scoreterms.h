// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrixview.h"

namespace phasor {

// The standard deviation of a_i · b_j over the pairs i ≠ j of the rows of two tables of equal shape [n, w]; NaN where
// there is no such pair. Products in float32, their moments in double. Transformer-XL (Dai et al. 2019), eq. 4, takes
// the score apart into four such terms.
double spreadOfProducts(MatrixView<const float> a, MatrixView<const float> b);

} // namespace phasor
