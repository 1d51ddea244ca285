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

// What the window remembers from one run to the next, a Document, in a small file that is written whole or not at all.
// Takes no lock: two windows at once leave the file of the one that closes last.
class SettingsFile
{
public:
    explicit SettingsFile(std::string path);

    static std::string standardPath(); // window.json in the user's state folder (XDG_STATE_HOME)

    struct Loaded
    {
        Document document;
        QString message; // why something is standard; empty when all is well, or when there is no file yet
    };
    // A file that cannot be understood is moved aside (its name then ends in .corrupt-DATE), never overwritten.
    Loaded load() const;
    // Errors: of kind Output.
    [[nodiscard]] Status save(const Document& document) const;

private:
    std::string m_path;
};

// Reads the settings, and writes them a little after they changed and once more at the end, on a thread of its own: a
// slow disk never holds up the window. That they cannot be written is said once. GUI thread only.
class SettingsKeeper : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(SettingsKeeper)

public:
    static constexpr int kDelayMilliseconds = 2000;

    // `current` is asked for the window's state when it is time to write.
    SettingsKeeper(SettingsFile file, std::function<Document()> current, const WindowContext& context, QObject* parent);
    ~SettingsKeeper() override; // waits until all is written

    SettingsFile::Loaded load(); // keeps what this program does not know, for write()
    void changed() { m_delay.start(kDelayMilliseconds); }
    // Writes now and waits, but no longer than a user would.
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
    Runner m_runner; // its own: a slow disk holds up no export, and an export no settings
    std::optional<Document> m_next; // changed while others were written
    QTimer m_delay;
    bool m_complained = false;
};

} // namespace phasor
