// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/computequeue.h"
#include "session/runner.h"
#include "session/store.h"
#include "words/coretexts.h"

#include <QCoreApplication>

class QWidget;

namespace phasor {

// Translation context for the shell's free functions, which have no tr() that lupdate finds.
struct Shell
{
    Q_DECLARE_TR_FUNCTIONS(Shell)
};

// One line for the status bar, with the icon of its kind.
struct StatusMessage
{
    enum class Kind { None, Information, Warning, Error };
    Kind kind = Kind::None;
    QString text;
    bool operator==(const StatusMessage&) const = default;
};

// Access to the window's objects for its commands. The window owns them and outlives the commands. GUI thread only.
struct WindowContext
{
    QWidget* window; // parent of dialogs
    Store& store;
    ComputeQueue& queue;
    Runner& runner;
    std::function<void(const StatusMessage& message)> report; // shows a message in the status bar for a while

    // Commands reuse what pictures have computed.
    std::shared_ptr<PipelineCache> cache() const { return queue.cache(); }
    void inform(const QString& text) const { report({StatusMessage::Kind::Information, text}); }
    void warn(const QString& text) const { report({StatusMessage::Kind::Warning, text}); }
    void fail(const QString& text) const { report({StatusMessage::Kind::Error, text}); }
    // Reports an error. Kind Cancelled is not reported as an error: `cancelled` is shown instead; empty: nothing.
    void fail(const Error& error, const QString& cancelled = {}) const
    {
        if (error.kind != ErrorKind::Cancelled)
            fail(words::errorText(error));
        else if (!cancelled.isEmpty())
            inform(cancelled);
    }
};

template <typename T> struct WindowJob
{
    QString title; // "writing sum.npy"
    bool writes = false; // writes a file: the user is asked before quitting
    std::function<Result<T>(const Runner::Progress& progress)> work; // on the job's thread, see Runner::Job
    std::function<void(const T& result)> done; // on the GUI thread, only after success
    QString cancelled = {}; // message after the user cancels; empty: none
    QString busy = {}; // message if another job is running; empty: otherJobText()
};

// Message if a job cannot start because another one is running.
inline QString otherJobText()
{
    return Shell::tr("another export is running");
}

// Runs `job` in the background. Its errors, or that another job is running, become status messages.
template <typename T> void runJob(const WindowContext& context, WindowJob<T> job)
{
    const bool begun = context.runner.start<T>(
        {.title = std::move(job.title),
         .writes = job.writes,
         .work = std::move(job.work),
         .done = [&context, done = std::move(job.done), cancelled = std::move(job.cancelled)](const Result<T>& result) {
             if (result.ok())
                 done(*result);
             else
                 context.fail(result.error(), cancelled);
         }});
    if (!begun)
        context.fail(job.busy.isEmpty() ? otherJobText() : job.busy);
}

} // namespace phasor
