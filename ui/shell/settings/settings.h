// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "session/runner.h"
#include "text/result.h"

#include <QCoreApplication>
#include <QTimer>

#include <functional>
#include <optional>
#include <string>

namespace phasor {

struct WindowContext;

// The window's settings between runs: a Document in a small file, written completely or not at all. There is no lock:
// of two windows the one closed last decides.
class SettingsFile
{
public:
    explicit SettingsFile(std::string path);

    static std::string standardPath(); // window.json in the user's state folder (XDG_STATE_HOME)

    struct Loaded
    {
        Document document = {};
        QString message = {}; // why defaults are used; empty: no error, or no file yet
        bool first = false; // no file was found: this is the first start
    };
    // An unreadable file is renamed to NAME.corrupt-DATE, never overwritten.
    Loaded load() const;
    // Errors: of kind Output.
    [[nodiscard]] Status save(const Document& document) const;

private:
    std::string m_path;
};

// Reads the settings, writes them shortly after each change and at the end, on its own thread, so that a slow disk
// never stops the window. A write error is reported once. GUI thread only.
class SettingsKeeper : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(SettingsKeeper)

public:
    static constexpr int kDelayMilliseconds = 2000;

    // `current` returns the window's state when settings are written.
    SettingsKeeper(SettingsFile file, std::function<Document()> current, const WindowContext& context, QObject* parent);
    ~SettingsKeeper() override; // waits for the last write

    SettingsFile::Loaded load(); // keeps keys of newer programs for write()
    void changed() { m_delay.start(kDelayMilliseconds); }
    // Writes now and waits, but at most 400 ms.
    void finish();

private:
    Document settings() const;
    void write();
    void start(const Document& document);

    SettingsFile m_file;
    std::function<Document()> m_current;
    const WindowContext& m_context;
    std::string m_unknown; // keys of the file that this program does not know
    Document m_written;
    Runner m_runner; // its own, so that settings and exports do not wait for each other
    std::optional<Document> m_next; // changed during a write
    QTimer m_delay;
    bool m_complained = false;
};

} // namespace phasor
