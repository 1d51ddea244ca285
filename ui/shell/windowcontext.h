// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/runner.h"
#include "text/result.h"

#include <QCoreApplication>
#include <QString>

#include <functional>
#include <memory>
#include <utility>

namespace phasor {

// The texts of the shell's functions, as lupdate finds them: a free function tr() would have no context.
struct Shell
{
    Q_DECLARE_TR_FUNCTIONS(Shell)
};

// A message of the status bar: one line, with the icon of its kind.
struct StatusMessage
{
    enum class Kind { None, Information, Warning, Error };
    Kind kind = Kind::None;
    QString text;
    bool operator==(const StatusMessage&) const = default;
};

} // namespace phasor

class QWidget;

namespace phasor {

class ComputeQueue;
class PipelineCache;
class Store;

// What the window's commands work with. The window owns all of it, and outlives the commands. GUI thread only.
struct WindowContext
{
    QWidget* window; // parent of dialogs
    Store& store;
    ComputeQueue& queue;
    Runner& runner;
    std::function<void(const StatusMessage& message)> report; // shows it in the status bar for a while

    std::shared_ptr<PipelineCache> cache() const; // the queue's: no command draws or reads what a picture has already
    void inform(const QString& text) const { report({StatusMessage::Kind::Information, text}); }
    void warn(const QString& text) const { report({StatusMessage::Kind::Warning, text}); }
    void fail(const QString& text) const { report({StatusMessage::Kind::Error, text}); }
    // An Error of kind Cancelled is no error: `cancelled` says what it left as it was; empty: nothing is said.
    void fail(const Error& error, const QString& cancelled) const;
    void fail(const Error& error) const;
};

template <typename T> struct WindowJob
{
    QString title; // "writing sum.npy"
    bool writes = false; // a file that somebody waits for: who quits is asked first
    std::function<Result<T>(const Runner::Progress& progress)> work; // on the job's thread, see Runner::Job
    std::function<void(const T& result)> done; // on the GUI thread, only if the work went well
    QString cancelled = {}; // message if the user cancels; empty: none
    QString busy = {}; // message if another job is running; empty: that one is
};

// The message of a job that cannot begin because another one is running.
QString otherJobText();

// Runs `job` behind the window. Its errors, and that another job is running, become messages of the status bar.
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
