// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/workbench.h"

#include <QCoreApplication>
#include <QStatusBar>

#include <memory>

class QLabel;
class QTimer;

namespace phasor {

class ElidedLabel;
class Runner;

// The status bar: on the left the last message with its icon, on the right what the last picture cost, or the long job
// that runs. A message about the present parameters stays until they are well again; a passing one (an export is done,
// a typed value is none) goes after a while and lets the lasting one appear again. Errors and warnings are whole, in as
// many lines as they need. Where there is no message, a hint:
// what the mouse does where it is.
class StatusLine : public QStatusBar
{
    Q_DECLARE_TR_FUNCTIONS(StatusLine)

public:
    // `machine`: what does not change, "2 threads · AVX-512". `job`: shown while it runs.
    StatusLine(const QString& machine, Runner& runner, QWidget* parent);

    void setLasting(const StatusMessage& message);
    // Stays while nothing is wrong and no hint is asked for; empty: there is none.
    void setStanding(const QString& text);
    void showPassing(const StatusMessage& message);
    void setTyped(const QString& complaint); // what is wrong with what is being typed; empty: nothing any more
    void showRefusal(const QString& message); // of something typed: passes, or goes when something is accepted
    void dropRefusal();
    void setHint(const QString& hint);
    void showCost(const SnapshotPtr& snapshot, double drawMilliseconds);
    QString message() const; // what stands there now

protected:
    void changeEvent(QEvent* event) override;

private:
    void display();
    const StatusMessage& present() const;

    QString m_machine;
    QLabel* m_icon;
    ElidedLabel* m_text;
    QLabel* m_cost;
    std::unique_ptr<StatusMessage> m_typed; // stands before the others
    std::unique_ptr<StatusMessage> m_passed; // while m_passing runs
    std::unique_ptr<StatusMessage> m_lasting;
    bool m_refusal = false; // what passes is one
    QString m_standing;
    QString m_hint;
    QTimer* m_passing;
    StatusMessage::Kind m_iconShown = StatusMessage::Kind::None;
};

} // namespace phasor
