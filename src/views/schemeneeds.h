// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"

namespace phasor {

// The node of the encoding's numbers by position: a table, or the cosines and sines of a rotation. Error: Usage SCHEME
// where the scheme has none, so that a view of them has nothing to show.
Result<NodePtr> encodingNode(SceneReader& scene, Side side = Side::A);

// The same, if its numbers are waves: the model then has frequencies.
Result<NodePtr> wavesNode(SceneReader& scene, Side side = Side::A);

// The same, if each frequency has a sine and a cosine: a hand that turns.
Result<NodePtr> pairsNode(SceneReader& scene, Side side = Side::A);

// The same, if it is a table that is added to the embedding or put beside it.
Result<NodePtr> tableNode(SceneReader& scene, Side side = Side::A);

// The node of the biases of the chosen head. Error: Usage SCHEME where the scheme adds none to the scores.
Result<NodePtr> biasNode(SceneReader& scene, Side side = Side::A);

} // namespace phasor
