// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/similarity.h"
#include "analysis/uniqueness.h"
#include "views/comparison.h"
#include "views/estimate.h"

namespace phasor {

// Position by position: how alike two rows of a node are.
struct SimilarityRequest
{
    static constexpr std::string_view kView = "similarity";
    NodeId node = "position"; // one without rows of positions: the encoding, or else the sum
    SimilarityMeasure measure = SimilarityMeasure::Cosine;
    PicturesRequest pictures; // rows: positions; columns: positions (AxisKind::Key)
    bool operator==(const SimilarityRequest&) const = default;
};

struct SimilarityData : PicturesData
{
    NodeId node; // whose rows are compared
    SourceText symbol; // of that node
    SimilarityMeasure measure = SimilarityMeasure::Cosine;
    std::optional<Estimate> nearest; // mean similarity of neighbours, over the visible rows
    std::optional<ClosestRows> closest; // of A; indices of rows
    std::optional<std::int64_t> firstRise; // of the encoding: up to there the similarity falls with the distance
};

Result<ViewDataPtr> compute(const SimilarityRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
