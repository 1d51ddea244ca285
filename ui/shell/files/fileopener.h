// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"

#include <QCoreApplication>
#include <QObject>

#include <functional>
#include <optional>
#include <string>

class QMimeData;
class QWidget;

namespace phasor {

// Lets one local file be dropped on a widget.
class FileDrop : public QObject
{
public:
    // `take` gets the file, as raw bytes, and the part of the target under it (null: none). Of a drop that is no local
    // file, or several, `path` is empty.
    FileDrop(QWidget* target, std::function<void(const std::string& path, QWidget* place)> take);

    // The one local file of a drop, as raw bytes: a name that is not UTF-8 is kept. Nothing if there is not exactly
    // one.
    static std::optional<std::string> localFile(const QMimeData& data);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<void(const std::string&, QWidget*)> m_take;
};

struct WindowContext;

// Opens sessions, and figures that Phasor made, and saves sessions, as jobs. GUI thread only.
class SessionFiles : public QObject
{
    Q_OBJECT

public:
    // `current` is asked for what is to be saved; `show` gets what was opened.
    SessionFiles(const WindowContext& context, std::function<Document()> current,
                 std::function<void(const Document& opened)> show, QObject* parent);

    void open(const std::string& path); // raw bytes
    void askAndSave(); // asks for a file
    void save(const QString& path);

private:
    const WindowContext& m_context;
    std::function<Document()> m_current;
    std::function<void(const Document&)> m_show;
    Document m_kept; // of the opened session, what the window does not show: title, sentence, unknown keys
};

class SessionFiles;
struct ParameterSpec;
struct WindowContext;

// Opens whatever is chosen, dropped or given on the command line: sessions and figures, matrices, a model's
// config.json, presets. A file that is not well leaves the store as it was. GUI thread only.
class FileOpener : public QObject
{
    Q_OBJECT

public:
    FileOpener(const WindowContext& context, SessionFiles& sessions, QObject* parent);

    // Raw bytes. A matrix wins over one that is still being read, but waits for no export.
    void open(const std::string& path);
    void ask(); // for a file
    void askFor(const ParameterSpec& parameter); // for the file that it is wanted from
    void startFrom(const QString& presetId);

signals:
    void presetShown(const phasor::Document& preset); // the edited setup and the view are the preset's now
    void presetLeft(); // the setup is no longer the preset's

private:
    void openMatrix(const std::string& path);
    void readMatrix(const std::string& path);
    void endMatrix(const std::string& path, const Result<Parameters>& read);
    void openConfig(const std::string& path);

    const WindowContext& m_context;
    SessionFiles& m_sessions;
    bool m_readingMatrix = false; // the running job reads one
    std::optional<std::string> m_nextMatrix; // asked for while another was read
    std::optional<Parameters> m_preset; // its setup, until the store has another one
};

} // namespace phasor
