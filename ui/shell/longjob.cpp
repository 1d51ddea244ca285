// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/longjob.h"

#include <QMetaObject>

#include <new>
#include <system_error>
#include <utility>

namespace phasor {

namespace {

constexpr int kReportMilliseconds = 50;

Error resourceError(const char* what, const char* remedy)
{
    return Error{.kind = ErrorKind::Resource, .code = "MEMORY", .where = "memory", .what = what, .remedy = remedy};
}

} // namespace

// What both threads know of a task.
struct LongJob::Running
{
    Task task;
    CancelToken cancel;
    std::atomic<double> share = -1; // written by the working thread, read by a timer: progress posts no events

    Status work()
    {
        try {
            return task.work(cancel, [this](double done) { share.store(done, std::memory_order_relaxed); });
        } catch (const std::bad_alloc&) {
            return resourceError("there is not enough of it", "make the table or the figure smaller");
        }
    }
};

LongJob::LongJob(QObject* parent)
    : QObject(parent)
{
    m_reporter.setInterval(kReportMilliseconds);
    connect(&m_reporter, &QTimer::timeout, this, &LongJob::report);
}

LongJob::~LongJob()
{
    cancel();
    if (m_thread.joinable())
        m_thread.join();
}

bool LongJob::start(Task task)
{
    if (isRunning())
        return false;
    auto running = std::make_shared<Running>();
    running->task = std::move(task);
    m_running = running;
    emit started(running->task.title);
    try {
        m_thread = std::thread([this, running] {
            const Status status = running->work();
            // Queued: runs on the GUI thread, and not at all once this object is being destroyed.
            QMetaObject::invokeMethod(
                this, [this, running, status] { finish(running, status); }, Qt::QueuedConnection);
        });
    } catch (const std::system_error&) {
        finish(running, resourceError("no thread can be made for this", "end other programs and try again"));
        return true;
    }
    m_reporter.start();
    return true;
}

void LongJob::cancel()
{
    if (m_running)
        m_running->cancel.cancel();
}

void LongJob::finish(const std::shared_ptr<Running>& running, const Status& status)
{
    if (m_thread.joinable())
        m_thread.join(); // its last act was to call this
    m_reporter.stop();
    m_running.reset();
    running->task.done(status);
    if (!isRunning())
        emit finished();
}

void LongJob::report()
{
    if (const double share = m_running ? m_running->share.load(std::memory_order_relaxed) : -1; share >= 0)
        emit progressed(share);
}

} // namespace phasor
