// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

namespace phasor {

enum class SimilarityMeasure {
    Dot, // Σ_c x[i, c] · x[j, c]
    Cosine, // the same of rows of length 1; 0 beside a row of zeros
};

// Row by row, how alike two rows of `x` are: [n, n] for x [n, w], cell (i, j) from rows i and j, added in double.
// bounds(): [−1, 1] of cosines; ± w times the square of x's greatest bound.
//
// Products are linear in each of their rows, so the mean over a block of pairs is the product of two mean rows:
// pictures cost their pixels times w, and are added in float32. Rows of up to 2^24 cells in all are kept for that, in
// memory; of a longer table means exist for Dot where x has them.
FieldPtr similarityOfRows(FieldPtr x, SimilarityMeasure measure);

} // namespace phasor
