// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/rows/nearest.h"
#include "views/measures/measure.h"
#include "views/tables/picture.h"

namespace phasor {

struct SimilarityOptions
{
    bool minusMeanRow = false; // subtracts the mean row from each row
    bool operator==(const SimilarityOptions&) const = default;
};

// Position by position: how alike two rows of a node are.
struct SimilarityRequest
{
    NodeId node = "position"; // one without rows of positions: the encoding, or else the sum
    SimilarityMeasure measure = SimilarityMeasure::Cosine;
    SimilarityOptions options = {};
    std::optional<std::int64_t> row = {}; // coordinate: compared with all that are visible
    PicturesRequest pictures; // rows: positions; columns: positions (AxisKind::Key)
    Restriction only = {};
    bool operator==(const SimilarityRequest&) const = default;
};

// How alike rows are by their distance.
struct SimilarityKernel
{
    std::vector<double> distances; // positions, ascending from 0; a selection if there are many
    std::vector<double> values; // c(k) of waves, or the mean over some pairs of rows that far apart
    bool exact = false; // c(k) = mean of cos kω over the pairs
    std::optional<std::int64_t> firstRise; // up to there the similarity falls with the distance
    std::int64_t searched = 0; // distances below this one, for the first rise; 0: it depends on more than the distance
    bool rough = false; // a still view visits more
    std::optional<std::int64_t> half; // the smallest of `distances` with a value of 1/2 or less
};

// One row compared with the others.
struct SimilarityRow
{
    std::int64_t position = 0; // coordinate
    std::vector<double> positions; // coordinates of the others; a selection if there are many
    std::vector<double> values; // NaN: undefined
};

struct SideSimilarity
{
    std::optional<SimilarityKernel> kernel; // nothing: rows are no positions in a line
    std::optional<SimilarityRow> row; // nothing: not requested, or outside
    std::optional<Estimate> nearest; // mean similarity of neighbors, over the visible rows
};

DataTable tableOf(const SideSimilarity& of);

struct SimilarityData : SidesData<SideSimilarity>
{
    DataTable table() const override;
    std::shared_ptr<const PicturesData> pictures; // the same while only the cursor moves
    NodeId node; // node of the compared rows
    SourceText symbol; // of that node
    SimilarityMeasure measure = SimilarityMeasure::Cosine;
    SimilarityOptions options;
    Axis rows;
    std::optional<ClosestRows> closest; // of A; indices of rows
};

Result<ViewDataPtr> compute(const SimilarityRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
