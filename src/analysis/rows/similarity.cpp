// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/similarity.h"

#include "analysis/rows/crossproducts.h"

namespace phasor {

FieldPtr similarityOfRows(FieldPtr x, SimilarityMeasure measure)
{
    const KeptRowsPtr rows = keptRows(
        std::move(x), measure == SimilarityMeasure::Cosine ? RowsAre::OfLengthOne : RowsAre::WithClosedMeans);
    return crossProducts(rows, rows, 1);
}

} // namespace phasor
