// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/heads.h"

#include "field/matrixfield.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <cmath>

namespace phasor {

// Of the visible cells of a bias by distance: a column and a row have all distances; of very many the first and the
// last.
static double reachOf(const Field& bias, Span queries, Span keys, bool causal)
{
    constexpr std::int64_t kMost = 1 << 14;
    if (causal) {
        queries.begin = std::max(queries.begin, keys.begin);
        keys.end = std::min(keys.end, queries.begin + 1);
    }
    double reach = 0;
    const auto look = [&](const Rect& cells) {
        const Extremes ends = rowExtremes(materialized(bias, cells).data(), cells.rows * cells.cols);
        for (const double end : {ends.high, ends.low}) {
            if (ends.low <= ends.high && std::fabs(end) > std::fabs(reach))
                reach = end;
        }
    };
    if (queries.begin >= queries.end)
        return reach;
    look({queries.begin, keys.begin, std::min(queries.size(), kMost), 1});
    look({queries.end - 1, keys.begin, 1, 1});
    look({queries.begin, keys.begin, 1, std::min(keys.size(), kMost)});
    look({queries.begin, keys.end - 1, 1, 1});
    return reach;
}

// The bias of each head, over the sentence.
struct HeadBiases
{
    NodePtr node;
    std::vector<FieldPtr> heads;
    std::vector<double> slopes;
};

static Result<HeadBiases> biasesOf(SceneReader& scene, Side side)
{
    TRY(const NodePtr node, biasNode(scene, side));
    TRY(const PipelinePtr pipeline, scene.beside(side));
    const PositionBias& bias = *pipeline->model().bias;
    HeadBiases of{.node = node, .heads = {}, .slopes = bias.slopes};
    for (std::int64_t head = 0; head < node->find<AttentionFacts>()->heads; ++head)
        of.heads.push_back(bias.field(head, node->rows.count));
    return of;
}

static Result<BiasMaps> mapsOf(const HeadsRequest& request, const HeadsRequest::Room& room, const HeadBiases& of,
                               std::int64_t cells)
{
    const Node& node = *of.node;
    const auto& facts = *node.find<AttentionFacts>();
    BiasMaps all{.maps = {}, .reach = {}, .heads = facts.heads, .chosen = facts.head};
    const PictureRequest picture = request.picture.sized(room.side, room.side);
    const std::int64_t most = std::max(1, room.maps);
    const std::int64_t step = (facts.heads + most - 1) / most; // so that as many as fit are shown, evenly chosen
    for (std::int64_t head = 0; head < facts.heads; ++head) {
        const Field& field = *of.heads[static_cast<std::size_t>(head)];
        BiasMaps::Map map{.head = head};
        Axis queries = node.rows;
        Axis keys = node.columns;
        queries.count = field.shape().rows; // of a difference: those that both have
        keys.count = field.shape().cols;
        TRY(map.picture, makePicture(Pictured{field, queries, keys, node.quantity}, picture, cells / facts.heads));
        if (facts.causal)
            blankUnseen(map.picture);
        all.reach.push_back(reachOf(field, cellsOf(map.picture.visibleRows, queries.count),
                                    cellsOf(map.picture.visibleColumns, keys.count), facts.causal));
        if (head % step != 0)
            continue;
        if (!of.slopes.empty())
            map.slope = of.slopes[static_cast<std::size_t>(head)];
        all.maps.push_back(std::move(map));
    }
    return all;
}

DataTable tableOf(const BiasMaps& of)
{
    DataTable table;
    for (const BiasMaps::Map& map : of.maps)
        table.append("head_" + std::to_string(map.head) + "_", tableOf(map.picture));
    return table;
}

Result<ViewDataPtr> compute(const HeadsRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells : kStillCells;
    const auto measured = [&](Side side) -> Result<BiasMaps> {
        TRY(const HeadBiases of, biasesOf(scene, side));
        return mapsOf(request, side == Side::A ? request.a : request.b, of, cells);
    };
    TRY(auto data, sidesOf<HeadsData>(scene, measured, LeavesOutB::AnyError));
    if (data->b && data->a.heads == data->b->heads) {
        TRY(HeadBiases less, biasesOf(scene, Side::A));
        TRY(const HeadBiases b, biasesOf(scene, Side::B));
        for (std::size_t head = 0; head < less.heads.size(); ++head)
            less.heads[head] = differenceOf(less.heads[head], b.heads[head]);
        less.slopes.clear();
        TRY(data->difference, mapsOf(request, request.difference, less, cells));
    }
    std::vector<Picture*> pictures;
    for (BiasMaps* of : {&data->a, data->b ? &*data->b : nullptr, data->difference ? &*data->difference : nullptr}) {
        for (std::size_t i = 0; of != nullptr && i < of->maps.size(); ++i)
            pictures.push_back(&of->maps[i].picture);
    }
    recolorTogether(pictures);
    data->coarse = effort == Effort::Frame && std::ranges::any_of(pictures, &Picture::isRough);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
