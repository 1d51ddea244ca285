// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "text/result.h"
#include "ui/shell/speaker.h"

#include <functional>
#include <string>

class QWidget;

namespace phasor {

class Runner;

// Opens sessions, and figures that Phasor made, and saves sessions, behind the window. GUI thread only.
class SessionFiles : public Speaker
{
    Q_OBJECT

public:
    // `current` is asked what is to be saved.
    SessionFiles(std::function<Document()> current, Runner& runner, QWidget* parent);

    void open(const std::string& path); // raw bytes
    void askAndSave(); // asks for a file
    void save(const QString& path);

signals:
    void opened(const phasor::Document& document);

private:
    void finish(const std::string& path, const Result<DocumentRead>& read);
    void endWith(const Error& error);

    std::function<Document()> m_current;
    Runner& m_runner;
    QWidget* m_window;
    Document m_kept; // what the opened session had beside what the window shows: title, sentence, unknown keys
};

} // namespace phasor
