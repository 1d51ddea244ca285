// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/canceltoken.h"
#include "text/result.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

namespace phasor {

// One piece of long work at a time, on a thread of its own: an export, a file that is read. GUI thread only, but for
// what a task runs. Destruction cancels the work, waits for it (work answers a cancel within 100 ms) and drops its end.
class LongJob : public QObject
{
    Q_OBJECT

public:
    using Progress = std::function<void(double share)>; // 0 … 1, on the working thread

    struct Task
    {
        QString title; // "writing sum.npy"
        std::function<Status(const CancelToken& cancel, const Progress& progress)> work; // on the thread
        // On the GUI thread when the work has ended, well or not. May start another task.
        std::function<void(const Status& status)> done;
    };

    explicit LongJob(QObject* parent = nullptr);
    ~LongJob() override;

    // False, and nothing is done, if a task is running.
    bool start(Task task);
    void cancel(); // the end comes through Task::done, an Error of kind Cancelled
    bool isRunning() const { return m_running != nullptr; }

signals:
    void started(const QString& title);
    void progressed(double share); // at most every 50 ms
    void finished(); // and no other task has been started by Task::done

private:
    struct Running;
    void finish(const std::shared_ptr<Running>& running, const Status& status);
    void report();

    std::shared_ptr<Running> m_running;
    std::thread m_thread;
    QTimer m_reporter;
};

} // namespace phasor
