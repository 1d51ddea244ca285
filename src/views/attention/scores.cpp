// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/scores.h"

#include "analysis/rows/norms.h"
#include "views/measures/measure.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// The first token has only itself: a weight of 1.
bool showsFirst(const HeadAttention& head)
{
    return head.facts.causal && head.scores.visibleRows.low < 1 && head.scores.visibleColumns.low < 1;
}

struct Spread
{
    double keys = 0;
    double distance = 0;
};

Spread spreadOf(const float* shares, std::int64_t count, std::int64_t query)
{
    double entropy = 0;
    double distance = 0;
    for (std::int64_t key = 0; key < count; ++key) {
        const auto share = static_cast<double>(shares[key]);
        if (!(share > 0))
            continue;
        entropy -= share * std::log(share);
        distance += share * static_cast<double>(std::abs(query - key));
    }
    return {std::exp(entropy), distance};
}

// Means over the visible queries, or over some evenly spread ones if they are many.
void measure(HeadAttention& head, const Field& attention, Interval visible)
{
    constexpr std::int64_t kRows = 64;
    constexpr std::int64_t kCells = std::int64_t{1} << 20;
    constexpr std::int64_t kMostKeys = std::int64_t{1} << 24; // 64 MiB a row
    const std::int64_t keys = attention.shape().cols;
    if (keys > kMostKeys)
        return;
    const Span rows = cellsOf(visible, attention.shape().rows);
    const std::int64_t count = std::min({rows.size(), kRows, std::max<std::int64_t>(1, kCells / keys)});
    Matrix row(Shape{1, keys});
    std::vector<Spread> spreads;
    double seen = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t query = rows.begin + (2 * i + 1) * rows.size() / (2 * count);
        attention.fill({query, 0, 1, keys}, row.view());
        if (std::isnan(row.data()[0]))
            continue;
        spreads.push_back(spreadOf(row.data(), keys, query));
        seen += static_cast<double>(head.facts.causal ? query + 1 : keys);
    }
    if (spreads.empty())
        return;
    head.keys = meanOf(columnFrom(spreads, &Spread::keys));
    head.seen = seen / static_cast<double>(spreads.size());
    head.distance = meanOf(columnFrom(spreads, &Spread::distance));
}

// Request of the picture at this place in the order of the request's sizes.
PictureRequest pictureAt(const ScoresRequest& request, Side side, bool attention)
{
    const std::size_t at = 2 * static_cast<std::size_t>(side) + (attention ? 1 : 0);
    PictureRequest picture = request.picture.sized(request.widths[at], request.heights[at]);
    if (attention)
        picture.colorMap = "viridis";
    return picture;
}

Result<HeadAttention> headOf(const ScoresRequest& request, SceneReader& scene, Side side, std::int64_t cells)
{
    HeadAttention head;
    const NodePtr scores = scene.node("scores", side);
    const NodePtr attention = scene.node("attention", side);
    head.facts = *scores->find<AttentionFacts>();
    TRY(head.scores, makePicture(*scores, pictureAt(request, side, false), cells));
    // Colors from 0 to the largest visible weight, which a pixel's mean may hide: weights are small if there are many
    // keys. All weights are looked at for it, unless it is known.
    PictureRequest ofAttention = pictureAt(request, side, true);
    ofAttention.range = showsFirst(head) ? ColorRange(Interval{0, 1}) : ColorRange(RangeRule::Data);
    Result<Picture> shares = makePicture(*attention, ofAttention, cells);
    if (!shares.ok()) {
        if (shares.error().code != kTooManyKeys)
            return shares.error();
        return head;
    }
    head.attention = std::move(*shares);
    if (head.facts.causal)
        blankUnseen(*head.attention);
    const double most = head.attention->range.high;
    recolor(*head.attention, {0, most > 0 ? most : 1.0});
    measure(head, **attention->field, head.attention->visibleRows);
    return head;
}

// A − B of one of the two nodes; nothing: the shapes differ.
Result<std::optional<Picture>> lessOf(const ScoresRequest& request, SceneReader& scene, bool attention, bool causal,
                                      const Picture& a, const Picture& b, std::int64_t cells)
{
    constexpr std::size_t kFirst = 4; // size of A − B in the request
    const NodeId id = attention ? "attention" : "scores";
    const NodePtr ofA = scene.node(id, Side::A);
    const NodePtr ofB = scene.node(id, Side::B);
    if (ofA->shape() != ofB->shape())
        return std::optional<Picture>();
    PictureRequest size = pictureAt(request, Side::A, attention);
    size.width = request.widths[kFirst + (attention ? 1 : 0)];
    size.height = request.heights[kFirst + (attention ? 1 : 0)];
    TRY(Picture less, makeDifference(*ofA, *ofB, a, b, size, cells));
    if (causal) {
        blankUnseen(less);
        recolor(less, less.range);
    }
    return std::optional(std::move(less));
}

bool isSampled(const HeadAttention& head)
{
    return head.scores.isRough() || (head.attention && head.attention->isRough());
}

} // namespace

DataTable tableOf(const HeadAttention& head)
{
    DataTable table;
    table.append("scores_", tableOf(head.scores));
    if (head.attention)
        table.append("attention_", tableOf(*head.attention));
    return table;
}

Result<ViewDataPtr> compute(const ScoresRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells : kStillCells;
    TRY(auto data, sidesOf<ScoresData>(scene, [&](Side side) { return headOf(request, scene, side, cells); }));
    const bool causal = data->a.facts.causal && data->b && data->b->facts.causal;
    if (data->b) {
        recolorTogether({&data->a.scores, &data->b->scores});
        TRY(data->lessScores, lessOf(request, scene, false, causal, data->a.scores, data->b->scores, cells));
    }
    if (data->a.attention && data->b && data->b->attention) {
        recolorTogether({&*data->a.attention, &*data->b->attention});
        TRY(data->lessAttention, lessOf(request, scene, true, causal, *data->a.attention, *data->b->attention, cells));
    }
    noteLeftOut(*data, scene, "queries");
    data->coarse = effort == Effort::Frame && data->either(isSampled);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
