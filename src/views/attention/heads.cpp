// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/heads.h"

#include "kernels/reduce.h"
#include "views/schemeneeds.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

double farthestFromZero(const Matrix& values)
{
    Extremes all;
    for (std::int64_t r = 0; r < values.rows(); ++r)
        all = merged(all, rowExtremes(values.view().row(r), values.cols()));
    if (!(all.low <= all.high))
        return 0;
    return std::fabs(all.low) > std::fabs(all.high) ? all.low : all.high;
}

// As many heads as have room, evenly chosen.
std::vector<std::int64_t> headsShown(std::int64_t heads, int room)
{
    const std::int64_t most = std::max(1, room);
    const std::int64_t step = (heads + most - 1) / most;
    std::vector<std::int64_t> shown;
    for (std::int64_t head = 0; head < heads; head += step)
        shown.push_back(head);
    return shown;
}

Result<HeadsData::Maps> mapsOf(const HeadsRequest& request, SceneReader& scene, Side side, std::int64_t cells)
{
    TRY(const NodePtr node, biasNode(scene, side));
    TRY(const PipelinePtr pipeline, scene.beside(side, [](Parameters&) {}));
    const PositionBias& bias = *pipeline->model().bias;
    const auto& facts = *node->find<AttentionFacts>();
    const HeadsRequest::Room room = side == Side::A ? request.a : request.b;
    const std::vector<double> slopes = bias.slopes();
    HeadsData::Maps all{.maps = {}, .heads = facts.heads, .chosen = facts.head};
    const std::vector<std::int64_t> shown = headsShown(facts.heads, room.maps);
    for (const std::int64_t head : shown) {
        const FieldPtr field = bias.field(head, node->rows.count);
        const PictureRequest picture{.zoom = request.zoom,
                                     .width = room.side,
                                     .height = room.side,
                                     .nanColour = request.nanColour,
                                     .wholeCells = request.wholeCells};
        HeadsData::Map map{.head = head, .picture = {}, .slope = {}};
        TRY(map.picture,
            makePicture(Pictured{*field, node->rows, node->columns, node->quantity}, picture,
                        cells / static_cast<std::int64_t>(shown.size()), scene.cancel()));
        if (facts.causal)
            blankUnseen(map.picture);
        map.reach = farthestFromZero(map.picture.values);
        if (!slopes.empty())
            map.slope = slopes[static_cast<std::size_t>(head)];
        all.maps.push_back(std::move(map));
    }
    return all;
}

std::vector<HeadsData::Map*> mapsOf(HeadsData& data)
{
    std::vector<HeadsData::Map*> all;
    for (HeadsData::Map& map : data.a.maps)
        all.push_back(&map);
    if (data.b) {
        for (HeadsData::Map& map : data.b->maps)
            all.push_back(&map);
    }
    return all;
}

// Colours that can be compared: from the least to the greatest bound of all.
void recolourTogether(const std::vector<HeadsData::Map*>& maps, std::uint32_t nanColour)
{
    Interval range = maps.front()->picture.range;
    for (const HeadsData::Map* map : maps)
        range = {std::min(range.low, map->picture.range.low), std::max(range.high, map->picture.range.high)};
    for (HeadsData::Map* map : maps)
        recolour(map->picture, range, nanColour);
}

} // namespace

DataTable HeadsData::table() const
{
    DataTable table;
    const auto add = [&table](const Maps& of, const std::string& side) {
        for (const Map& map : of.maps)
            addPicture(table, map.picture, side + "head_" + std::to_string(map.head) + "_");
    };
    add(a, "");
    if (b)
        add(*b, "b_");
    return table;
}

Result<ViewDataPtr> compute(const HeadsRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells : kStillCells;
    auto data = std::make_shared<HeadsData>();
    TRY(data->a, mapsOf(request, scene, Side::A, cells));
    if (scene.comparing()) {
        if (Result<HeadsData::Maps> b = mapsOf(request, scene, Side::B, cells); b.ok())
            data->b = std::move(*b);
    }
    const std::vector<HeadsData::Map*> maps = mapsOf(*data);
    recolourTogether(maps, request.nanColour);
    data->coarse = effort == Effort::Frame
        && std::any_of(maps.begin(), maps.end(), [](const HeadsData::Map* map) { return map->picture.sampled; });
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
