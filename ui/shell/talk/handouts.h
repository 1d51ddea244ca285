// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/actions/actionset.h"

namespace phasor {

class Lessons;
struct WindowContext;

// A handout of the open lesson, else of the bookmarks: for students without answers, for teachers with all. A job; only
// drawing is done on the GUI thread. `context` and `lessons` outlive it.
void writeHandout(const WindowContext& context, const Lessons& lessons, bool teacher, const QString& path);
std::vector<Action> handoutActions(const WindowContext& context, const Lessons& lessons);

} // namespace phasor
