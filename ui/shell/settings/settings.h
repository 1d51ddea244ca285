// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "session/runner.h"
#include "system/regularfile.h"
#include "text/result.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QTimer>

#include <list>

namespace phasor {

struct WindowContext;

// The window's settings between runs: a Document in a small file, written completely or not at all.
struct LoadedSettings
{
    Document document = {};
    QString message = {}; // why defaults are used; empty: no error, or no file yet
    bool first = false; // no file was found: this is the first start
};
std::string standardSettingsPath(); // window.json in the user's state folder (XDG_STATE_HOME)
// A file that cannot be read or understood is renamed to NAME.corrupt-DATE, never overwritten.
LoadedSettings loadSettings(const std::string& path);
// Makes the folder, too. Errors: of kind Output.
[[nodiscard]] Status saveSettings(const Document& document, const std::string& path);

// Writes a document within 2 s of each change and at the end, on its own thread, so that a slow disk never stops the
// window. After an error it waits a minute, and says so once until a write succeeds. Writes nothing while another
// window has the lock. GUI thread only.
class DocumentKeeper : public QObject
{
public:
    static constexpr int kDelayMilliseconds = 2000;
    static constexpr int kPauseMilliseconds = 60000; // after an error

    ~DocumentKeeper() override; // waits for the last write

    void changed();

protected:
    using Content = std::optional<Document>;
    // `current` returns what is to be written; nothing: the file is to be removed.
    DocumentKeeper(std::function<Content()> current, std::function<void(const Error&)> complain, QObject* parent);

    void own(const std::string& path, const std::string& lock); // the files that it writes, in a folder that it makes
    bool isOwner() const { return m_lock.state() != FileLock::State::OfOthers; }
    bool finish(); // writes now and waits, but at most 400 ms; false: it is not written

    std::string m_path;
    bool m_ends = true; // the lock goes with this object

private:
    void write();
    void start(const Content& content);

    FileLock m_lock;
    std::function<Content()> m_current;
    std::function<void(const Error&)> m_complain;
    std::optional<Content> m_written;
    std::optional<Content> m_next; // changed during a write
    bool m_failed = false; // the last write
    QTimer m_delay;
    Runner m_runner; // its own, so that settings and exports do not wait for each other
};

// Reads the settings and keeps them, unless another window does already: then they stay as they are. GUI thread only.
class SettingsKeeper : public DocumentKeeper
{
    Q_DECLARE_TR_FUNCTIONS(SettingsKeeper)

public:
    // `current` returns the window's state when settings are written.
    SettingsKeeper(const std::string& path, std::function<Document()> current, const WindowContext& context,
                   QObject* parent);

    // Keeps keys of newer programs. Puts the settings aside if Phasor ended twice between load() and opened().
    LoadedSettings load();
    void opened(); // what was loaded is shown
    void finish();

private:
    Document settings() const;

    QString m_tries; // a file with a byte for each start that has not shown the settings
    std::function<Document()> m_current;
    std::string m_unknown; // keys of the file that this program does not know
};

// Work that is in no file, or unsaved in one, kept against crashes: one session for each window in a folder, written
// within 2 s of a change and removed at a clean end. A lock next to it says that its window lives. A session without an
// owner was left by a program that was killed: the next window owns it until the user keeps or discards it. GUI thread
// only.
class Autosave : public DocumentKeeper
{
    Q_DECLARE_TR_FUNCTIONS(Autosave)

public:
    // `work` returns what is unsaved now; nothing: all is saved.
    Autosave(const std::string& folder, std::function<std::optional<Document>()> work, const WindowContext& context,
             QObject* parent);

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

    std::list<Left> m_left;
};

} // namespace phasor
