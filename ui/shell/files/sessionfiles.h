// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "ui/shell/windowcontext.h"

namespace phasor {

// The session that the window has open: its file, and whether it has changes that the file lacks. Opens sessions, also
// from figures that Phasor made, and saves them. A session that was opened from a figure, or never saved, has no file.
// GUI thread only.
class SessionFiles : public QObject
{
    Q_OBJECT

public:
    // `shown` returns what the window shows, `own` the same without an open lesson; `show` gets an opened session.
    SessionFiles(const WindowContext& context, std::function<Document()> shown, std::function<Document()> own,
                 std::function<void(const Document& opened)> show, QObject* parent);

    void open(const std::string& path); // raw bytes; asks first if changes would be lost
    void save(); // into the session's file; asks for one if it has none
    void askAndSave(); // asks for a file
    void saveAs(const QString& path);

    void begin() { m_saved = contentOf(m_own()); } // from now on changes count
    std::optional<Document> unsaved() const; // what no file has, for Autosave; nothing: no changes
    // Opens work that unsaved() returned before a crash; `shown` follows if the user wants it here.
    void recover(const std::string& path, const std::function<void()>& shown);

    const QString& file() const { return m_file; } // absolute; empty: none
    // That the file lacks; false without a file.
    bool hasChanges() const { return !m_file.isEmpty() && contentOf(m_own()) != m_saved; }
    bool mayLeave(); // asks whether to save changes; false: the window keeps the session
    bool finish(); // at the window's end: waits for what is being saved; false: it has changes

signals:
    void used(const std::string& path); // was opened or saved, raw bytes
    void changed(); // anything of the session

private:
    // What counts as a change: not how the window is arranged, and no zoom, cursor or selection.
    struct Content
    {
        Scene scene;
        ViewState view;
        std::vector<Document> bookmarks;
        std::int64_t runs = 0; // finished trainings
        bool operator==(const Content&) const = default;
    };

    Content contentOf(const Document& document) const;
    QStringList changes() const; // their names
    void showOpened(const Document& document);
    void addKept(Document& document) const;
    void write(Document document, const QString& path);
    void setFile(const QString& path, const Content& saved);

    const WindowContext& m_context;
    std::function<Document()> m_shown;
    std::function<Document()> m_own;
    std::function<void(const Document&)> m_show;
    Document m_kept; // parts of the opened session that the window does not show: title, sentence, unknown keys
    QString m_file;
    Content m_saved; // of the file; without one, at the window's start or of the opened figure
    std::int64_t m_runs = 0; // last seen
    QTimer m_soon; // until changed() is emitted, once for many edits
    Runner m_writer; // its own: a long export doesn't keep a session from being saved
};

} // namespace phasor
