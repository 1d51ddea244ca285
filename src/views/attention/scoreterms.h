// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/picture.h"

namespace phasor {

enum class TermsOf { A, B, Difference };
template <>
inline constexpr EnumChoice<TermsOf> kChoices<TermsOf>[] = {
    {TermsOf::A, {"a", WORDS("A"), {}}},
    {TermsOf::B, {"b", WORDS("B"), {}}},
    {TermsOf::Difference, {"difference", WORDS("A − B"), {}}},
};

struct ScoreTermsOptions
{
    bool minusRowMeans = false; // subtracts what softmax ignores
    TermsOf of = TermsOf::A; // setup of the pictures; A without comparison
    bool operator==(const ScoreTermsOptions&) const = default;
};

// The four terms of a score, (s·E_i + P_i) · (s·E_j + P_j) / √width before dropout: each as a picture, query by key,
// with one range of colors, and its size.
struct ScoreTermsRequest
{
    PictureRequest picture = {};
    std::array<int, 4> widths{}; // device pixels of the pictures, in the order of ScoreTermSizes
    std::array<int, 4> heights{};
    ScoreTermsOptions options = {};
    Restriction only = {}; // of positions; q and k depend on all dimensions
    bool operator==(const ScoreTermsRequest&) const = default;
};

inline constexpr int kLeastScoreRows = 3; // two rows have one content · content and its mirror image: no deviation

// Standard deviation of each term over the pairs i ≠ j of the first 512 rows. NaN: too few. The terms, query by key:
// content · content, content · position, position · content, position · position.
using ScoreTermSizes = std::array<double, 4>;

// Queries and keys of s·E and of PE separately, as Fields of equal shape.
struct ScoreParts
{
    std::array<FieldPtr, 2> queries; // of s·E, of PE
    std::array<FieldPtr, 2> keys;
};

// Without projections q and k are the rows themselves, over √d_model. Errors: the nodes' own.
Result<ScoreParts> scoreParts(const Node& scaled, const Node& position);
ScoreTermSizes scoreTermSizes(const ScoreParts& parts);

struct ScoreTermsMeasure
{
    ScoreTermSizes sizes{};
    std::int64_t rows = 0; // rows that the sizes are measured on
    bool allRows = true;
    bool projected = false; // by W_q and W_k of the head; else entire rows
    AttentionFacts head;
};

DataTable tableOf(const ScoreTermsMeasure& measure);

struct ScoreTermsData : SidesData<ScoreTermsMeasure>
{
    DataTable table() const override;
    std::array<Picture, 4> pictures;
    ScoreTermsOptions options; // `of` is whose they are
};

// Errors: Usage SCHEME (no table, or concatenated), those of the nodes and of the head.
Result<ViewDataPtr> compute(const ScoreTermsRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
