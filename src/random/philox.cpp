// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/philox.h"

#include "field/matrixfield.h"
#include "kernels/combine.h"
#include "random/cudamask.h"
#include "random/drawnfield.h"
#include "random/laws.h"

#include <utility>

namespace phasor {

namespace {
constexpr std::int64_t kWords = 4; // words of one counter
constexpr std::uintptr_t kLine = 64; // bytes
} // namespace

PhiloxMask::PhiloxMask(Shape shape, const PhiloxKept& kept)
    : m_shape(shape)
    , m_kept(kept)
{
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

class PhiloxGenerator final : public Generator
{
public:
    PhiloxGenerator(std::uint64_t seed, std::uint64_t draws)
        : m_seed(seed)
        , m_draws(draws)
    {
    }

    std::string_view id() const override { return "philox"; }

    Result<Drawn> normal(Shape shape, double mean, double std) const override
    {
        TRY_DONE(checkNormal(shape, Reach::Anywhere, mean, std));
        return next(shape, normalLaw(words(), 0, 0, mean, std), {mean - 4 * std, mean + 4 * std});
    }

    Result<Drawn> uniform(Shape shape, double low, double high) const override
    {
        TRY_DONE(checkUniform(shape, Reach::Anywhere, low, high));
        return next(shape, uniformLaw(words(), 0, low, high), {low, high});
    }

    Result<Drawn> truncatedNormal(Shape shape, double mean, double std, double low, double high) const override
    {
        TRY_DONE(checkTruncated(shape, Reach::Anywhere, mean, std, low, high));
        return next(shape, truncatedLaw(words(), 0, mean, std, low, high), {low, high});
    }

    Result<Drawn> keepMask(Shape shape, double p) const override
    {
        TRY_DONE(checkMask(shape, Reach::Anywhere, p));
        if (p == 0 || p == 1)
            return Drawn{constantField(shape, p == 1 ? 0.0f : 1.0f, {0, 1}), std::make_shared<PhiloxGenerator>(*this)};
        return Drawn{std::make_shared<PhiloxMask>(shape, PhiloxKept{m_seed, m_draws, curandThreshold(1 - p)}),
                     behind()};
    }

    Result<GeneratorPtr> skipped(std::uint64_t words) const override
    {
        if (words == 0)
            return GeneratorPtr(std::make_shared<PhiloxGenerator>(*this));
        return usageError("NEED", "--generator", WORDS("philox is Phasor's own, so nothing else takes numbers from it"),
                          WORDS("use 0, or %1 torch").with(Message::option("--generator")));
    }

private:
    std::shared_ptr<const WordStream> words() const { return std::make_shared<PhiloxStream>(m_seed, m_draws); }

    GeneratorPtr behind() const { return std::make_shared<PhiloxGenerator>(m_seed, m_draws + 1); }

    Result<Drawn> next(Shape shape, Sequence sequence, Interval bounds) const
    {
        return drawnTable(shape, std::move(sequence), bounds, behind());
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
