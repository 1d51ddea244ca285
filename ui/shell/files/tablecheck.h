// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"

namespace phasor {

struct WindowContext;

// Compares a notebook's table with a stage of the edited setup, as a job. Its page says whether they are equal,
// explains the difference and shows it as a picture; it replaces the last page. GUI thread only.
void checkTable(const WindowContext& context, const NodeId& stage, const std::string& path); // `path`: raw bytes

} // namespace phasor
