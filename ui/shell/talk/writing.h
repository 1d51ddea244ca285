// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/actions/actionset.h"

namespace phasor {

class Lessons;
struct Document;
struct WindowContext;

// Lessons written by the window, as files that any editor can change. Jobs; `context` and `lessons` outlive them.

// Writes a lesson with a step for each bookmark, else one for what is shown, and opens it.
void writeLesson(const WindowContext& context, Lessons& lessons, const QString& path);
// Appends a step to the user's own lesson as it is on the disk now. `sentence` is Markdown.
void addStep(const WindowContext& context, Lessons& lessons, const Document& step, const QString& sentence);

Action newLessonAction(const WindowContext& context, Lessons& lessons);
Action addStepAction(const WindowContext& context, Lessons& lessons);

// A handout of the open lesson, else of the bookmarks: for students without answers, for teachers with all. A job; only
// drawing is done on the GUI thread. `context` and `lessons` outlive it.
void writeHandout(const WindowContext& context, const Lessons& lessons, bool teacher, const QString& path);
std::vector<Action> handoutActions(const WindowContext& context, const Lessons& lessons);

} // namespace phasor
