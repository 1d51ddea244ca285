// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/scoreterms.h"

#include "analysis/rows/rowproducts.h"
#include "field/matrixfield.h"
#include "pipeline/fields/stagefields.h"
#include "pipeline/parameters/parameters.h"
#include "views/measures/measure.h"

#include <algorithm>
#include <cmath>

namespace phasor {

std::vector<ViewOption> scoreTermsOptions()
{
    return {
        setting(flag("minus-row-means", WORDS("center rows"))
                    .says(WORDS("Whether score-terms subtracts each query's mean score, which softmax ignores."))
                    .beside(WORDS("Subtracts each query's mean score, which softmax ignores"))
                    .keptAs("row_means", "with", "without"),
                &ScoreTermsOptions::minusRowMeans),
        {setting(choice("terms-of", WORDS("setup"), enumChoices<TermsOf>)
                     .says(WORDS("Which setup score-terms shows in a comparison: a (default), b or difference."))
                     .beside(WORDS("Which setup is shown: A, B or A − B")),
                 &ScoreTermsOptions::of),
         true},
    };
}

namespace {

constexpr std::int64_t kScoreTermRows = 512;
constexpr std::int64_t kCenterRows = 4096;
constexpr std::int64_t kMostMeanCells = std::int64_t{1} << 22;
constexpr std::int64_t kMostSizeCells = std::int64_t{1} << 22;

// Keys minus their mean: subtracts each query's mean score.
FieldPtr centerdKeys(const FieldPtr& keys)
{
    const auto [rows, width] = keys->shape();
    const std::int64_t measured = std::min({rows, kCenterRows, std::max<std::int64_t>(1, kMostMeanCells / width)});
    return lessRow(keys, columnEnergy(*keys, {0, 0, measured, width}).mean);
}

// Parts of the chosen head, projected by its W_q and W_k.
Result<ScoreParts> projectedParts(const ScoreParts& whole, const AttentionSettings& attention,
                                  const RandomSettings& random, std::int64_t width)
{
    if (width % attention.heads != 0)
        return usageError("RANGE", "--heads",
                          WORDS("d_model = %1 is not divisible by %2 heads").with(width, attention.heads),
                          WORDS("use a number of heads that divides it"));
    TRY(const auto generator, generatorOf(random, attention.projectionSeed));
    TRY(const Projections weights, drawProjections(*generator, width));
    ScoreParts parts;
    for (std::size_t i = 0; i < whole.queries.size(); ++i) {
        parts.queries[i] = projectedHead(whole.queries[i], weights.queries, attention.heads, attention.head);
        parts.keys[i] = projectedHead(whole.keys[i], weights.keys, attention.heads, attention.head);
    }
    return parts;
}

std::int64_t sizeRows(const ScoreParts& parts)
{
    const auto [rows, width] = parts.queries[0]->shape();
    return std::min({rows, kScoreTermRows, std::max<std::int64_t>(2, kMostSizeCells / width)});
}

struct SideTerms
{
    ScoreParts parts;
    ScoreTermsMeasure measure;
    Axis rows;
};

using TermFields = std::array<FieldPtr, 4>; // in the order of ScoreTermSizes, over √width

TermFields fieldsOf(const ScoreParts& parts, bool minusRowMeans)
{
    std::array<KeptRowsPtr, 2> left;
    std::array<KeptRowsPtr, 2> right;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const FieldPtr& key = parts.keys[i];
        left[i] = std::make_shared<const KeptRows>(parts.queries[i]);
        right[i] = minusRowMeans      ? std::make_shared<const KeptRows>(centerdKeys(key))
            : key == parts.queries[i] ? left[i]
                                      : std::make_shared<const KeptRows>(key);
    }
    const double divisor = std::sqrt(static_cast<double>(left[0]->width()));
    TermFields fields;
    for (std::size_t i = 0; i < fields.size(); ++i)
        fields[i] = crossProducts(left[i / 2], right[i % 2], 1 / divisor);
    return fields;
}

Result<SideTerms> termsOf(const Restriction& only, SceneReader& scene, Side side)
{
    const Restriction rows{.positions = only.positions};
    TRY(const NodePtr table, tableNode(scene, side));
    TRY(const NodePtr position, restricted(table, rows));
    if (scene.node("sum", side)->operation == Operation::Concatenate)
        return usageError("SCHEME", "--combine", WORDS("when concatenated, content and position do not mix in a score"),
                          WORDS("use --combine sum"));
    TRY(const NodePtr scaled, restricted(scene.node("scaled", side), rows));
    SideTerms terms;
    terms.rows = scaled->rows;
    TRY(terms.parts, scoreParts(*scaled, *position));
    const AttentionSettings& attention = scene.read(&Parameters::attention, side);
    terms.measure.projected = attention.projection == Projection::Random;
    terms.measure.head = {attention.head, attention.heads, attention.causal};
    if (terms.measure.projected) {
        TRY(terms.parts,
            projectedParts(terms.parts, attention, scene.read(&Parameters::random, side), scaled->columns.count));
    }
    terms.measure.rows = sizeRows(terms.parts);
    terms.measure.allRows = terms.measure.rows == scaled->rows.count;
    terms.measure.sizes = scoreTermSizes(terms.parts);
    return terms;
}

constexpr std::array<SourceText, 4> kSymbols{WORDS("content · content"), WORDS("content · position"),
                                             WORDS("position · content"), WORDS("position · position")};

// All four between the same ends.
void onOneScale(std::array<Picture, 4>& pictures, bool dark)
{
    double reach = 0;
    for (const Picture& picture : pictures)
        reach = std::max({reach, std::abs(picture.range.low), std::abs(picture.range.high)});
    for (Picture& picture : pictures) {
        picture.colorMap = &defaultColorMap(true, dark); // one term alone may have no negative cell
        recolor(picture, {-reach, reach});
    }
}

} // namespace

