// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/philox.h"

#include "kernels/combine.h"
#include "kernels/randomwords.h"
#include "random/laws.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kCounterWords = 4; // words of one counter
constexpr std::uintptr_t kLine = 64; // bytes

// Values first … first + length - 1 of counters with four values each; make(counter, count, out) makes those of entire
// counters.
template <typename T, typename Make> void ofCounters(std::uint64_t first, std::size_t length, T* out, const Make& make)
{
    while (length > 0) {
        const auto within = static_cast<std::size_t>(first % 4);
        const std::size_t whole = within == 0 ? length / 4 : 0;
        std::size_t made = 4 * whole;
        if (whole > 0) {
            make(first / 4, whole, out);
        } else {
            std::array<T, 4> values{};
            make(first / 4, std::size_t{1}, values.data());
            made = std::min(length, 4 - within);
            std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(within), made, out);
        }
        first += made;
        length -= made;
        out += made;
    }
}

// Counter-based generator: the time for any part of a table depends only on its own cells. The k-th draw of a seed has
// the words of the Philox counters (k, element / 4). Masks are those of fused dropout on a GPU at the offset 4 k, on a
// grid as large as the table. Normal and uniform values are made from the words like PyTorch's CPU kernels do, but
// without resampling an incomplete last block. Only the masks are the same in PyTorch.
class PhiloxGenerator final : public Generator
{
public:
    PhiloxGenerator(std::uint64_t seed, std::uint64_t draws)
        : m_seed(seed)
        , m_draws(draws)
    {
    }

    Result<GeneratorPtr> skipped(std::uint64_t words) const override
    {
        if (words == 0)
            return GeneratorPtr(std::make_shared<PhiloxGenerator>(*this));
        return usageError("NEED", "--generator", WORDS("philox is Phasor's own, so nothing else takes numbers from it"),
                          WORDS("use 0, or %1 torch").with(Message::option("--generator")));
    }

private:
    bool isSequential(bool) const override { return false; }
    std::optional<WordPoint> words() const override
    {
        return WordPoint{[*this] {
            return philoxCursor(m_seed, m_draws);
        }};
    }

    Result<Draw> normals(std::int64_t count, double mean, double std) const override
    {
        return Draw{normalLaw(*words(), 0, mean, std), behind(count)};
    }

    GeneratorPtr behind(std::int64_t) const override { return std::make_shared<PhiloxGenerator>(m_seed, m_draws + 1); }

    Result<Drawn> mask(Shape shape, double keep, bool) const override
    {
        return Drawn{std::make_shared<PhiloxMask>(shape, PhiloxKept{m_seed, m_draws, curandThreshold(keep)}),
                     behind(shape.rows * shape.cols)};
    }

    std::uint64_t m_seed;
    std::uint64_t m_draws; // made before this point
};

constexpr std::int64_t kThreadsPerBlock = 256;
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

WordCursor philoxCursor(std::uint64_t key, std::uint64_t offset)
{
    return [=](std::uint64_t first, std::size_t count, std::uint32_t* out) {
        ofCounters(first, count, out, [=](std::uint64_t counter, std::size_t counters, std::uint32_t* words) {
            philoxWords(key, offset, counter, counters, words);
        });
    };
}

void PhiloxMask::fill(Rect rect, MatrixView<float> out) const
{
    for (std::int64_t r = 0; r < rect.rows; ++r)
        draw((rect.row + r) * m_shape.cols + rect.col, rect.cols, out.row(r));
}

void PhiloxMask::draw(std::int64_t first, std::int64_t length, float* out) const
{
    ofCounters(static_cast<std::uint64_t>(first), static_cast<std::size_t>(length), out,
               [this](std::uint64_t counter, std::size_t count, float* values) {
                   philoxKeep(m_kept.key, m_kept.offset, counter, count, m_kept.threshold, values);
               });
}

void PhiloxMask::output(std::int64_t row, std::int64_t col, std::int64_t n, const OutputRow& output) const
{
    const std::int64_t first = row * m_shape.cols + col;
    std::int64_t done = 0;
    if (first % kCounterWords == 0) {
        OutputRow whole = output;
        whole.stream = output.stream && reinterpret_cast<std::uintptr_t>(output.out) % kLine == 0;
        done = kCounterWords
            * static_cast<std::int64_t>(philoxOutput(m_kept, static_cast<std::uint64_t>(first / kCounterWords),
                                                     static_cast<std::size_t>(n / kCounterWords), whole));
    }
    constexpr std::int64_t kPiece = 256;
    std::array<float, kPiece> kept;
    for (; done < n; done += kPiece) {
        const std::int64_t piece = std::min(kPiece, n - done);
        draw(first + done, piece, kept.data());
        outputTile(output.e + done, output.s, output.pe + done, kept.data(), output.factor, output.out + done, piece,
                   output.stream);
    }
}

Result<GeneratorPtr> makePhilox(Seed seed, GpuGrid)
{
    return GeneratorPtr(std::make_shared<PhiloxGenerator>(seed.bits, 0));
}

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
