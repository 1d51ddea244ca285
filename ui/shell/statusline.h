// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/workbench.h"

#include <QCoreApplication>
#include <QStatusBar>
#include <QTimer>
#include <QWidget>

namespace phasor {

class ElidedLabel;
class Runner;

// Shows the running job in the status bar: its title, the share that is done in per cent and as a slim bar, and a
// button that cancels; Escape anywhere in the window cancels, too. Comes only when the job is not over at once. As high
// as a line.
class JobProgress : public QWidget
{
    Q_OBJECT

public:
    JobProgress(Runner& runner, QWidget* parent);

    QSize sizeHint() const override; // with the whole title; it may be cut

signals:
    void shown(bool on);

private:
    ElidedLabel* m_title;
    QTimer m_patience;
};

} // namespace phasor

class QLabel;
class QTimer;

namespace phasor {

class ElidedLabel;
class Runner;

// The status bar: a message with its icon on the left; on the right the cost of the last picture, or the running job.
// It shows the first of these that is set:
//   typed     error in text that is being typed
//   passing   result of a command, for 8 s
//   lasting   error or warning of the present parameters, until they are valid
//   hint      what the mouse does where it points
//   standing  the sentence of a preset
// Errors and warnings are never cut; they take as many lines as they need.
class StatusLine : public QStatusBar
{
    Q_DECLARE_TR_FUNCTIONS(StatusLine)

public:
    // `machine`: "2 threads · AVX-512". Jobs of `runner` are shown while they run.
    StatusLine(const QString& machine, Runner& runner, QWidget* parent);

    void setLasting(const StatusMessage& message);
    // Empty: none.
    void setStanding(const QString& text);
    void showPassing(const StatusMessage& message);
    void setTyped(const QString& complaint); // empty: valid
    void showRefusal(const QString& message); // of a typed value: passing, and gone when a value is accepted
    void dropRefusal();
    void setHint(const QString& hint);
    void showCost(const SnapshotPtr& snapshot, double drawMilliseconds);
    QString message() const; // the one that is shown

protected:
    void changeEvent(QEvent* event) override;

private:
    void display();

    QString m_machine;
    QLabel* m_icon;
    ElidedLabel* m_text;
    QLabel* m_cost;
    StatusMessage m_typed; // shown before the others
    StatusMessage m_passed; // while m_passing runs
    StatusMessage m_lasting;
    bool m_refusal = false; // the passing message is a refusal
    QString m_standing;
    QString m_hint;
    QTimer* m_passing;
};

} // namespace phasor
