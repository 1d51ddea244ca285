// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/similarity.h"

#include "analysis/rows/crossproducts.h"

namespace phasor {

FieldPtr similarityOfRows(FieldPtr x, SimilarityMeasure measure)
{
    const bool cosine = measure == SimilarityMeasure::Cosine;
    const auto rows
        = std::make_shared<const KeptRows>(std::move(x), cosine ? RowsAre::OfLengthOne : RowsAre::WithClosedMeans);
    return crossProducts(rows, rows, 1);
}

} // namespace phasor
