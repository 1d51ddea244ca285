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

// One running job, one pending, the newest wins. A running job of a frame's length is finished (cancelling it on every
// slider event would starve the screen); one that is over 100 ms old is cancelled when a newer request waits. The one
// after a cancelled one may take twice as long, so that a slider that never rests shows something in the end.
// Lives on the GUI thread; `snapshotReady` arrives there, generations only ever rise. Destruction cancels and joins.
// Where no thread can be made, jobs run on the GUI thread, between its events.
//
// A slow view holds no fast one back: of a job that takes long, what is done already is delivered as `partReady`. A job
// that only refines makes way at once.
//
// After 2 s without a request the memory that the program has freed and kept (system/memory.h) is returned.
class ComputeQueue : public QObject
{
    Q_OBJECT

public:
    // `cache`: of the pipelines' parts, shared with exports and others; after a picture it forgets what nobody used.
    explicit ComputeQueue(std::shared_ptr<PipelineCache> cache = std::make_shared<PipelineCache>(),
                          QObject* parent = nullptr);
    ~ComputeQueue() override;

    void submit(Request request); // sets request.generation
    bool busy() const { return m_busy; } // something submitted has not been delivered yet
    SnapshotPtr latest() const { return m_latest; } // what is shown: of views that are not done yet, what they showed
    const std::shared_ptr<PipelineCache>& cache() const { return m_cache; }

signals:
    void snapshotReady(phasor::SnapshotPtr snapshot);
    // Some views of a snapshot that will be ready later; those that it has not are being computed.
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
    bool m_watching = false; // GUI thread only: a timer looks after the running job's age
    SnapshotPtr m_latest;
    QTimer m_partly; // looks for what a long job has done already

    std::mutex m_mutex; // guards what follows
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

    SnapshotPtr m_previous; // only where the jobs run
    std::thread m_thread; // not joinable where none could be made
};

} // namespace phasor
