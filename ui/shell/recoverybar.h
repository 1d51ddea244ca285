// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QLabel;
class QMainWindow;

namespace phasor {

class Autosave;
class SessionFiles;

// A line at the top of the window while there is work that a crash left: *Keep* shows it, *Discard* removes it. Object
// names: recovery-text, -keep, -discard.
class RecoveryBar : public QToolBar
{
    Q_OBJECT

public:
    RecoveryBar(Autosave& autosave, SessionFiles& sessions, QMainWindow* window);

private:
    void showLeft();

    Autosave& m_autosave;
    QLabel* m_text;
};

} // namespace phasor
