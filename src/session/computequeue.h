// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/snapshot.h"

#include <QObject>

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
// After 2 s without a request the memory that the program has freed and kept (system/freedmemory.h) is returned.
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
    SnapshotPtr latest() const { return m_latest; }
    const std::shared_ptr<PipelineCache>& cache() const { return m_cache; }

signals:
    void snapshotReady(phasor::SnapshotPtr snapshot);

private:
    void work();
    void runPending();
    void deliver();
    void cancelIfLong();

    std::shared_ptr<PipelineCache> m_cache;
    std::uint64_t m_generation = 0;
    bool m_busy = false; // GUI thread only: cleared in deliver(), never guessed from the worker's state
    bool m_watching = false; // GUI thread only: a timer looks after the running job's age
    SnapshotPtr m_latest;

    std::mutex m_mutex; // guards what follows
    std::condition_variable m_wake;
    std::optional<Request> m_pending;
    SnapshotPtr m_finished;
    bool m_running = false;
    std::chrono::steady_clock::time_point m_started;
    std::chrono::milliseconds m_patience; // with the running job
    bool m_stop = false;
    CancelToken m_cancel;

    SnapshotPtr m_previous; // only where the jobs run
    std::thread m_thread; // not joinable where none could be made
};

} // namespace phasor
