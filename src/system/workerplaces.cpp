// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/workerplaces.h"

#include <sys/resource.h>
#include <unistd.h>

namespace phasor {

namespace {
constexpr int kFew = 4; // processors; with more, Linux finds an idle one
thread_local bool isOfPool = false;
} // namespace

WorkerPlaces::WorkerPlaces()
{
    CPU_ZERO(&m_allowed);
    // Fails where there are more processors than the set has room for: then it stays empty.
    if (sched_getaffinity(0, sizeof m_allowed, &m_allowed) != 0 || CPU_COUNT(&m_allowed) > kFew)
        CPU_ZERO(&m_allowed);
}

void WorkerPlaces::add()
{
    if (isOfPool)
        return;
    isOfPool = true;
    const std::lock_guard lock(m_mutex);
    m_threads.push_back(gettid());
}

void WorkerPlaces::keepOffCaller()
{
    const int here = sched_getcpu();
    if (isOfPool || here < 0 || here == m_avoided.load(std::memory_order_relaxed) || CPU_COUNT(&m_allowed) < 2)
        return;
    cpu_set_t others = m_allowed;
    CPU_CLR(static_cast<std::size_t>(here), &others);
    const std::lock_guard lock(m_mutex);
    if (const int nice = getpriority(PRIO_PROCESS, 0); nice > m_nice) {
        for (const pid_t thread : m_threads)
            setpriority(PRIO_PROCESS, static_cast<id_t>(thread), nice);
        m_nice = nice;
    }
    for (const pid_t thread : m_threads)
        sched_setaffinity(thread, sizeof others, &others); // one that has ended is not found: nothing is lost
    m_avoided.store(here, std::memory_order_relaxed);
}

} // namespace phasor
