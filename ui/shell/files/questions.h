// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

class QWidget;

namespace phasor {

class Runner;

// Questions to the user before a file is written and before the program quits. GUI thread only.

// Asks where to save; empty: nowhere. Proposes `name` with the ending of the first of `filters` ("PNG (*.png);;…", one
// ending each). The ending gives the format, so it follows the chosen filter.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& name, const QString& filters);

// Asks before writing 1 GiB or more, with the size and the room on the disk. False: do not write. True without a
// question if the disk has no room, since the writer refuses that.
bool mayTake(QWidget* parent, const QString& path, std::int64_t bytes);

// What a matrix that looks like encodings is for; nothing: canceled.
enum class EncodingUse { Compare, Embed };
std::optional<EncodingUse> askUseOfEncodings(QWidget* parent, const QString& name);

// Asks whether to stop a running export. True: quit. The question closes by itself when the export ends.
bool mayQuit(Runner& runner, QWidget* window);

} // namespace phasor
