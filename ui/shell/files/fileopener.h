// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/speaker.h"

#include <string>

class QWidget;

namespace phasor {

class MatrixOpener;
class SessionFiles;
class Store;
struct Document;
struct ParameterSpec;

// Whatever is opened, dropped or given on the command line goes to who reads it: matrices, sessions and figures, a
// model's config.json, a preset. GUI thread only.
class FileOpener : public Speaker
{
    Q_OBJECT

public:
    FileOpener(Store& store, MatrixOpener& matrices, SessionFiles& sessions, QWidget* window);

    void open(const std::string& path); // raw bytes
    void ask(); // for a file
    void askFor(const ParameterSpec& parameter); // for the file that it is wanted from
    void startFrom(const QString& presetId);

signals:
    void presetShown(const phasor::Document& preset); // its set-up and view are the store's now

private:
    void openConfig(const std::string& path);

    Store& m_store;
    MatrixOpener& m_matrices;
    SessionFiles& m_sessions;
    QWidget* m_window;
};

} // namespace phasor
