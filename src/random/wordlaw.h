// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/sequence.h"
#include "random/words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace phasor {

// A draw that makes its values of random words; it reads them in batches.
class WordLaw : public Sequence
{
protected:
    static constexpr std::int64_t kBatch = 2048; // words: they stay in the L1 cache from reading to use
    using Batch = std::array<std::uint32_t, kBatch>;

    WordLaw(std::shared_ptr<const WordStream> words, std::uint64_t start)
        : m_words(std::move(words))
        , m_start(start)
    {
    }

    std::unique_ptr<WordCursor> cursor() const { return m_words->cursor(); }

    // The draw's words first … first + count - 1, count <= kBatch.
    const std::uint32_t* read(WordCursor& cursor, std::int64_t first, std::int64_t count, Batch& batch) const
    {
        cursor.read(m_start + static_cast<std::uint64_t>(first), static_cast<std::size_t>(count), batch.data());
        return batch.data();
    }

    // body(count, words, out) for each run, in pieces of one batch, at `perValue` words a value.
    template <typename Body> void eachBatch(const Runs& runs, std::int64_t perValue, Body body) const
    {
        const auto source = cursor();
        Batch batch;
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            for (std::int64_t done = 0; done < length;) {
                const std::int64_t count = std::min(length - done, kBatch / perValue);
                const auto* words = read(*source, (first + done) * perValue, count * perValue, batch);
                body(static_cast<std::size_t>(count), words, out + done);
                done += count;
            }
        });
    }

private:
    std::shared_ptr<const WordStream> m_words;
    std::uint64_t m_start;
};

} // namespace phasor
