// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/randomwords.h"
#include "random/generator.h"

#include <array>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

namespace phasor {

// Random words of a Mersenne Twister MT19937, readable from any index. init_genrand(seed) seeds it, as in at::mt19937,
// numpy.random.RandomState and std::mt19937. A word is reached from the last kept state before it:
//
//     state   0 . . . . . . . d . . . . . . . 2d . . . . . .      624 words each
//             kept            kept            kept  ──> word      d = 32 at first
//
// At most 4096 states of 2.5 KB are kept. Before more, every second one is dropped and d doubles.
// Far words take long to reach (about 0.3 s for 2^30). A canceled job stops within 20 ms, even while it waits for
// another job's states. The words that it reads then are undefined; other jobs and the kept states stay right.
class MersenneTape
{
public:
    using State = std::array<std::uint32_t, kMersenneBlock>;

    explicit MersenneTape(std::uint32_t seed);

    WordCursor cursor(); // any thread; it uses the tape, which must outlive it

    // Writes the last kept state up to `index` to `state` and returns its number. With `present`, `state` already holds
    // the state *present <= index, and stays if that one is as near. State 0 is the seeded one; state k >= 1 holds
    // the words 624 (k - 1) … 624 k - 1.
    std::uint64_t nearest(std::uint64_t index, const std::uint64_t* present, std::uint32_t* state);

private:
    void reach(std::uint64_t index, std::unique_lock<std::mutex>& lock);
    void grow(std::size_t missing, std::unique_lock<std::mutex>& lock);
    void thin();

    // If more states are needed, one thread makes them without the lock, and the others wait.
    std::mutex m_mutex; // for all members; not held while states are made
    std::condition_variable m_grown;
    bool m_growing = false; // a thread makes states
    std::uint64_t m_distance = 32; // from one kept state to the next
    std::vector<std::unique_ptr<State>> m_states; // m_states[k] is state k * m_distance
};

// State of a framework's generator: the index of the next word, and the second normal value of a pair, if it is still
// unused.
struct TapePoint
{
    std::shared_ptr<MersenneTape> tape;
    std::uint64_t word = 0;
    std::optional<double> cached = {};

    WordPoint words() const
    {
        return {[tape = tape] { return tape->cursor(); }, word};
    }
};

} // namespace phasor
