// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>

namespace phasor {

// A shared wish to stop. Copies share it; any thread may ask and test. Work tests it at least every 100 ms.
// Who starts a job makes its token and opens a CancelScope; what works in the job polls cancelled() (cancelscope.h).
class CancelToken
{
public:
    void cancel() const { m_cancelled->store(true, std::memory_order_relaxed); }
    bool cancelled() const { return m_cancelled->load(std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_cancelled = std::make_shared<std::atomic<bool>>(false);
};

// While it lives, what the calling thread does belongs to the job of `token`: cancelled() polls that token, here and in
// the tasks that parallelFor runs on other threads for it. Scopes nest; the innermost counts, and its end restores the
// one before.
//
// The rule: whoever starts a job opens a scope (a command, the queue, the runner), and a function that takes a
// CancelToken opens one of it. What is kept longer than a job (a table, a generator, a tape of words) holds no token:
// it asks cancelled(), so it stops for the job that uses it now and not for the one that made it. What a cancelled job
// has computed is undefined, so it is never kept: test cancelled() last and give an Error of kind Cancelled.
class CancelScope
{
public:
    explicit CancelScope(const CancelToken& token) // not owned: it must live longer
        : CancelScope(&token)
    {
    }
    explicit CancelScope(CancelToken&&) = delete;
    explicit CancelScope(const CancelToken* token); // null: the work cannot be stopped
    ~CancelScope();
    CancelScope(const CancelScope&) = delete;
    CancelScope& operator=(const CancelScope&) = delete;

    static const CancelToken* current(); // of the calling thread; null without a scope

private:
    const CancelToken* m_before;
};

// Whether the calling thread's job was told to stop.
inline bool cancelled()
{
    const CancelToken* token = CancelScope::current();
    return token != nullptr && token->cancelled();
}

// The token of the calling thread's job, for a function that wants one; one that nobody cancels without a scope.
inline CancelToken currentCancel()
{
    const CancelToken* token = CancelScope::current();
    return token != nullptr ? *token : CancelToken();
}

} // namespace phasor
