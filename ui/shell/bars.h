// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/workbench.h"

#include <QStatusBar>

class QLabel;
class QMainWindow;
class QToolButton;

namespace phasor {

class Autosave;
class ElidedLabel;
class SessionFiles;

// The status bar: on the left a message with its icon; on the right the cost of the last picture, or the running job.
// Shows the first of these messages that is set:
//   typed     error in text that is being typed
//   passing   result of a command, for 8 s or until there is another lasting one
//   lasting   error or warning of the present parameters, until they are valid
//   hint      what the mouse does at its place
// Errors and warnings are never cut; they take as many lines as they need.
class StatusLine : public QStatusBar
{
    Q_DECLARE_TR_FUNCTIONS(StatusLine)

public:
    // `machine`: "2 threads · AVX-512". Jobs of `runner` are shown while they run.
    StatusLine(const QString& machine, Runner& runner, QWidget* parent);

    void setLasting(const StatusMessage& message);
    void showPassing(const StatusMessage& message);
    void setTyped(const QString& complaint); // empty: valid
    void showRefusal(const QString& message); // error in a typed value: passing, removed once a value is accepted
    void dropRefusal();
    void setHint(const QString& hint);
    void showCost(const SnapshotPtr& snapshot, double drawMilliseconds);

protected:
    void changeEvent(QEvent* event) override;

private:
    void display();

    QString m_machine;
    QLabel* m_icon;
    ElidedLabel* m_text;
    QLabel* m_cost;
    StatusMessage m_typed; // shown first
    StatusMessage m_passed; // shown while m_passing runs
    StatusMessage m_lasting;
    bool m_refusal = false; // the passing message is from showRefusal()
    QString m_hint;
    QTimer* m_passing;
};

// The bar over the board: the sentence of a preset until it is closed, and buttons for the answers and for one more
// view.
class BoardBar : public QWidget
{
    Q_OBJECT

public:
    explicit BoardBar(QWidget* parent);

    // Empty: no sentence. `source`: a line of its own in the tool tip.
    void setSentence(const QString& text, const QString& source);
    void showSentence(bool shown); // a hidden one keeps its room until it is closed

signals:
    void sentenceClosed();
    void answersRequested();
    void galleryRequested();

private:
    ElidedLabel* m_sentence;
    QToolButton* m_close;
};

// A line at the top of the window while there is work that a crash left: *Keep* shows it, *Discard* removes it. Object
// names: recovery, recovery-text, -keep, -discard.
void offerRecovery(Autosave& autosave, SessionFiles& sessions, QMainWindow& window);

} // namespace phasor
