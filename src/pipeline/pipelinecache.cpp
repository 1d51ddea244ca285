// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/pipelinecache.h"

#include <algorithm>
#include <mutex>

namespace phasor {

std::shared_ptr<PipelineCache::Slot> PipelineCache::slotOf(const AnyKey& key)
{
    const std::lock_guard lock(m_mutex);
    const auto found
        = std::find_if(m_slots.begin(), m_slots.end(), [&](const auto& slot) { return slot->key->equals(key); });
    if (found != m_slots.end()) {
        (*found)->used = true;
        return *found;
    }
    m_slots.push_back(std::make_shared<Slot>());
    m_slots.back()->key = key.copy();
    return m_slots.back();
}

void PipelineCache::forgetUnused()
{
    std::vector<std::shared_ptr<Slot>> forgotten; // freed behind the lock: large tables take their time
    const std::lock_guard lock(m_mutex);
    const auto kept = std::partition(m_slots.begin(), m_slots.end(), [](const auto& slot) { return slot->used; });
    forgotten.assign(std::make_move_iterator(kept), std::make_move_iterator(m_slots.end()));
    m_slots.erase(kept, m_slots.end());
    for (const auto& slot : m_slots)
        slot->used = false;
}

} // namespace phasor
