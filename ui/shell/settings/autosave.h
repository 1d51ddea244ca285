// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/settings/settings.h"

#include <QDateTime>

#include <list>

namespace phasor {

// Work that is in no file, or unsaved in one, kept against crashes: one session for each window in a folder, written
// within 2 s of a change and removed at a clean end. A lock next to it says that its window lives. A session without an
// owner was left by a program that was killed: the next window owns it until the user keeps or discards it. GUI thread
// only.
class Autosave : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(Autosave)

public:
    // `work` returns what is unsaved now; nothing: all is saved.
    Autosave(const std::string& folder, std::function<std::optional<Document>()> work, const WindowContext& context,
             QObject* parent);
    ~Autosave() override;

    void changed() { m_keeper->changed(); }
    void finish(bool keeps); // at the window's end: removes the session, or writes it once more and leaves it

    struct Left
    {
        std::string path; // raw bytes
        QDateTime time; // last written
        FileLock lock;
    };
    const Left* left() const { return m_left.empty() ? nullptr : &m_left.front(); } // the newest; null: none
    void discardLeft(); // removes it; then left() is the next one
    void leftIsShown(); // by this window, which keeps it from now on; the others are for other windows

private:
    void findLeft(const QString& folder);

    std::string m_path;
    FileLock m_lock;
    bool m_ended = false;
    DocumentKeeper* m_keeper;
    std::list<Left> m_left;
};

} // namespace phasor
