// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/runner.h"

#include <QMetaObject>

#include <future>

namespace phasor {

constexpr std::chrono::milliseconds kReportInterval{50};

// State of a job that both threads share.
struct Runner::Running
{
    Task task;
    CancelToken cancel;
    std::atomic<double> share = -1; // written by the working thread, read by a timer: progress posts no events
    std::promise<void> end;
    std::future<void> ended = end.get_future();
};

Runner::Runner(QObject* parent)
    : QObject(parent)
{
    m_reporter.setInterval(kReportInterval);
    connect(&m_reporter, &QTimer::timeout, this, &Runner::report);
}

Runner::~Runner()
{
    cancel();
    if (m_thread.joinable())
        m_thread.join();
}

bool Runner::startTask(Task task)
{
    if (isRunning())
        return false;
    auto running = std::make_shared<Running>();
    running->task = std::move(task);
    m_running = running;
    emit started(running->task.title);
    const Status begun = guarded([&]() -> Status {
        m_thread = std::thread([this, running] {
            const CancelScope scope(running->cancel);
            running->task.work(
                [&share = running->share](double done) { share.store(done, std::memory_order_relaxed); });
            running->end.set_value();
            // Queued: runs on the Runner's thread, and not at all once this object is being destroyed.
            QMetaObject::invokeMethod(
                this, [this, running] { end(running, Done{}); }, Qt::QueuedConnection);
        });
        return Done{};
    });
    if (begun.ok())
        m_reporter.start();
    else
        end(running, begun);
    return true;
}

void Runner::cancel()
{
    if (m_running)
        m_running->cancel.cancel();
}

QString Runner::writing() const
{
    return m_running && m_running->task.writes ? m_running->task.title : QString();
}

bool Runner::finish(std::chrono::milliseconds patience)
{
    const std::shared_ptr<Running> running = m_running;
    if (!running)
        return true;
    if (running->ended.wait_for(patience) != std::future_status::ready)
        return false;
    end(running, Done{});
    return true;
}

void Runner::end(const std::shared_ptr<Running>& running, Status worked)
{
    if (running != m_running)
        return; // finish() was here before
    if (m_thread.joinable())
        m_thread.join(); // the thread's last act was this call
    m_reporter.stop();
    m_running.reset();
    running->task.done(worked);
    if (!isRunning())
        emit finished();
}

void Runner::report()
{
    if (const double share = m_running ? m_running->share.load(std::memory_order_relaxed) : -1; share >= 0)
        emit progressed(share);
}

} // namespace phasor
