// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/pipeline.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace phasor {

std::unique_lock<std::mutex> PipelineCache::lockUnlessCancelled(std::mutex& mutex)
{
    std::unique_lock lock(mutex, std::try_to_lock);
    while (!lock && !cancelled()) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        lock.try_lock();
    }
    return lock;
}

void PipelineCache::forgetUnused()
{
    forget(true);
}

void PipelineCache::forgetUnshown()
{
    forget(false);
}

void PipelineCache::forget(bool shownToo)
{
    std::vector<std::shared_ptr<Slot>> forgotten; // freed after unlocking: large tables take time
    const std::lock_guard lock(m_mutex);
    const auto kept = std::partition(m_slots.begin(), m_slots.end(),
                                     [=](const auto& slot) { return slot->used || (slot->shown && !shownToo); });
    forgotten.assign(std::make_move_iterator(kept), std::make_move_iterator(m_slots.end()));
    m_slots.erase(kept, m_slots.end());
    for (const auto& slot : m_slots) {
        slot->shown = shownToo ? slot->used : slot->shown;
        slot->used = false;
    }
}

} // namespace phasor
