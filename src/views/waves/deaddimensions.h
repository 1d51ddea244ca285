// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"

namespace phasor {

// The dimensions whose pair completes no full period within the table, as runs of coordinates, ascending.
struct DeadDimensions
{
    std::vector<Span> dead; // frozen ones, too
    std::vector<Span> frozen; // move less than 0.1 rad
};

// Of A; null where the scheme has no waves or none is dead. Kept while the encoding is the same.
std::shared_ptr<const DeadDimensions> deadDimensionsOf(SceneReader& scene, Side side = Side::A);

} // namespace phasor
