// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/view.h"

#include "encodings/schemes.h"

namespace phasor {

static Error without(SceneReader& scene, Side side, SourceText what, SourceText remedy)
{
    return usageError("SCHEME", "--scheme",
                      what.with(findScheme(scene.read(&Parameters::encoding, side).scheme)->label), remedy);
}

Error noTokens()
{
    return usageError("EMPTY", "--text", WORDS("there are no tokens to show"), WORDS("type a word"));
}

NodePtr nodeOfNumbers(const NodeId& id, SceneReader& scene, Side side, bool byPosition)
{
    for (const NodeId& wanted : {id, NodeId("position")}) {
        const NodePtr node = scene.node(wanted, side);
        if (node && node->quantity.family != QuantityFamily::Id
            && (!byPosition || node->rows.kind == AxisKind::Position))
            return node;
    }
    return scene.node("sum", side);
}

Result<NodePtr> encodingNode(SceneReader& scene, Side side)
{
    if (NodePtr node = scene.node("position", side))
        return node;
    const bool bias = scene.node("bias", side) != nullptr;
    return without(scene, side, WORDS("%1 adds no position to the embedding"),
                   bias ? WORDS("choose a scheme that does, or show the stage bias or scores")
                        : WORDS("choose a scheme that does, or show the stage scores"));
}

Result<NodePtr> wavesNode(SceneReader& scene, Side side)
{
    const NodePtr node = scene.node("position", side);
    if (!node)
        return scene.node("bias", side)
            ? without(scene, side, WORDS("%1 adds a bias to the attention scores, so there are no frequencies"),
                      WORDS("choose sinusoidal or RoPE, or the view Distance (relative)"))
            : without(scene, side, WORDS("%1 has no frequencies, because it has no positions"),
                      WORDS("choose sinusoidal or RoPE"));
    TRY_DONE(node->field);
    if (!node->find<PositionFacts>()->model->waves)
        return without(scene, side, WORDS("the table of %1 has no waves, so there are no frequencies"),
                       WORDS("choose sinusoidal or RoPE"));
    return node;
}

Result<NodePtr> pairsNode(SceneReader& scene, Side side)
{
    TRY(NodePtr node, wavesNode(scene, side));
    if (!node->find<PositionFacts>()->model->waves->paired)
        return without(scene, side, WORDS("%1 has sines without cosines, so there are no rotations"),
                       WORDS("choose sinusoidal or RoPE"));
    return node;
}

Result<NodePtr> tableNode(SceneReader& scene, Side side)
{
    TRY(NodePtr node, encodingNode(scene, side));
    if (!node->find<PositionFacts>()->model->table)
        return without(scene, side, WORDS("%1 rotates queries and keys and adds no position to the embedding"),
                       WORDS("choose a scheme that does, or show the stage queries or scores"));
    return node;
}

Result<NodePtr> biasNode(SceneReader& scene, Side side)
{
    if (NodePtr node = scene.node("bias", side))
        return node;
    return without(scene, side, WORDS("%1 adds no bias to the attention scores"),
                   WORDS("choose a scheme that does, such as ALiBi, or the view Scores"));
}

} // namespace phasor
