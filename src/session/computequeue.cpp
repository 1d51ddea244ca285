// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/computequeue.h"

#include "system/memory.h"
#include "system/processors.h"

#include <QMetaObject>

#include <algorithm>
#include <system_error>

namespace phasor {

constexpr std::chrono::milliseconds kLongJob{100};
constexpr std::chrono::milliseconds kMostPatience{5000};
constexpr std::chrono::seconds kRest{2}; // without a request
constexpr std::chrono::seconds kSteady{60}; // between two returns of memory, if requests never rest
constexpr std::chrono::milliseconds kPartAfter{50}; // three frames of a screen

// An error inside a view is that view's Error; other errors refuse the entire request.
static SnapshotPtr computed(const Request& request, const SnapshotPtr& previous, PipelineCache& cache,
                            const CancelToken& cancel, const PartlyDone& partly)
{
    Result<SnapshotPtr> snapshot
        = guarded([&]() -> Result<SnapshotPtr> { return compute(request, previous, cache, cancel, partly); });
    if (snapshot.ok())
        return std::move(snapshot).value();
    return std::make_shared<Snapshot>(
        Snapshot{.generation = request.generation, .scene = request.scene, .pipelines = snapshot.error()});
}

// What a canceled job has finished, and the previous views.
static SnapshotPtr withDone(const Snapshot& canceled, const SnapshotPtr& previous)
{
    auto both = std::make_shared<Snapshot>(canceled);
    std::erase_if(both->views, [](const auto& view) { return !view.second.data.ok(); });
    if (previous)
        both->views.insert(previous->views.begin(), previous->views.end());
    return both;
}

ComputeQueue::ComputeQueue(std::shared_ptr<PipelineCache> cache, QObject* parent)
    : QObject(parent)
    , m_cache(std::move(cache))
    , m_patience(kLongJob)
{
    m_partly.setInterval(kPartAfter);
    connect(&m_partly, &QTimer::timeout, this, &ComputeQueue::deliverPart);
    try {
        m_thread = std::thread([this] { work(); });
    } catch (const std::system_error&) { // RLIMIT_NPROC: submit() finds out
    }
}

ComputeQueue::~ComputeQueue()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
        m_pending.reset();
        if (m_running)
            m_cancel.cancel();
    }
    m_wake.notify_one();
    if (m_thread.joinable())
        m_thread.join();
}

void ComputeQueue::submit(Request request)
{
    request.generation = ++m_generation;
    m_busy = true;
    bool running = false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_running && m_refining && !request.refine)
            m_cancel.cancel();
        m_pending = std::move(request);
        running = m_running;
    }
    if (!m_thread.joinable()) {
        QMetaObject::invokeMethod(
            this, [this] { runPending(); }, Qt::QueuedConnection);
        return;
    }
    m_wake.notify_one();
    if (!m_partly.isActive())
        m_partly.start();
    // A short job is finished; only a long one is canceled for the newer request.
    if (running && !m_watching) {
        m_watching = true;
        QTimer::singleShot(kLongJob, this, [this] { cancelIfLong(); });
    }
}

void ComputeQueue::cancelIfLong()
{
    m_watching = false;
    const std::lock_guard lock(m_mutex);
    if (!m_running || !m_pending)
        return;
    if (std::chrono::steady_clock::now() - m_started >= m_patience) {
        m_cancel.cancel();
        m_patience = std::min(2 * m_patience, kMostPatience);
        return;
    }
    m_watching = true;
    QTimer::singleShot(kLongJob, this, [this] { cancelIfLong(); });
}

void ComputeQueue::work()
{
    auto returned = std::chrono::steady_clock::now(); // when freed memory was returned
    const auto giveBack = [&returned] {
        returnFreedMemory();
        returned = std::chrono::steady_clock::now();
    };
    giveWayToOtherThreads(); // priority for the GUI thread: a late picture is not noticed, a pointer that stops is
    for (;;) {
        {
            std::unique_lock lock(m_mutex);
            const auto wanted = [this] {
                return m_stop || m_pending.has_value();
            };
            if (!m_wake.wait_for(lock, kRest, wanted)) {
                lock.unlock();
                giveBack();
                lock.lock();
                m_wake.wait(lock, wanted);
            }
            if (m_stop)
                return;
        }
        runPending();
        if (std::chrono::steady_clock::now() - returned > kSteady)
            giveBack();
    }
}

void ComputeQueue::runPending()
{
    Request request;
    CancelToken cancel;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_pending)
            return; // without a thread: an earlier call ran the newest
        request = std::move(*m_pending);
        m_pending.reset();
        m_running = true;
        m_refining = request.refine;
        m_started = std::chrono::steady_clock::now();
        m_cancel = cancel;
    }
    SnapshotPtr snapshot = computed(request, m_previous, *m_cache, cancel, [&](SnapshotPtr part) {
        const std::lock_guard lock(m_mutex);
        std::swap(m_part, part); // the previous one is freed after unlocking
    });
    const bool accepted = snapshot->pipelines.ok();
    bool canceled = false;
    SnapshotPtr retired; // freed after unlocking, so that the GUI thread does not wait
    {
        const std::lock_guard lock(m_mutex);
        // From here on this job can't be canceled: a delivered snapshot may sample more when its cells are needed.
        m_running = false;
        m_part.reset();
        canceled = cancel.cancelled();
        if (accepted) // if canceled, the newer request is waiting: what was shown as a part isn't computed again
            retired = std::exchange(m_previous, canceled ? withDone(*snapshot, m_previous) : snapshot);
        if (!canceled) {
            m_patience = kLongJob;
            std::swap(m_finished, snapshot);
        }
    }
    if (accepted && !canceled)
        m_cache->forgetUnused();
    else
        m_cache->forgetUnshown();
    if (canceled)
        return;
    // Queued: runs on the GUI thread, and not at all once this object is being destroyed.
    QMetaObject::invokeMethod(
        this, [this] { deliver(); }, Qt::QueuedConnection);
}

void ComputeQueue::deliverPart()
{
    SnapshotPtr part;
    {
        const std::lock_guard lock(m_mutex);
        if (m_running && std::chrono::steady_clock::now() - m_started >= kPartAfter)
            part = std::exchange(m_part, nullptr);
    }
    if (!m_busy)
        m_partly.stop();
    if (!part)
        return;
    auto all = std::make_shared<Snapshot>(*part); // views that are not ready keep their previous data
    if (m_latest)
        all->views.insert(m_latest->views.begin(), m_latest->views.end());
    m_latest = std::move(all);
    emit partReady(part);
}

void ComputeQueue::deliver()
{
    SnapshotPtr snapshot;
    {
        const std::lock_guard lock(m_mutex);
        snapshot = std::exchange(m_finished, nullptr);
    }
    if (!snapshot)
        return; // a later call took the newer one
    if (snapshot->generation == m_generation)
        m_busy = false;
    m_latest = snapshot;
    emit snapshotReady(snapshot);
}

} // namespace phasor
