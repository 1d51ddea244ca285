// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace phasor {

// Random words for one sequence of one batch (Philox); `offset` is the batch. Independent of the order of calls.
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
    // 0 … n − 1, n < 2^31; probabilities differ by at most n / 2^32.
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

inline constexpr std::int32_t kNotAsked = -1; // target where no answer is expected

// Sequences and their answers, [sequences, length] each.
struct Batch
{
    std::int64_t sequences = 0;
    std::int64_t length = 0;
    std::vector<std::int32_t> tokens;
    std::vector<std::int32_t> targets; // kNotAsked, or the token that is right there

    void resize(std::int64_t count, std::int64_t positions);
    std::int64_t asked() const; // how many targets there are
};

// Some sequences of a batch, one after the other.
struct BatchPart
{
    std::int64_t first = 0; // index in the batch
    std::int64_t sequences = 0;
    std::int64_t length = 0;
    const std::int32_t* tokens = nullptr;
    const std::int32_t* targets = nullptr;

    std::int64_t rows() const { return sequences * length; }
};

// Largest number of parts, independent of the threads: gradients are added part by part, for the same bits.
inline constexpr std::int64_t kParts = 8;

std::int64_t partCount(const Batch& batch);
BatchPart partOf(const Batch& batch, std::int64_t part);

} // namespace phasor
