// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/snapshot.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace phasor {

// Runs requests: one job runs, one is pending, the newest wins. A short job (one frame) is finished, as canceling it on
// every slider event would starve the screen; after 100 ms it is canceled if a newer request waits. The job after a
// canceled one may take twice as long, so that a slider that never rests shows something in the end. Lives on the GUI
// thread; `snapshotReady` arrives there, with ascending generations. Destruction cancels and joins. If no thread can be
// made, jobs run on the GUI thread, between its events.
//
// Slow views don't delay fast ones: finished views of a long job are delivered as `partReady`. A job that only refines
// is canceled at once.
//
// After 2 s without a request, memory that is freed but kept (system/memory.h) is returned.
class ComputeQueue : public QObject
{
    Q_OBJECT

public:
    // `cache`: parts of pipelines, shared with exports and others; after a picture it drops unused parts.
    explicit ComputeQueue(std::shared_ptr<PipelineCache> cache = std::make_shared<PipelineCache>(),
                          QObject* parent = nullptr);
    ~ComputeQueue() override;

    void submit(Request request); // sets request.generation
    bool busy() const { return m_busy; } // something submitted has not been delivered yet
    SnapshotPtr latest() const { return m_latest; } // the shown snapshot; unfinished views have their previous data
    const std::shared_ptr<PipelineCache>& cache() const { return m_cache; }

signals:
    void snapshotReady(phasor::SnapshotPtr snapshot);
    // Some views of a snapshot that will be ready later; the missing ones are still being computed.
    void partReady(phasor::SnapshotPtr part);

private:
    void work();
    void runPending();
    void deliver();
    void deliverPart();
    void cancelIfLong();

    std::shared_ptr<PipelineCache> m_cache;
    std::uint64_t m_generation = 0;
    bool m_busy = false; // GUI thread only: cleared in deliver(), never guessed from the worker's state
    bool m_watching = false; // GUI thread only: a timer checks the running job's age
    SnapshotPtr m_latest;
    QTimer m_partly; // polls a long job for finished views

    std::mutex m_mutex; // guards the members below
    std::condition_variable m_wake;
    std::optional<Request> m_pending;
    SnapshotPtr m_finished;
    SnapshotPtr m_part; // of the running job
    bool m_running = false;
    bool m_refining = false; // the running job
    std::chrono::steady_clock::time_point m_started;
    std::chrono::milliseconds m_patience; // with the running job
    bool m_stop = false;
    CancelToken m_cancel;

    SnapshotPtr m_previous; // used only by the thread that runs jobs
    std::thread m_thread; // not joinable if no thread could be made
};

} // namespace phasor
