// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/matrix/arrayfile.h"
#include "pipeline/node.h"

#include <QStringList>

class QWidget;

namespace phasor {

class Runner;
struct WindowContext;

// Questions to the user before a file is written, a session is left, and the program quits. GUI thread only.

// Asks where to save; empty: nowhere. Proposes `name` with the ending of the first of `filters` ("PNG (*.png);;…", one
// ending each). The ending gives the format, so it follows the chosen filter.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& name, const QString& filters);

// Asks before writing 1 GiB or more, with the size and the room on the disk. False: do not write. True without a
// question if the disk has no room, since the writer refuses that.
bool mayTake(QWidget* parent, const QString& path, std::int64_t bytes);

// What a matrix that looks like encodings is for; nothing: canceled.
enum class EncodingUse { Compare, Embed };
std::optional<EncodingUse> askUseOfEncodings(QWidget* parent, const QString& name);

// An array of a file of several, and what it is used for.
struct ArrayUse
{
    std::string array;
    MatrixRole role = MatrixRole::Embedding;
};

// Shows the arrays with name, shape and type, in this order, with a field that searches the names; `role` is proposed.
// Arrays that canBeRead() refuses cannot be chosen. Nothing: canceled. GUI thread only.
std::optional<ArrayUse> askArray(QWidget* parent, const QString& file, const std::vector<Tensor>& arrays,
                                 MatrixRole role);

// Asks what to do with the changes of a session, which are listed, before the window leaves it.
enum class Leave { Not, AfterSaving, WithoutSaving };
Leave askBeforeLeaving(QWidget* parent, const QString& file, const QStringList& changes);

// Asks whether to stop a running export. True: quit. The question closes by itself when the export ends.
bool mayQuit(Runner& runner, QWidget* window);

// Compares a notebook's table with a stage of the edited setup, as a job. Its page says whether they are equal,
// explains the difference and shows it as a picture; it replaces the last page. GUI thread only.
void checkTable(const WindowContext& context, const NodeId& stage, const std::string& path); // `path`: raw bytes

} // namespace phasor
