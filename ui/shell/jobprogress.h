// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
