// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace phasor {

// A request to stop. Copies share it; any thread may set and test it. Work tests it at least every 100 ms. The code
// that starts a job makes its token and opens a CancelScope; work in the job polls cancelled() (cancelscope.h).
class CancelToken
{
public:
    void cancel() const { m_cancelled->store(true, std::memory_order_relaxed); }
    bool cancelled() const { return m_cancelled->load(std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_cancelled = std::make_shared<std::atomic<bool>>(false);
};

// Assigns the calling thread's work to the job of `token` while it lives: cancelled() polls that token, here and in the
// tasks that parallelFor runs on other threads. Scopes nest; the innermost counts, and its end restores the previous
// one.
//
// Rule: the code that starts a job opens a scope (a command, the queue, the runner), and so does a function that takes
// a CancelToken. Objects that outlive a job (a table, a generator, a tape of words) hold no token: they call
// cancelled(), so they stop for the job that uses them now, not for the one that made them. A canceled job's results
// are undefined, so they are never kept: test cancelled() last and return an Error of kind Cancelled.
class CancelScope
{
public:
    explicit CancelScope(const CancelToken& token) // not owned: it must live longer
        : CancelScope(&token)
    {
    }
    explicit CancelScope(CancelToken&&) = delete;
    explicit CancelScope(const CancelToken* token) // null: the work cannot be stopped
        : m_before(std::exchange(s_current, token))
    {
    }
    ~CancelScope() { s_current = m_before; }
    CancelScope(const CancelScope&) = delete;
    CancelScope& operator=(const CancelScope&) = delete;

    static const CancelToken* current() { return s_current; } // the calling thread's token; null without a scope

private:
    inline static constinit thread_local const CancelToken* s_current = nullptr;
    const CancelToken* m_before;
};

// Whether the calling thread's job has been canceled.
inline bool cancelled()
{
    const CancelToken* token = CancelScope::current();
    return token != nullptr && token->cancelled();
}

// Token of the calling thread's job, for functions that take one; without a scope one that is never canceled.
inline CancelToken currentCancel()
{
    const CancelToken* token = CancelScope::current();
    return token != nullptr ? *token : CancelToken();
}

} // namespace phasor
