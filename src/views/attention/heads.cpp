// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/heads.h"

#include "kernels/reduce.h"

#include <algorithm>
#include <cmath>

namespace phasor {

static double farthestFromZero(const Matrix& values)
{
    const Extremes all = rowExtremes(values.data(), values.rows() * values.cols());
    if (!(all.low <= all.high))
        return 0;
    return std::fabs(all.low) > std::fabs(all.high) ? all.low : all.high;
}

// As many heads as fit, evenly chosen.
static std::vector<std::int64_t> headsShown(std::int64_t heads, int room)
{
    const std::int64_t most = std::max(1, room);
    const std::int64_t step = (heads + most - 1) / most;
    std::vector<std::int64_t> shown;
    for (std::int64_t head = 0; head < heads; head += step)
        shown.push_back(head);
    return shown;
}

static Result<BiasMaps> mapsOf(const HeadsRequest& request, SceneReader& scene, Side side, std::int64_t cells)
{
    TRY(const NodePtr node, biasNode(scene, side));
    TRY(const PipelinePtr pipeline, scene.beside(side));
    const PositionBias& bias = *pipeline->model().bias;
    const auto& facts = *node->find<AttentionFacts>();
    const HeadsRequest::Room room = side == Side::A ? request.a : request.b;
    const std::vector<double> slopes = bias.slopes;
    BiasMaps all{.maps = {}, .heads = facts.heads, .chosen = facts.head};
    const PictureRequest picture = request.picture.sized(room.side, room.side);
    const std::vector<std::int64_t> shown = headsShown(facts.heads, room.maps);
    for (std::int64_t head = 0; head < facts.heads; ++head) {
        const FieldPtr field = bias.field(head, node->rows.count);
        BiasMaps::Map map{.head = head};
        TRY(map.picture,
            makePicture(Pictured{*field, node->rows, node->columns, node->quantity}, picture, cells / facts.heads));
        if (facts.causal)
            blankUnseen(map.picture);
        all.reach.push_back(farthestFromZero(map.picture.values));
        if (std::ranges::find(shown, head) == shown.end())
            continue;
        if (!slopes.empty())
            map.slope = slopes[static_cast<std::size_t>(head)];
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
    TRY(auto data,
        sidesOf<HeadsData>(
            scene, [&](Side side) { return mapsOf(request, scene, side, cells); }, LeavesOutB::AnyError));
    std::vector<Picture*> pictures;
    for (BiasMaps* of : {&data->a, data->b ? &*data->b : nullptr}) {
        for (std::size_t i = 0; of != nullptr && i < of->maps.size(); ++i)
            pictures.push_back(&of->maps[i].picture);
    }
    recolourTogether(pictures);
    data->coarse = effort == Effort::Frame && std::ranges::any_of(pictures, &Picture::isRough);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
