// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heatmap.h"

#include "views/wavefacts.h"

#include <algorithm>

namespace phasor {

namespace {

// The node of that name, or the one where position enters: each scheme has one picture that tells most.
Result<NodePtr> shownNode(const NodeId& id, SceneReader& scene, Side side)
{
    if (NodePtr found = scene.node(id, side))
        return found;
    const std::vector<NodePtr> all = scene.nodes(side);
    const auto entered = std::find_if(all.begin(), all.end(), [](const NodePtr& node) { return node->positionEnters; });
    return entered != all.end() ? *entered : all.back();
}

// The facts of this kind of the node itself or of what it is made from, nearest first; null: it stands on none.
template <typename Facts> const Facts* factsBehind(const Node& node, SceneReader& scene)
{
    if (const auto* own = node.find<Facts>())
        return own;
    for (const NodeId& input : node.inputs) {
        const NodePtr before = scene.node(input);
        if (const auto* found = before ? factsBehind<Facts>(*before, scene) : nullptr)
            return found;
    }
    return nullptr;
}

// What the node's values stand on beside its table: said beside the picture.
void addFacts(HeatmapData& data, const Node& node, SceneReader& scene)
{
    if (const auto* dropout = node.find<DropoutFacts>();
        dropout != nullptr && node.quantity.family == QuantityFamily::Share) {
        const bool both = placementOf(dropout->placement).operand == Placement::Operand::Each;
        data.positionColumns = both ? node.columns.count - dropout->positionOffset : 0;
        return;
    }
    if (node.quantity.family != QuantityFamily::Signed)
        return;
    if (const auto* scale = factsBehind<ScaleFacts>(node, scene))
        data.scale = scale->factor;
    if (const auto* embedding = factsBehind<EmbeddingFacts>(node, scene))
        data.sigma = embedding->sigma;
}

// A column is looked at for each pixel, where they are more than pixels.
std::vector<Span> deadColumns(const Node& node, const Picture& picture, SceneReader& scene)
{
    const NodePtr position = scene.node("position");
    const bool stands = position && position->field.ok() && node.columns.kind == AxisKind::Dimension
        && node.quantity.family == QuantityFamily::Signed && factsBehind<PositionFacts>(node, scene) != nullptr;
    const Waves* waves = stands && position->find<PositionFacts>()->model->waves
        ? &*position->find<PositionFacts>()->model->waves
        : nullptr;
    if (waves == nullptr || pairCountsOf(*waves, position->rows.count).dead == 0)
        return {};
    const PositionTable& table = waveTableOf(*position);
    const std::vector<std::int64_t> lengths = pairLengths(*waves, position->rows.count);
    const Span visible = cellsOf(picture.visibleColumns, node.columns.count);
    const std::int64_t step = std::max<std::int64_t>(1, visible.size() / std::max(1, picture.width));
    std::vector<Span> runs;
    for (std::int64_t column = visible.begin; column < visible.end; column += step) {
        const std::optional<std::int64_t> of = position->columns.index(node.columns.coordinate(column));
        const std::optional<ColumnWave> wave = of ? table.wave(*of) : std::nullopt;
        if (!wave || wave->pair >= std::ssize(lengths)
            || lifeOf(wave->frequency, lengths[static_cast<std::size_t>(wave->pair)]) == PairLife::Turning)
            continue;
        const std::int64_t end = std::min(column + step, visible.end);
        if (!runs.empty() && runs.back().end == column)
            runs.back().end = end;
        else
            runs.push_back({column, end});
    }
    return runs;
}

} // namespace

Result<ViewDataPtr> compute(const HeatmapRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells : kStillCells;
    auto data = std::make_shared<HeatmapData>();
    TRY(const NodePtr node, shownNode(request.node, scene, Side::A));
    data->node = node->id;
    NodePtr other;
    if (scene.comparing()) {
        TRY(other, shownNode(node->id, scene, Side::B));
    }
    TRY_DONE(makePictures(*node, other.get(), request.pictures, cells, scene.cancel(), *data));
    addFacts(*data, *node, scene);
    data->deadColumns = deadColumns(*node, data->picture, scene);
    if (other && !data->difference)
        data->otherShape = other->shape();
    data->coarse = effort == Effort::Frame && data->sampled();
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
