// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace phasor {

// Random words for one sequence of one batch (Philox): `offset` says which batch. The same for any order of asking.
class WordSource
{
public:
    WordSource(std::uint64_t key, std::uint64_t offset, std::int64_t sequence)
        : m_key(key)
        , m_offset(offset)
        , m_counter(static_cast<std::uint64_t>(sequence) << 32)
    {
    }

    std::uint32_t next()
    {
        if (m_used == m_words.size())
            draw();
        return m_words[m_used++];
    }
    // 0 … n − 1, n < 2^31; off from equal shares by at most n / 2^32.
    std::int64_t below(std::int64_t n)
    {
        return static_cast<std::int64_t>((std::uint64_t{next()} * static_cast<std::uint64_t>(n)) >> 32);
    }

private:
    void draw();

    std::uint64_t m_key;
    std::uint64_t m_offset;
    std::uint64_t m_counter;
    std::array<std::uint32_t, 32> m_words{};
    std::size_t m_used = m_words.size();
};

} // namespace phasor
