// SPDX-License-Identifier: GPL-3.0-or-later
// Mersenne Twister with access to any word: a cursor starts from a kept state and computes the states after it. The
// header has a drawing.
#include "random/mersennetape.h"

#include "system/cancelscope.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace phasor {

namespace {

constexpr std::size_t kMostKept = 4096; // states
constexpr std::size_t kMostAtOnce = 64; // kept states that a thread makes before waiting threads may use them
constexpr std::chrono::milliseconds kPatience{10}; // a waiting thread looks this often whether its job was canceled
constexpr std::size_t kAhead = 4; // states made by one call: these and the first one fit into the L1 cache

// Room for a state and the kAhead states after it.
using Run = std::array<std::uint32_t, kMersenneBlock*(kAhead + 1)>;

// Advances the first state of `run` by `count` states.
void skip(Run& run, std::uint64_t count)
{
    while (count > 0) {
        const auto blocks = static_cast<std::size_t>(std::min<std::uint64_t>(count, kAhead));
        mersenneAdvance(run.data(), blocks);
        std::copy_n(run.data() + blocks * kMersenneBlock, kMersenneBlock, run.data());
        count -= blocks;
    }
}

class MersenneCursor
{
public:
    explicit MersenneCursor(MersenneTape& tape)
        : m_tape(tape)
    {
    }

    void read(std::uint64_t first, std::size_t count, std::uint32_t* out)
    {
        while (count > 0) {
            const std::uint64_t index = 1 + first / kMersenneBlock;
            const auto within = static_cast<std::size_t>(first % kMersenneBlock);
            if (!m_any || index < m_first || index > m_first + m_ahead)
                seek(index, within + count);
            const std::size_t at = static_cast<std::size_t>(index - m_first) * kMersenneBlock + within;
            const std::size_t ready = std::min(count, (m_ahead + 1) * kMersenneBlock - at);
            mersenneTemper(m_run.data() + at, ready, out);
            first += ready;
            out += ready;
            count -= ready;
        }
    }

private:
    // Fills m_run with the states index - 1, index, … that the next `words` words need.
    void seek(std::uint64_t index, std::size_t words)
    {
        const bool forward = m_any && index > m_first;
        if (forward && m_ahead > 0) {
            std::copy_n(m_run.data() + m_ahead * kMersenneBlock, kMersenneBlock, m_run.data());
            m_first += m_ahead;
        }
        if (!forward || index - m_first > kNear)
            m_first = m_tape.nearest(index - 1, forward ? &m_first : nullptr, m_run.data());
        skip(m_run, index - 1 - m_first);
        m_first = index - 1;
        m_ahead = std::min(kAhead, (words + kMersenneBlock - 1) / kMersenneBlock);
        mersenneAdvance(m_run.data(), m_ahead);
        m_any = true;
    }

    static constexpr std::uint64_t kNear = 4; // states: up to 4 are made faster than a kept one is found

    MersenneTape& m_tape;
    bool m_any = false;
    std::uint64_t m_first = 0; // index of the first state in m_run
    std::size_t m_ahead = 0; // number of states in m_run after the first
    alignas(64) Run m_run;
};

} // namespace

// Waits until a kept state is at most `m_distance` states before `index`, or the calling thread's job is canceled.
// `lock` holds the mutex.
void MersenneTape::reach(std::uint64_t index, std::unique_lock<std::mutex>& lock)
{
    while (index / m_distance >= m_states.size() && !cancelled()) {
        if (m_growing)
            m_grown.wait_for(lock, kPatience);
        else if (m_states.size() == kMostKept)
            thin();
        else
            grow(index / m_distance + 1 - m_states.size(), lock);
    }
}

// Appends up to `missing` states, at least one.
void MersenneTape::grow(std::size_t missing, std::unique_lock<std::mutex>& lock)
{
    const std::size_t count = std::min({missing, kMostKept - m_states.size(), kMostAtOnce});
    std::vector<std::unique_ptr<State>> made; // allocated before other threads have to wait
    for (std::size_t i = 0; i < count; ++i)
        made.push_back(std::make_unique<State>());
    m_states.reserve(m_states.size() + count);
    Run run;
    std::copy(m_states.back()->begin(), m_states.back()->end(), run.begin());
    m_growing = true;
    lock.unlock();
    std::size_t done = 0;
    do {
        skip(run, m_distance);
        std::copy_n(run.begin(), kMersenneBlock, made[done]->begin());
    } while (++done < count && !cancelled());
    lock.lock();
    m_growing = false;
    std::move(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(done), std::back_inserter(m_states));
    m_grown.notify_all();
}

// Drops every second state.
void MersenneTape::thin()
{
    for (std::size_t k = 1; 2 * k < m_states.size(); ++k)
        m_states[k] = std::move(m_states[2 * k]);
    m_states.resize((m_states.size() + 1) / 2);
    m_distance *= 2;
}

MersenneTape::MersenneTape(std::uint32_t seed)
{
    auto state = std::make_unique<State>();
    (*state)[0] = seed;
    for (std::uint32_t j = 1; j < kMersenneBlock; ++j) {
        const std::uint32_t before = (*state)[j - 1];
        (*state)[j] = 1812433253u * (before ^ (before >> 30)) + j;
    }
    m_states.push_back(std::move(state));
}

WordCursor MersenneTape::cursor()
{
    const auto cursor = std::make_shared<MersenneCursor>(*this);
    return [cursor](std::uint64_t first, std::size_t count, std::uint32_t* out) {
        cursor->read(first, count, out);
    };
}

std::uint64_t MersenneTape::nearest(std::uint64_t index, const std::uint64_t* present, std::uint32_t* state)
{
    std::unique_lock lock(m_mutex);
    reach(index, lock);
    if (cancelled()) { // the words are undefined then, so any state will do
        std::copy_n(m_states.back()->data(), kMersenneBlock, state);
        return index;
    }
    const std::uint64_t k = index / m_distance;
    if (present != nullptr && *present >= k * m_distance)
        return *present;
    std::copy_n(m_states[static_cast<std::size_t>(k)]->data(), kMersenneBlock, state);
    return k * m_distance;
}

} // namespace phasor
