// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/strip.h"

#include "views/schemeneeds.h"
#include "views/tables/picture.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::int64_t kTokensShown = 64;
// A thumbnail is a glance: of a huge noisy table a few cells each say enough, and fewer while something moves.
constexpr std::int64_t kStillCellsPerPixel = 64;
constexpr std::int64_t kFrameCellsPerPixel = 4;

StripData::Thumbnail thumbnailOf(const NodePtr& node, const StripRequest& request, Effort effort,
                                 const CancelToken& cancel)
{
    StripData::Thumbnail thumbnail{.node = node};
    if (!node->field.ok() || node->quantity.family == QuantityFamily::Id || whole(node->shape()).empty())
        return thumbnail;
    const PictureRequest pixels{.width = request.width, .height = request.height};
    const std::int64_t each = effort == Effort::Frame ? kFrameCellsPerPixel : kStillCellsPerPixel;
    const std::int64_t cells = each * request.width * request.height;
    Result<Picture> picture = makePicture(*node, pixels, cells, cancel);
    if (!picture.ok())
        return thumbnail;
    thumbnail.width = picture->width;
    thumbnail.height = picture->height;
    thumbnail.range = picture->range;
    thumbnail.sampled = picture->sampled;
    thumbnail.pixels = std::move(picture->pixels);
    return thumbnail;
}

// Where a table is added, position has entered before the attention: its nodes are shown when asked for.
bool isAttention(const Node& node)
{
    return node.find<AttentionFacts>() != nullptr;
}

bool uses(const Node& node, const NodeId& id)
{
    return std::find(node.inputs.begin(), node.inputs.end(), id) != node.inputs.end();
}

// A sum that nothing is made from: dropout acts on its parts, before they are added.
bool isUnusedSum(const Node& node, const std::vector<NodePtr>& nodes)
{
    return (node.operation == Operation::Add || node.operation == Operation::Concatenate)
        && std::none_of(nodes.begin(), nodes.end(), [&](const NodePtr& other) { return uses(*other, node.id); });
}

// A mask stands behind what it acts on: the input before it of the node that drops.
void placeMask(std::vector<NodePtr>& nodes)
{
    const auto mask = std::find_if(nodes.begin(), nodes.end(),
                                   [](const NodePtr& node) { return node->operation == Operation::Draw; });
    if (mask == nodes.end())
        return;
    const NodePtr drawn = *mask;
    const auto by
        = std::find_if(nodes.begin(), nodes.end(), [&](const NodePtr& node) { return uses(*node, drawn->id); });
    if (by == nodes.end() || (*by)->inputs.front() == drawn->id)
        return;
    const NodeId operand = *std::prev(std::find((*by)->inputs.begin(), (*by)->inputs.end(), drawn->id));
    nodes.erase(mask);
    const auto place
        = std::find_if(nodes.begin(), nodes.end(), [&](const NodePtr& node) { return node->id == operand; });
    nodes.insert(place == nodes.end() ? place : std::next(place), drawn);
}

// A sum that no other node uses is no part of the chain: it stands last, and only while the heatmap shows it.
void placeUnusedSum(std::vector<NodePtr>& nodes, const NodeId& shown)
{
    const auto sum
        = std::find_if(nodes.begin(), nodes.end(), [&](const NodePtr& node) { return isUnusedSum(*node, nodes); });
    if (sum == nodes.end())
        return;
    const NodePtr unused = *sum;
    nodes.erase(sum);
    if (unused->id == shown)
        nodes.push_back(unused);
}

void addTokens(StripData& data, const Node& node)
{
    const std::int64_t shown = std::min(node.rows.count, kTokensShown);
    for (std::int64_t row = 0; row < shown; ++row)
        data.tokens.push_back(node.rows.named() ? node.rows.label(row) : std::to_string(row));
}

} // namespace

Result<ViewDataPtr> compute(const StripRequest& request, SceneReader& scene, Effort effort)
{
    auto data = std::make_shared<StripData>();
    std::vector<NodePtr> nodes = scene.nodes(request.side);
    placeUnusedSum(nodes, request.shown);
    placeMask(nodes);
    const bool withAttention = !tableNode(scene, request.side).ok()
        || std::any_of(nodes.begin(), nodes.end(),
                       [&](const NodePtr& node) { return node->id == request.shown && isAttention(*node); });
    for (const NodePtr& node : nodes) {
        if (node->operation == Operation::Same || (isAttention(*node) && !withAttention))
            continue;
        if (scene.cancel().cancelled())
            return cancelledError();
        data->thumbnails.push_back(thumbnailOf(node, request, effort, scene.cancel()));
        data->coarse |= effort == Effort::Frame && data->thumbnails.back().sampled;
        if (node->quantity.family == QuantityFamily::Id)
            addTokens(*data, *node);
    }
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