Result<ScoreParts> scoreParts(const Node& scaled, const Node& position)
{
    TRY(const FieldPtr content, scaled.field);
    TRY(const FieldPtr table, position.field);
    const FieldPtr place = windowOf(table, whole(content->shape()));
    return ScoreParts{{content, place}, {content, place}};
}

ScoreTermSizes scoreTermSizes(const ScoreParts& parts)
{
    const std::int64_t rows = sizeRows(parts);
    const std::int64_t width = parts.queries[0]->shape().cols;
    std::array<Matrix, 2> queries;
    std::array<Matrix, 2> keys;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        queries[i] = materialized(*parts.queries[i], {0, 0, rows, width});
        keys[i] = materialized(*parts.keys[i], {0, 0, rows, width});
    }
    ScoreTermSizes sizes{};
    for (std::size_t term = 0; term < sizes.size(); ++term)
        sizes[term] = rows < kLeastScoreRows
            ? std::numeric_limits<double>::quiet_NaN()
            : spreadOfProducts(queries[term / 2].view(), keys[term % 2].view()) / std::sqrt(static_cast<double>(width));
    return sizes;
}

DataTable tableOf(const ScoreTermsMeasure& measure)
{
    return {{{"term", {0, 1, 2, 3}, kKey}, {"size", {measure.sizes.begin(), measure.sizes.end()}}}};
}

DataTable ScoreTermsData::table() const
{
    DataTable table = SidesData<ScoreTermsMeasure>::table();
    constexpr std::array<const char*, 4> kNames{"cc_", "cp_", "pc_", "pp_"};
    constexpr std::array<const char*, 3> kOf{"", "b_", "difference_"};
    for (std::size_t i = 0; i < pictures.size(); ++i)
        table.append(kOf[static_cast<std::size_t>(options.of)] + std::string(kNames[i]), tableOf(pictures[i]));
    return table;
}

Result<ViewDataPtr> compute(const ScoreTermsRequest& request, SceneReader& scene, Effort effort)
{
    std::array<SideTerms, 2> sides;
    TRY(auto data, sidesOf<ScoreTermsData>(scene, [&](Side side) -> Result<ScoreTermsMeasure> {
            SideTerms& terms = sides[static_cast<std::size_t>(side)];
            TRY(terms, termsOf(request.only, scene, side));
            return terms.measure;
        }));
    data->options = request.options;
    noteLeftOut(*data, scene, "sum", {.positions = request.only.positions});
    if (!data->b)
        data->options.of = TermsOf::A;
    const SideTerms& shown = sides[data->options.of == TermsOf::B ? 1 : 0];
    TermFields fields = fieldsOf(shown.parts, request.options.minusRowMeans);
    if (data->options.of == TermsOf::Difference) {
        const TermFields others = fieldsOf(sides[1].parts, request.options.minusRowMeans);
        for (std::size_t i = 0; i < fields.size(); ++i)
            fields[i] = differenceOf(fields[i], others[i]);
    }
    Axis queries = shown.rows;
    queries.count = fields[0]->shape().rows; // for a difference: the rows that both have
    Axis keys = queries;
    keys.kind = AxisKind::Key;
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells / 256 : kFrameCells / 16;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const Quantity quantity{kSymbols[i], kSymbols[i], QuantityFamily::Signed, Hue::Sum, true};
        const PictureRequest pixels = request.picture.sized(request.widths[i], request.heights[i]);
        TRY(data->pictures[i], makePicture(Pictured{*fields[i], queries, keys, quantity}, pixels, cells));
        data->coarse = data->coarse || (effort == Effort::Frame && data->pictures[i].isRough());
    }
    onOneScale(data->pictures, request.picture.dark);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
