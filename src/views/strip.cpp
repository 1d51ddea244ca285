// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/strip.h"

#include <algorithm>

namespace phasor {

constexpr std::int64_t kTokensShown = 64;
// A thumbnail needs few cells: for a huge noisy table some cells per pixel are enough, and fewer while something moves.
constexpr std::int64_t kStillCellsPerPixel = 64;
constexpr std::int64_t kFrameCellsPerPixel = 4;

// Numbers in which single cells are noise: their mean would be a gray picture.
static bool isNoise(const Node& node)
{
    return node.columns.kind == AxisKind::Dimension && node.quantity.hue != Hue::Position;
}

// Mean norm of the first `rows` rows, as in `stats`; of a longer table of some rows, the same of each node.
static Result<Estimate> normOf(const Node& node, std::int64_t rows, const StripRequest& request, SceneReader& scene,
                               Effort effort)
{
    if (node.columns.kind != AxisKind::Dimension || node.quantity.family == QuantityFamily::Share)
        return Estimate();
    const std::int64_t cells = std::int64_t{1} << (effort == Effort::Frame ? 14 : 22);
    const MeasuredPart at{.scene = scene,
                          .side = request.side,
                          .visited = sampledRows(rows, scene.node("sum", request.side)->columns.count, cells)};
    TRY(const Numbers norms, normsOf(at, node.id));
    return estimatedMean(*norms, at.visited->complete);
}

// Whether the picture is almost of one color: its values are means of many cells, or far from the ends of its range.
static bool isPale(const Picture& picture)
{
    constexpr double kPale = 0.3;
    const float* const values = picture.values.data();
    const double most = std::max(std::abs(picture.range.low), std::abs(picture.range.high));
    return std::none_of(values, values + picture.values.rows() * picture.values.cols(),
                        [&](float v) { return std::abs(v) >= kPale * most; });
}

// `rows`: those of the sequence, which every box shows.
static Result<StripData::Thumbnail> thumbnailOf(const NodePtr& node, const Axis& rows, const StripRequest& request,
                                                SceneReader& scene, Effort effort)
{
    StripData::Thumbnail thumbnail{{}, node};
    if (!node->field.ok() || node->quantity.family == QuantityFamily::Id || whole(node->shape()).empty())
        return thumbnail;
    const std::int64_t shown = node->rows.kind == rows.kind ? std::min(rows.count, node->rows.count) : node->rows.count;
    const bool large = shown > request.height || node->columns.count > request.width;
    const auto firstOf = [](const Axis& axis, std::int64_t count) {
        return Interval{static_cast<double>(axis.first), static_cast<double>(axis.first + count)};
    };
    const std::int64_t each = effort == Effort::Frame ? kFrameCellsPerPixel : kStillCellsPerPixel;
    const std::int64_t cells = each * request.width * request.height;
    const auto make = [&](bool first, RangeRule range) {
        PictureRequest pixels{.width = request.width, .height = request.height, .range = range, .dark = request.dark};
        const std::int64_t rowsShown = first ? std::min<std::int64_t>(shown, request.height) : shown;
        pixels.zoom[node->rows.kind] = firstOf(node->rows, rowsShown);
        if (first)
            pixels.zoom[node->columns.kind]
                = firstOf(node->columns, std::min<std::int64_t>(node->columns.count, request.width));
        return makePicture(*node, pixels, cells);
    };
    bool first = isNoise(*node) && large;
    Result<Picture> picture = make(first, RangeRule::Model);
    const auto pale = [&] {
        return picture.ok() && node->quantity.family != QuantityFamily::Share && isPale(*picture);
    };
    if (pale() && large && !first)
        picture = make(first = true, RangeRule::Model);
    if (pale())
        picture = make(first, RangeRule::Data);
    if (!picture.ok()) {
        thumbnail.fault = picture.error();
        return thumbnail;
    }
    static_cast<Picture&>(thumbnail) = std::move(*picture);
    thumbnail.values = {};
    thumbnail.firstCells = first;
    TRY(thumbnail.norm, normOf(*node, shown, request, scene, effort));
    return thumbnail;
}

// If a table is added, position enters before the attention: its nodes are only shown on request.
static bool isAttention(const Node& node)
{
    return node.find<AttentionFacts>() != nullptr;
}

static bool uses(const Node& node, const NodeId& id)
{
    return std::ranges::find(node.inputs, id) != node.inputs.end();
}

// A sum that nothing is made from: dropout acts on its parts, before they are added.
static bool isUnusedSum(const Node& node, const std::vector<NodePtr>& nodes)
{
    return (node.operation == Operation::Add || node.operation == Operation::Concatenate)
        && std::ranges::none_of(nodes, [&](const NodePtr& other) { return uses(*other, node.id); });
}

// Moves the mask after its operand: the previous input of the node that drops.
static void placeMask(std::vector<NodePtr>& nodes)
{
    const auto mask = std::ranges::find(nodes, Operation::Draw, &Node::operation);
    if (mask == nodes.end())
        return;
    const NodePtr drawn = *mask;
    const auto by = std::ranges::find_if(nodes, [&](const NodePtr& node) { return uses(*node, drawn->id); });
    if (by == nodes.end() || (*by)->inputs.front() == drawn->id)
        return;
    const NodeId operand = *std::prev(std::ranges::find((*by)->inputs, drawn->id));
    nodes.erase(mask);
    const auto place = std::ranges::find(nodes, operand, &Node::id);
    nodes.insert(place == nodes.end() ? place : std::next(place), drawn);
}

// Moves a sum that no other node uses to the end. It is not part of the chain, and only listed while the heatmap shows
// it.
static void placeUnusedSum(std::vector<NodePtr>& nodes, const NodeId& shown)
{
    const auto sum = std::ranges::find_if(nodes, [&](const NodePtr& node) { return isUnusedSum(*node, nodes); });
    if (sum == nodes.end())
        return;
    const NodePtr unused = *sum;
    nodes.erase(sum);
    if (unused->id == shown)
        nodes.push_back(unused);
}

Result<ViewDataPtr> compute(const StripRequest& request, SceneReader& scene, Effort effort)
{
    auto data = std::make_shared<StripData>();
    std::vector<NodePtr> nodes = scene.nodes(request.side);
    placeUnusedSum(nodes, request.shown);
    placeMask(nodes);
    const bool withAttention = !tableNode(scene, request.side).ok()
        || std::ranges::any_of(nodes,
                               [&](const NodePtr& node) { return node->id == request.shown && isAttention(*node); });
    const Axis rows = scene.node("embedding", request.side)->rows;
    for (const NodePtr& node : nodes) {
        if (node->operation == Operation::Same || (isAttention(*node) && !withAttention))
            continue;
        if (cancelled())
            return cancelledError();
        TRY(StripData::Thumbnail thumbnail, thumbnailOf(node, rows, request, scene, effort));
        data->coarse |= effort == Effort::Frame && (thumbnail.sampled || thumbnail.norm.error > 0);
        data->thumbnails.push_back(std::move(thumbnail));
        if (node->quantity.family != QuantityFamily::Id)
            continue;
        for (std::int64_t row = 0; row < std::min(node->rows.count, kTokensShown); ++row)
            data->tokens.push_back(node->rows.named() ? node->rows.label(row) : std::to_string(row));
    }
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
