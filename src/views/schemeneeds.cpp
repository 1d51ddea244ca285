// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/schemeneeds.h"

namespace phasor {

Result<NodePtr> tableNode(SceneReader& scene, Side side)
{
    if (NodePtr node = scene.node("position", side))
        return node;
    return usageError(
        "SCHEME", "--scheme",
        WORDS("%1 adds no table of positions to the embedding").with(scene.read(&Parameters::encoding, side).scheme),
        WORDS("choose a scheme that does, or look at the stage bias or scores"));
}

} // namespace phasor
