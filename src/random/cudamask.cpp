// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/cudamask.h"

#include "kernels/philox.h"
#include "kernels/randomwords.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kThreadsPerBlock = 256;
constexpr std::int64_t kCounterWords = 4; // words of one counter
constexpr std::int64_t kBatch = 512; // counters

// Place of an element's random word, and the number of elements after it with the same pattern.
struct Place
{
    std::uint64_t step = 0; // counters after the first
    std::uint64_t thread = 0;
    std::int64_t word = 0;
    std::int64_t run = 0;
};

struct CudaMask
{
    std::uint64_t seed;
    std::uint64_t counter;
    CudaLayout layout;
    std::uint32_t threshold;

    Place at(std::int64_t element) const
    {
        const std::int64_t vector = layout.vector;
        // Without vectors, a thread's four words of a counter go to elements that are an entire grid apart.
        const std::int64_t span = layout.threads * (vector == 1 ? kCounterWords : vector);
        const std::int64_t within = element % span;
        Place place;
        place.step = static_cast<std::uint64_t>(element / span);
        if (vector == 1) {
            place.thread = static_cast<std::uint64_t>(within % layout.threads);
            place.word = within / layout.threads;
            place.run = layout.threads - within % layout.threads;
        } else {
            place.thread = static_cast<std::uint64_t>(within / vector);
            place.word = within % vector;
            place.run = span - within;
        }
        place.run = std::min(place.run, (kBatch - 1) * vector);
        return place;
    }

    void take(const Place& place, std::int64_t count, float* out) const
    {
        const std::int64_t vector = layout.vector;
        if (vector == kCounterWords && place.word == 0 && count % kCounterWords == 0) {
            philoxKeep(seed, counter + place.step, place.thread, static_cast<std::size_t>(count / kCounterWords),
                       threshold, out);
            return;
        }
        const std::int64_t skipped = vector == 1 ? 0 : place.word;
        const std::int64_t counters = (skipped + count + vector - 1) / vector;
        std::array<std::uint32_t, kBatch * kCounterWords> words;
        philoxWords(seed, counter + place.step, place.thread, static_cast<std::size_t>(counters), words.data());
        const std::int64_t column = vector == 1 ? place.word : 0;
        if (vector != kCounterWords) {
            for (std::int64_t i = 0; i < counters * vector; ++i)
                words[static_cast<std::size_t>(i)]
                    = words[static_cast<std::size_t>(i / vector * kCounterWords + column + i % vector)];
        }
        keepBelow32(words.data() + skipped, static_cast<std::size_t>(count), threshold, out);
    }
};

} // namespace

CudaLayout cudaLayout(std::int64_t count, std::int64_t mostThreads)
{
    const std::int64_t blocks
        = std::min(mostThreads / kThreadsPerBlock, (count + kThreadsPerBlock - 1) / kThreadsPerBlock);
    return {blocks * kThreadsPerBlock, count % 4 == 0 ? 4 : count % 2 == 0 ? 2 : 1};
}

std::uint64_t cudaCounters(std::int64_t count, CudaLayout layout)
{
    return static_cast<std::uint64_t>((count - 1) / (kCounterWords * layout.threads) + 1);
}

Sequence cudaKeepMask(std::uint64_t seed, std::uint64_t counter, CudaLayout layout, double keep)
{
    return [mask = CudaMask{seed, counter, layout, curandThreshold(keep)}](const Runs& runs) {
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            while (length > 0) {
                const Place place = mask.at(first);
                const std::int64_t count = std::min(length, place.run);
                mask.take(place, count, out);
                first += count;
                length -= count;
                out += count;
            }
        });
    };
}

std::uint32_t curandThreshold(double keep)
{
    const auto limit = static_cast<float>(keep);
    // the largest word gives 1, which is never below
    return static_cast<std::uint32_t>(countBelow(
        0xffffffff, [&](std::uint64_t x) { return std::fma(static_cast<float>(x), 0x1p-32f, 0x1p-33f) < limit; }));
}

} // namespace phasor
