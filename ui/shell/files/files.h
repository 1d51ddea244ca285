// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/matrix/arrayfile.h"
#include "pipeline/node.h"
#include "session/document.h"
#include "ui/shell/actions/actions.h"
#include "ui/shell/windowcontext.h"

class QMimeData;

namespace phasor {

struct ParameterSpec;

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

// Path of a drop's only local file, as raw bytes, so that a name need not be UTF-8. Nullopt: no file or several.
std::optional<std::string> localFile(const QMimeData& data);

// Opens a file of any kind, chosen, dropped or from the command line: session, figure, matrix, config.json, preset. A
// file with an error leaves the store unchanged. Knows the files opened or saved last. GUI thread only.
class FileOpener : public QObject
{
    Q_OBJECT

public:
    FileOpener(const WindowContext& context, SessionFiles& sessions, QObject* parent);

    // `path`: raw bytes. A matrix replaces one that is still being read, but doesn't stop an export.
    void open(const std::string& path);
    void ask(); // shows a file dialog
    void askFor(const ParameterSpec& parameter); // shows a file dialog for a parameter's file
    void startFrom(const QString& presetId);
    void hold(const Document& preset); // the edited setup is its
    void closePreset(); // its sentence isn't wanted any more
    const std::optional<Document>& preset() const { return m_preset; } // the last one, with the setup that it gave

    const std::vector<std::string>& recent() const { return m_recent; } // files, the last one first; raw bytes
    void setRecent(std::vector<std::string> paths);
    void note(const std::string& path); // was opened or saved
    std::vector<Action> recentActions(); // of their menu

    struct AdoptedMatrix
    {
        Parameters parameters; // with the matrix as token embedding
        bool looksLikeEncoding = false;
        std::vector<Tensor> arrays = {}; // of a file of several: one is to be chosen, and nothing was read yet
    };

signals:
    void presetShown(const phasor::Document& preset); // the preset is now in the edited setup and the view
    void lessonRequested(const std::string& path); // a file that ends in ".md"
    void presetHolds(bool holds); // whether the setup is the preset's, after a change
    void used(const std::string& path); // a file that was opened or saved, raw bytes; not a lesson
    void noted(); // recent() has changed

private:
    void openMatrix(const std::string& path);
    void readMatrix(const std::string& path);
    void chooseArray(const std::string& path, const std::vector<Tensor>& arrays, MatrixRole role);
    void endMatrix(const std::string& path, const Result<AdoptedMatrix>& read);
    void adopt(const std::string& path, const Parameters& read);
    // Asks once the job has left the status line and the window is on the screen, where the question goes.
    void askSoon(const std::function<void()>& ask);
    void openConfig(const std::string& path);

    const WindowContext& m_context;
    SessionFiles& m_sessions;
    bool m_asks = false; // before encodings become the embedding
    bool m_readingMatrix = false; // true while a job reads a matrix
    std::optional<std::string> m_nextMatrix; // opened while another one was read
    std::optional<Document> m_preset;
    std::vector<std::string> m_recent;
};

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
