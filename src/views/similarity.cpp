// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/similarity.h"

#include "views/wavefacts.h"

namespace phasor {

namespace {

// Subtractions of cells, of the search for the closest two rows.
constexpr std::int64_t kFrameCloseness = std::int64_t{1} << 20;
constexpr std::int64_t kStillCloseness = std::int64_t{1} << 28;

bool hasRowsOfPositions(const NodePtr& node)
{
    return node && node->rows.kind == AxisKind::Position && node->quantity.family != QuantityFamily::Id;
}

// The node of that name if it has a row for each position, else the encoding, else what dropout acts on.
NodePtr comparedNode(const NodeId& id, SceneReader& scene, Side side)
{
    for (const NodeId& wanted : {id, NodeId("position")}) {
        if (NodePtr node = scene.node(wanted, side); hasRowsOfPositions(node))
            return node;
    }
    return scene.node("sum", side);
}

// The node's rows against each other, as a node.
Node pairsOf(const Node& node, SimilarityMeasure measure)
{
    Node pairs{.id = node.id,
               .quantity = {measure == SimilarityMeasure::Cosine ? WORDS("cos") : WORDS("·"), node.quantity.title,
                            QuantityFamily::Signed, node.quantity.hue},
               .rows = node.rows,
               .columns = node.rows,
               .field = node.field};
    pairs.columns.kind = AxisKind::Key;
    if (node.field.ok())
        pairs.field = similarityOfRows(*node.field, measure);
    return pairs;
}

// Mean similarity of neighbours among the visible positions: of all, or of some that are evenly spread.
std::optional<Estimate> neighbours(const Node& pairs, const Picture& picture)
{
    constexpr std::int64_t kMost = 256;
    const Span rows = cellsOf(picture.visibleRows, pairs.rows.count);
    const std::int64_t all = rows.size() - 1;
    const std::int64_t count = std::min(all, kMost);
    if (count < 1)
        return std::nullopt;
    std::vector<double> similar;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t row = rows.begin + all / count * i + all % count * i / count;
        similar.push_back(valueAt(pairs, row, row + 1).value_or(0));
    }
    return estimatedMean(similar, count == all);
}

} // namespace

Result<ViewDataPtr> compute(const SimilarityRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells / 64 : kFrameCells;
    auto data = std::make_shared<SimilarityData>();
    const NodePtr node = comparedNode(request.node, scene, Side::A);
    const Node pairs = pairsOf(*node, request.measure);
    data->node = node->id;
    data->symbol = node->quantity.symbol;
    data->measure = request.measure;
    std::optional<Node> other;
    if (scene.comparing())
        other = pairsOf(*comparedNode(node->id, scene, Side::B), request.measure);
    TRY_DONE(makePictures(pairs, other ? &*other : nullptr, request.pictures, cells, scene.cancel(), *data));
    data->nearest = neighbours(pairs, data->picture);
    data->firstRise = firstRiseOf(*node);
    data->closest = closestRowsOf(*node, effort == Effort::Frame ? kFrameCloseness : kStillCloseness, scene.cancel());
    if (scene.cancel().cancelled())
        return cancelledError();
    const bool some = data->closest && data->closest->checked < node->rows.count;
    data->coarse = effort == Effort::Frame && (data->sampled() || some);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
