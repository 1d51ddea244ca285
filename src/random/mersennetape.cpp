// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/mersennetape.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::size_t kMostKept = 4096;
constexpr std::size_t kAhead = 4; // states that are made at once: with the one before them they stay in the L1 cache

// Room for a state and those that are made from it at once.
using Run = std::array<std::uint32_t, kMersenneBlock*(kAhead + 1)>;

// Steps the first state of `run` on by `count` states.
void skip(Run& run, std::uint64_t count)
{
    while (count > 0) {
        const auto blocks = static_cast<std::size_t>(std::min<std::uint64_t>(count, kAhead));
        mersenneAdvance(run.data(), blocks);
        std::copy_n(run.data() + blocks * kMersenneBlock, kMersenneBlock, run.data());
        count -= blocks;
    }
}

class MersenneCursor final : public WordCursor
{
public:
    explicit MersenneCursor(const MersenneTape& tape)
        : m_tape(tape)
    {
    }

    void read(std::uint64_t first, std::size_t count, std::uint32_t* out) override
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
    // Makes state index - 1 the first, behind it state `index` and, if `words` words will be read, those that follow.
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

    static constexpr std::uint64_t kNear = 4; // states that are sooner made than asked for

    const MersenneTape& m_tape;
    bool m_any = false;
    std::uint64_t m_first = 0; // index of the first state in m_run
    std::size_t m_ahead = 0; // states present behind it
    alignas(64) Run m_run;
};

} // namespace

MersenneTape::MersenneTape(std::uint32_t seed)
{
    auto state = std::make_unique<State>();
    (*state)[0] = seed;
    for (std::uint32_t j = 1; j < kMersenneBlock; ++j) {
        const std::uint32_t before = (*state)[j - 1];
        (*state)[j] = 1812433253u * (before ^ (before >> 30)) + j;
    }
    m_kept.push_back(std::move(state));
}

std::unique_ptr<WordCursor> MersenneTape::cursor() const
{
    return std::make_unique<MersenneCursor>(*this);
}

std::uint64_t MersenneTape::nearest(std::uint64_t index, const std::uint64_t* present, std::uint32_t* state) const
{
    const std::lock_guard lock(m_mutex);
    while (index / m_distance >= m_kept.size()) {
        if (m_kept.size() == kMostKept) {
            thin();
            continue;
        }
        Run run;
        std::copy(m_kept.back()->begin(), m_kept.back()->end(), run.begin());
        skip(run, m_distance);
        auto next = std::make_unique<State>();
        std::copy_n(run.begin(), kMersenneBlock, next->begin());
        m_kept.push_back(std::move(next));
    }
    const std::uint64_t kept = index / m_distance;
    if (present != nullptr && *present >= kept * m_distance)
        return *present;
    std::copy_n(m_kept[static_cast<std::size_t>(kept)]->data(), kMersenneBlock, state);
    return kept * m_distance;
}

void MersenneTape::thin() const
{
    for (std::size_t k = 1; 2 * k < m_kept.size(); ++k)
        m_kept[k] = std::move(m_kept[2 * k]);
    m_kept.resize((m_kept.size() + 1) / 2);
    m_distance *= 2;
}

} // namespace phasor
