// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"

namespace phasor {

// The node of the encoding's table. Error: Usage SCHEME where the scheme has none, so that a view of tables has nothing
// to show.
Result<NodePtr> tableNode(SceneReader& scene, Side side = Side::A);

} // namespace phasor
