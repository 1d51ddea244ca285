// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

namespace phasor {

enum class SimilarityMeasure {
    Dot, // Σ_c x[i, c] · x[j, c]
    Cosine, // the same of rows of length 1; 0 beside a row of zeros
};

// Row by row, how alike two rows of `x` are: [n, n] for x [n, w], cell (i, j) from rows i and j, added in double, as
// crossProducts. bounds(): [−1, 1] of cosines; ± w times the square of x's greatest bound. Of a table that is too long
// for memory means exist for Dot where x has them.
FieldPtr similarityOfRows(FieldPtr x, SimilarityMeasure measure);

} // namespace phasor
