// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

class QWidget;

namespace phasor {

class Runner;

// What the window asks before files are written, and before it quits. GUI thread only.

// Asks where to save; empty: nowhere. `name` is proposed, with the ending of the first of `filters` ("PNG (*.png);;…",
// one ending each). The ending decides the format, so it follows the chosen filter.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& name, const QString& filters);

// Asks before a file of 1 GiB or more: says its size and the room on the disk. False: not wanted. It does not ask about
// a file that the disk has no room for: the writer refuses that.
bool mayTake(QWidget* parent, const QString& path, std::int64_t bytes);

// Asks whether a running export shall be stopped, if there is one. True: quit. The question closes by itself when the
// export ends.
bool mayQuit(Runner& runner, QWidget* window);

} // namespace phasor
