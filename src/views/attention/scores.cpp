// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/scores.h"

#include "analysis/rows/norms.h"
#include "views/measures/measure.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Colors from 0 to the largest visible weight, which a pixel's mean may hide: weights are small if there are many keys.
Interval fromZero(const HeadAttention& head)
{
    const Picture& picture = *head.attention; // its range is that of the cells
    const bool first = head.facts.causal && picture.visibleRows.low < 1 && picture.visibleColumns.low < 1;
    return {0, first || !(picture.range.high > 0) ? 1.0 : picture.range.high}; // the first token has only itself
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

Result<HeadAttention> headOf(const ScoresRequest& request, SceneReader& scene, Side side, std::int64_t cells)
{
    HeadAttention head;
    const NodePtr scores = scene.node("scores", side);
    const NodePtr attention = scene.node("attention", side);
    head.facts = *scores->find<AttentionFacts>();
    PictureRequest picture
        = pictureRequest(request, request.widthOfScores, side == Side::A ? request.height : request.heightOfB);
    TRY(head.scores, makePicture(*scores, picture, cells, scene.cancel()));
    picture.width = request.widthOfAttention;
    picture.colorMap = "viridis";
    picture.range = RangeRule::Data;
    Result<Picture> shares = makePicture(*attention, picture, cells, scene.cancel());
    if (!shares.ok()) {
        if (shares.error().code != kTooManyKeys)
            return shares.error();
        return head;
    }
    head.attention = std::move(*shares);
    head.attention->quantity.boundsAreRemote = true; // NaN is blank
    if (head.facts.causal)
        blankUnseen(*head.attention);
    recolour(*head.attention, fromZero(head), request.nanColour);
    measure(head, **attention->field, head.attention->visibleRows);
    return head;
}

bool isSampled(const HeadAttention& head)
{
    return head.scores.isRough() || (head.attention && head.attention->isRough());
}

} // namespace

DataTable tableOf(const HeadAttention& head)
{
    DataTable table;
    addPicture(table, head.scores, "scores_");
    if (head.attention)
        addPicture(table, *head.attention, "attention_");
    return table;
}

Result<ViewDataPtr> compute(const ScoresRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells : kStillCells;
    TRY(auto data, sidesOf<ScoresData>(scene, [&](Side side) { return headOf(request, scene, side, cells); }));
    if (data->b)
        recolourTogether({&data->a.scores, &data->b->scores}, request.nanColour);
    if (data->a.attention && data->b && data->b->attention)
        recolourTogether({&*data->a.attention, &*data->b->attention}, request.nanColour);
    noteLeftOut(*data, scene, "queries");
    data->coarse = effort == Effort::Frame && data->either(isSampled);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
