// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeyEvent>
#include <QKeySequence>

namespace phasor {

// Whether a focused field needs a key that is also a shortcut of the window (asked by the event ShortcutOverride). A
// field undoes its own typing; with Ctrl it moves, copies and pastes. All other keys, such as Ctrl+E and Ctrl+M, are
// the window's.
inline bool fieldNeeds(const QKeyEvent& event, bool canUndo, bool canRedo)
{
    if (event.matches(QKeySequence::Undo))
        return canUndo;
    if (event.matches(QKeySequence::Redo))
        return canRedo;
    for (const auto key : {QKeySequence::Copy, QKeySequence::Cut, QKeySequence::Paste, QKeySequence::SelectAll}) {
        if (event.matches(key))
            return true;
    }
    const bool letter = event.key() >= Qt::Key_A && event.key() <= Qt::Key_Z;
    return !(letter && event.modifiers().testFlag(Qt::ControlModifier));
}

} // namespace phasor
