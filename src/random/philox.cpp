// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/philox.h"

#include "kernels/combine.h"
#include "random/cudamask.h"
#include "random/laws.h"

namespace phasor {

namespace {
constexpr std::int64_t kWords = 4; // words of one counter
constexpr std::uintptr_t kLine = 64; // bytes
} // namespace

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
    if (first % kWords == 0) {
        OutputRow whole = output;
        whole.stream = output.stream && reinterpret_cast<std::uintptr_t>(output.out) % kLine == 0;
        done = kWords
            * static_cast<std::int64_t>(philoxOutput(m_kept, static_cast<std::uint64_t>(first / kWords),
                                                     static_cast<std::size_t>(n / kWords), whole));
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

namespace {

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
        return WordPoint{std::make_shared<PhiloxStream>(m_seed, m_draws)};
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

} // namespace

Result<GeneratorPtr> makePhilox(Seed seed, GpuGrid)
{
    return GeneratorPtr(std::make_shared<PhiloxGenerator>(seed.bits, 0));
}

} // namespace phasor
