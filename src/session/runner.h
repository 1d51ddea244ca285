// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/cancelscope.h"
#include "text/result.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <thread>

namespace phasor {

// Runs work outside the window's thread: an export, reading a file, a script, saving settings. One job at a time, on
// its own thread, with a name, a progress and a cancel; an exception becomes an Error. (In a ComputeQueue a newer
// request replaces an older one.)
//
// Lives on one thread, usually the window's; only `work` runs elsewhere. Destruction cancels the job, waits for it
// (work answers a cancel within 100 ms) and drops its result.
class Runner : public QObject
{
    Q_OBJECT

public:
    using Progress = std::function<void(double share)>; // 0 … 1, on the working thread

    template <typename T> struct Job
    {
        QString title; // "writing sum.npy"
        bool writes = false; // writes a file that the user expects: quitting asks first
        // On the job's thread, in its CancelScope: poll cancelled(), or hand on currentCancel().
        std::function<Result<T>(const Progress& progress)> work;
        // Called on the Runner's thread when the work has ended, also after an error. May start the next job.
        std::function<void(const Result<T>& result)> done;
    };

    explicit Runner(QObject* parent = nullptr);
    ~Runner() override;

    // Starts a job; false if another one is running.
    template <typename T> bool start(Job<T> job);
    void cancel(); // Job::done then gets an Error of kind Cancelled
    bool isRunning() const { return m_running != nullptr; }
    QString writing() const; // the title of the running job if it writes, else empty
    // Waits for the running job, without events, and calls its `done`. False if it still runs after `patience`.
    bool finish(std::chrono::milliseconds patience);

signals:
    void started(const QString& title);
    void progressed(double share); // at most every 50 ms
    void finished(); // and no other job has been started by Job::done

private:
    struct Running;
    struct Task // a Job with its type of result erased
    {
        QString title;
        bool writes = false;
        std::function<void(const Progress& progress)> work;
        std::function<void(const Status& worked)> done;
    };
    bool startTask(Task task);
    void end(const std::shared_ptr<Running>& running, Status worked);
    void report();

    std::shared_ptr<Running> m_running;
    std::thread m_thread;
    QTimer m_reporter;
};

template <typename T> bool Runner::start(Job<T> job)
{
    const auto result = std::make_shared<std::optional<Result<T>>>();
    return startTask(
        {.title = std::move(job.title),
         .writes = job.writes,
         .work = [work = std::move(job.work),
                  result](const Progress& progress) { result->emplace(guarded([&] { return work(progress); })); },
         .done =
             [done = std::move(job.done), result](const Status& worked) {
                 done(worked.ok() ? std::move(**result) : Result<T>(worked.error()));
             }});
}

} // namespace phasor
