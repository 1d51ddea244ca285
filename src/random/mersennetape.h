// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/randomwords.h"
#include "random/words.h"

#include <array>
#include <memory>
#include <optional>

namespace phasor {

// All words of an MT19937 that init_genrand(seed) has seeded: those of at::mt19937, numpy.random.RandomState and
// std::mt19937. States are kept at even distances up to the farthest word that was read, at most 4096 of 2.5 KB; when
// there are more, every second one is dropped and the distance doubles.
// Far words take long to reach (about 0.3 s for 2^30). A job that is cancelled stops within 20 ms, even while it waits
// for another job that makes the same states. The words that it reads afterwards are undefined; those of other jobs and
// the kept states stay right.
class MersenneTape final : public WordStream
{
public:
    using State = std::array<std::uint32_t, kMersenneBlock>;

    explicit MersenneTape(std::uint32_t seed);

    WordCursor cursor() const override;

    // Writes the kept state nearest to state `index`, not behind it, to `state` and returns its number. `present`:
    // `state` holds the state *present <= index already; it stays if it is as near. State 0 is the seeded one; state k
    // >= 1 holds the words 624 (k - 1) … 624 k - 1.
    std::uint64_t nearest(std::uint64_t index, const std::uint64_t* present, std::uint32_t* state) const;

private:
    struct Kept;

    std::shared_ptr<Kept> m_kept; // thread-safe: the stream itself never changes, what is kept of it grows
};

// The state of a framework's generator: a place on the tape, and the second value of a pair of normal ones that waits
// for the next draw.
struct TapePoint
{
    std::shared_ptr<const MersenneTape> tape;
    std::uint64_t word = 0;
    std::optional<double> cached = {};
};

} // namespace phasor
