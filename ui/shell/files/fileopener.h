// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "ui/shell/actions/actionset.h"
#include "ui/shell/files/questions.h"

#include <QCoreApplication>

#include <string>

class QMimeData;

namespace phasor {

class SessionFiles;
struct ParameterSpec;
struct WindowContext;

// The files opened or saved last, and their menu. GUI thread only.
class RecentFiles : public QObject
{
    Q_OBJECT

public:
    explicit RecentFiles(QObject* parent);

    const std::vector<std::string>& paths() const { return m_paths; } // the last one first; raw bytes
    void setPaths(std::vector<std::string> paths);
    void note(const std::string& path); // was opened or saved
    Action menu();

signals:
    void changed();
    void chosen(const std::string& path);

private:
    void show();

    static constexpr std::size_t kMostPaths = 5;
    std::vector<std::string> m_paths;
    std::vector<QAction*> m_actions;
};

// Path of a drop's only local file, as raw bytes, so that a name need not be UTF-8. Nullopt: no file or several.
std::optional<std::string> localFile(const QMimeData& data);

// Opens a file of any kind, chosen, dropped or from the command line: session, figure, matrix, config.json, preset. A
// file with an error leaves the store unchanged. GUI thread only.
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
};

} // namespace phasor
