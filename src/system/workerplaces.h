// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sched.h>

#include <atomic>
#include <mutex>
#include <vector>

namespace phasor {

// Keeps the threads of a pool off the processor of the thread that they are to help. Linux puts a thread that wakes on
// the processor where it was, or where the one that wakes it is, and on few processors does not look for an idle one:
// it waits there until the caller's slice ends, 3 to 4 ms, while the next processor idles. A frame that follows the one
// before after more than 3 ms, when the pool sleeps, would then be computed by one thread.
//
// A caller that runs behind others (nice) has help that does, too: it would otherwise come before the GUI thread.
// Each thread may still go everywhere else that the process may, and where that is nowhere nothing is done.
class WorkerPlaces
{
public:
    WorkerPlaces();

    void add(); // the calling thread is one of the pool
    void keepOffCaller(); // before work for the pool; any thread, nothing for those of the pool

private:
    cpu_set_t m_allowed;
    std::mutex m_mutex;
    std::vector<pid_t> m_threads;
    int m_nice = 0;
    std::atomic<int> m_avoided = -1; // processor
};

} // namespace phasor
