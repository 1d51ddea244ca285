// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/mersenne.h"
#include "random/words.h"

#include <array>
#include <memory>
#include <mutex>
#include <vector>

namespace phasor {

// All words of an MT19937 that init_genrand(seed) has seeded: those of at::mt19937, numpy.random.RandomState and
// std::mt19937. States are kept at even distances up to the farthest word that anyone has read, at most 4096 of 2.5 KB;
// when there are more, every second one is dropped and the distance doubles.
class MersenneTape final : public WordStream
{
public:
    using State = std::array<std::uint32_t, kMersenneBlock>;

    explicit MersenneTape(std::uint32_t seed);

    std::unique_ptr<WordCursor> cursor() const override;

    // Replaces `state`, which holds state *present <= index (or nothing if null), by the nearest kept state at or
    // before state `index`, unless that would be a step back. Returns the index of what is there now. State 0 is the
    // seeded one; state k >= 1 holds the words 624 (k - 1) … 624 k - 1.
    std::uint64_t nearest(std::uint64_t index, const std::uint64_t* present, std::uint32_t* state) const;

private:
    void thin() const;

    mutable std::mutex m_mutex; // guards what follows: the stream itself never changes, what is kept of it grows
    mutable std::uint64_t m_distance = 32; // states
    mutable std::vector<std::unique_ptr<State>> m_kept; // m_kept[k] is state k * m_distance
};

} // namespace phasor
