// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/numpy/numpygenerators.h"

#include "field/matrixfield.h"
#include "random/drawnfield.h"
#include "random/laws.h"
#include "random/numpy/pcg64.h"
#include "random/numpy/polar.h"
#include "random/words.h"
#include "text/numbers.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace phasor {

namespace {

// Draw of rule(number) for numbers in [0, 1). NumPy samples in double precision; the rule rounds to float32.
template <typename Rule> Sequence drawn(const TapePoint& from, Rule rule)
{
    return wordLaw(from.tape, from.word, 2, [rule](std::size_t count, const std::uint32_t* words, float* out) {
        for (std::size_t i = 0; i < count; ++i)
            out[i] = rule(randomSample(words + 2 * i));
    });
}

template <typename Rule> Sequence drawn(const Pcg64& from, Rule rule)
{
    return [from, rule](const Runs& runs) {
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            Pcg64 generator = from;
            generator.advance(static_cast<std::uint64_t>(first));
            for (std::int64_t i = 0; i < length; ++i)
                out[i] = rule(generator.random());
        });
    };
}

void skip(TapePoint& point, std::uint64_t words)
{
    point.word += words;
}

void skip(Pcg64& generator, std::uint64_t words)
{
    generator.advance(words / 2);
}

// A generator of NumPy's, by its state: TapePoint or Pcg64.
template <typename State> class NumpyGenerator final : public Generator
{
public:
    explicit NumpyGenerator(State state)
        : m_state(std::move(state))
    {
    }

    std::string_view id() const override { return kLegacy ? "numpy-legacy" : "numpy"; }

    Result<Drawn> normal(Shape shape, double mean, double std) const override
    {
        TRY_DONE(checkNormal(shape, Reach::Sequential, mean, std));
        TRY(auto draw, numpyNormals(m_state, shape.rows * shape.cols, mean, std));
        return drawnTable(shape, std::move(draw.values), {mean - 4 * std, mean + 4 * std},
                          std::make_shared<NumpyGenerator>(std::move(draw.after)));
    }

    Result<Drawn> truncatedNormal(Shape, double, double, double, double) const override
    {
        return usageError("NEED", "--generator", WORDS("NumPy has no truncated normal distribution"),
                          WORDS("use %1 torch or %1 philox").with(Message::option("--generator")));
    }

    Result<Drawn> uniform(Shape shape, double low, double high) const override
    {
        TRY_DONE(checkUniform(shape, Reach::Sequential, low, high));
        const auto stretch = [low, range = high - low](double unit) {
            return static_cast<float>(low + range * unit);
        };
        return drawnTable(shape, drawn(m_state, stretch), {low, high}, behind(2 * elements(shape)));
    }

    Result<Drawn> keepMask(Shape shape, double p) const override
    {
        const bool draws = p != 0 && p != 1;
        TRY_DONE(checkMask(shape, draws ? Reach::Sequential : Reach::Anywhere, p));
        if (!draws)
            return Drawn{constantField(shape, p == 1 ? 0.0f : 1.0f, {0, 1}), behind(0)};
        const auto isKept = [keep = 1 - p](double unit) {
            return unit < keep ? 1.0f : 0.0f;
        };
        return drawnTable(shape, drawn(m_state, isKept), {0, 1}, behind(2 * elements(shape)));
    }

    Result<GeneratorPtr> skipped(std::uint64_t words) const override
    {
        if (!kLegacy && words % 2 != 0)
            return usageError("NEED", "--generator",
                              WORDS("numpy samples 64 bits at once, so %1 must be even").with(words),
                              WORDS("use an even number"));
        return behind(words);
    }

    float dropoutScale(double p, DropoutOperator) const override
    {
        return Generator::dropoutScale(p, DropoutOperator::Native);
    }

private:
    static constexpr bool kLegacy = std::is_same_v<State, TapePoint>;

    static std::uint64_t elements(Shape shape) { return static_cast<std::uint64_t>(shape.rows * shape.cols); }

    GeneratorPtr behind(std::uint64_t words) const
    {
        State after = m_state;
        skip(after, words);
        return std::make_shared<NumpyGenerator>(std::move(after));
    }

    State m_state;
};

} // namespace

Result<GeneratorPtr> makeNumpyLegacy(Seed seed, GpuGrid)
{
    if (seed.negative || seed.bits > 0xffffffff)
        return usageError("RANGE", "--seed", WORDS("numpy.random.seed refuses %1").with(printSeed(seed)),
                          WORDS("use a seed from 0 to 4294967295"));
    auto tape = std::make_shared<MersenneTape>(static_cast<std::uint32_t>(seed.bits));
    return GeneratorPtr(std::make_shared<NumpyGenerator<TapePoint>>(TapePoint{std::move(tape)}));
}

Result<GeneratorPtr> makeNumpy(Seed seed, GpuGrid)
{
    if (seed.negative)
        return usageError("RANGE", "--seed", WORDS("numpy.random.default_rng refuses %1").with(printSeed(seed)),
                          WORDS("use a seed of 0 or more"));
    return GeneratorPtr(std::make_shared<NumpyGenerator<Pcg64>>(Pcg64(seed.bits)));
}

} // namespace phasor
