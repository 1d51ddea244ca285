// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"

#include <QCoreApplication>
#include <QObject>

#include <optional>
#include <string>

namespace phasor {

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
