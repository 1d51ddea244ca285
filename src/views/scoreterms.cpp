// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scoreterms.h"

#include "analysis/crossproducts.h"
#include "analysis/norms.h"
#include "analysis/scoreterms.h"
#include "field/forwardingfield.h"
#include "field/materialize.h"
#include "pipeline/attentionfields.h"
#include "pipeline/fieldwindow.h"
#include "pipeline/generatorsettings.h"
#include "views/schemeneeds.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kCentreRows = 4096;
constexpr std::int64_t kMostMeanCells = std::int64_t{1} << 22;
constexpr std::int64_t kMostSizeCells = std::int64_t{1} << 22;

// Keys less their mean: of each query's scores their mean is taken away.
class Centred final : public ForwardingField
{
public:
    Centred(FieldPtr keys, std::vector<double> mean)
        : ForwardingField(std::move(keys), Cells::Changed)
        , m_mean(std::move(mean))
    {
    }
    Interval bounds() const override
    {
        const Interval all = base().bounds();
        const double reach = all.high - all.low;
        return {-reach, reach};
    }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        base().fill(rect, out);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c)
                out(r, c) -= static_cast<float>(m_mean[static_cast<std::size_t>(rect.col + c)]);
        }
    }

private:
    std::vector<double> m_mean;
};

FieldPtr centredKeys(const FieldPtr& keys, const CancelToken& cancel)
{
    const auto [rows, width] = keys->shape();
    const std::int64_t measured = std::min({rows, kCentreRows, std::max<std::int64_t>(1, kMostMeanCells / width)});
    return std::make_shared<Centred>(keys, columnEnergy(*keys, {0, 0, measured, width}, cancel).mean);
}

// Of the chosen head, with its W_q and W_k.
Result<ScoreParts> projectedParts(const ScoreParts& whole, const AttentionSettings& attention,
                                  const RandomSettings& random, std::int64_t width)
{
    if (width % attention.heads != 0)
        return usageError("RANGE", "--heads",
                          WORDS("d_model = %1 is no multiple of %2 heads").with(width, attention.heads),
                          WORDS("give a number of heads that divides it"));
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
};

Result<SideTerms> termsOf(SceneReader& scene, Side side)
{
    TRY(const NodePtr position, tableNode(scene, side));
    if (scene.node("sum", side)->operation == Operation::Concatenate)
        return usageError("SCHEME", "--combine",
                          WORDS("content and position have dimensions of their own: there are no mixed terms"),
                          WORDS("add the encoding instead"));
    const NodePtr scaled = scene.node("scaled", side);
    SideTerms terms;
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
    terms.measure.sizes = scoreTermSizes(terms.parts, scene.cancel());
    return terms;
}

SourceText symbolOf(std::size_t term)
{
    constexpr std::array<SourceText, 4> kSymbols{WORDS("content · content"), WORDS("content · position"),
                                                 WORDS("position · content"), WORDS("position · position")};
    return kSymbols[term];
}

// All four between the same ends.
void onOneScale(std::array<Picture, 4>& pictures, std::uint32_t nanColour)
{
    double reach = 0;
    for (const Picture& picture : pictures)
        reach = std::max({reach, std::abs(picture.range.low), std::abs(picture.range.high)});
    for (Picture& picture : pictures)
        recolour(picture, {-reach, reach}, nanColour);
}

} // namespace

Result<ScoreParts> scoreParts(const Node& scaled, const Node& position)
{
    TRY(const FieldPtr content, scaled.field);
    TRY(const FieldPtr table, position.field);
    const FieldPtr place = windowOf(table, whole(content->shape()));
    return ScoreParts{{content, place}, {content, place}};
}

ScoreTermSizes scoreTermSizes(const ScoreParts& parts, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    const std::int64_t rows = sizeRows(parts);
    const std::int64_t width = parts.queries[0]->shape().cols;
    std::array<Matrix, 2> queries;
    std::array<Matrix, 2> keys;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        materialize(*parts.queries[i], {0, 0, rows, width}, queries[i]);
        materialize(*parts.keys[i], {0, 0, rows, width}, keys[i]);
    }
    ScoreTermSizes sizes{};
    for (std::size_t term = 0; term < sizes.size(); ++term)
        sizes[term]
            = spreadOfProducts(queries[term / 2].view(), keys[term % 2].view()) / std::sqrt(static_cast<double>(width));
    return sizes;
}

DataTable ScoreTermsData::table() const
{
    DataTable table;
    constexpr std::array<const char*, 4> kNames{"cc_", "cp_", "pc_", "pp_"};
    table.add("size_by_term", {a.sizes.begin(), a.sizes.end()});
    if (b)
        table.add("b_size_by_term", {b->sizes.begin(), b->sizes.end()});
    for (std::size_t i = 0; i < pictures.size(); ++i)
        addPicture(table, pictures[i], kNames[i]);
    return table;
}

Result<ViewDataPtr> compute(const ScoreTermsRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells / 256 : kFrameCells / 16;
    auto data = std::make_shared<ScoreTermsData>();
    TRY(const SideTerms terms, termsOf(scene, Side::A));
    data->a = terms.measure;
    data->minusRowMeans = request.minusRowMeans;
    Axis queries = scene.node("scaled")->rows;
    Axis keys = queries;
    keys.kind = AxisKind::Key;
    std::array<KeptRowsPtr, 2> left;
    std::array<KeptRowsPtr, 2> right;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const FieldPtr& key = terms.parts.keys[i];
        left[i] = keptRows(terms.parts.queries[i]);
        right[i] = request.minusRowMeans    ? keptRows(centredKeys(key, scene.cancel()))
            : key == terms.parts.queries[i] ? left[i]
                                            : keptRows(key);
    }
    const double divisor = std::sqrt(static_cast<double>(left[0]->width()));
    for (std::size_t i = 0; i < data->pictures.size(); ++i) {
        const FieldPtr term = crossProducts(left[i / 2], right[i % 2], 1 / divisor);
        const Quantity quantity{symbolOf(i), symbolOf(i), QuantityFamily::Signed, Hue::Sum, true};
        const PictureRequest pixels{.zoom = request.zoom,
                                    .width = request.widths[i],
                                    .height = request.heights[i],
                                    .nanColour = request.nanColour,
                                    .wholeCells = request.wholeCells};
        TRY(data->pictures[i], makePicture(Pictured{*term, queries, keys, quantity}, pixels, cells, scene.cancel()));
        data->coarse = data->coarse || (effort == Effort::Frame && data->pictures[i].sampled);
    }
    onOneScale(data->pictures, request.nanColour);
    if (scene.comparing()) {
        TRY(const SideTerms other, termsOf(scene, Side::B));
        data->b = other.measure;
    }
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
