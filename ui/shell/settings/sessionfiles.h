// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"

#include <QObject>

#include <functional>
#include <string>

namespace phasor {

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

} // namespace phasor
