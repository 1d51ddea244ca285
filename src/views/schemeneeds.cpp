// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/schemeneeds.h"

namespace phasor {

namespace {

bool isAdded(const Node& position)
{
    return position.find<PositionFacts>()->model->table != nullptr;
}

Error without(SceneReader& scene, Side side, const std::string& what, const std::string& look)
{
    return usageError("SCHEME", "--scheme", scene.read(&Parameters::encoding, side).scheme + what,
                      "choose a scheme that does, or look at the stage " + look);
}

} // namespace

Result<NodePtr> encodingNode(SceneReader& scene, Side side)
{
    if (NodePtr node = scene.node("position", side))
        return node;
    const bool bias = scene.node("bias", side) != nullptr;
    return without(scene, side, " adds no table of positions to the embedding", bias ? "bias or scores" : "scores");
}

Result<NodePtr> tableNode(SceneReader& scene, Side side)
{
    TRY(NodePtr node, encodingNode(scene, side));
    if (!isAdded(*node))
        return without(scene, side, " turns queries and keys, it adds no table of positions to the embedding",
                       "queries or scores");
    return node;
}

} // namespace phasor
