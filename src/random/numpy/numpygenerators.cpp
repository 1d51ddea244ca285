// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/numpy/numpygenerators.h"

#include "field/constantfield.h"
#include "random/drawcheck.h"
#include "random/drawnfield.h"
#include "random/numpy/pcg64.h"
#include "random/numpy/polar.h"
#include "random/numpy/ziggurat.h"
#include "random/randomsample.h"
#include "random/sequence.h"
#include "random/wordlaw.h"
#include "random/words.h"
#include "text/numbers.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace phasor {

namespace {

// NumPy draws in double precision; values are rounded to float32 at the end.

// Functions from a number in [0, 1) to the value that is drawn.
struct Stretch
{
    double low = 0;
    double range = 1;
    float operator()(double unit) const { return static_cast<float>(low + range * unit); }
};

struct Keep
{
    double probability = 1;
    float operator()(double unit) const { return unit < probability ? 1.0f : 0.0f; }
};

template <typename Rule> class LegacyLaw final : public WordLaw
{
public:
    LegacyLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, Rule rule)
        : WordLaw(std::move(words), start)
        , m_rule(rule)
    {
    }

    void draw(const Runs& runs) const override
    {
        eachBatch(runs, 2, [&](std::size_t count, const std::uint32_t* words, float* out) {
            for (std::size_t i = 0; i < count; ++i)
                out[i] = m_rule(randomSample(words + 2 * i));
        });
    }

private:
    Rule m_rule;
};

template <typename Rule> class PcgLaw final : public Sequence
{
public:
    PcgLaw(const Pcg64& generator, Rule rule)
        : m_generator(generator)
        , m_rule(rule)
    {
    }

    void draw(const Runs& runs) const override
    {
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            Pcg64 generator = m_generator;
            generator.advance(static_cast<std::uint64_t>(first));
            for (std::int64_t i = 0; i < length; ++i)
                out[i] = m_rule(generator.random());
        });
    }

private:
    Pcg64 m_generator;
    Rule m_rule;
};

std::shared_ptr<const Sequence> legacyUniform(std::shared_ptr<const WordStream> words, std::uint64_t start, double low,
                                              double high)
{
    return std::make_shared<LegacyLaw<Stretch>>(std::move(words), start, Stretch{low, high - low});
}

std::shared_ptr<const Sequence> legacyKeep(std::shared_ptr<const WordStream> words, std::uint64_t start, double keep)
{
    return std::make_shared<LegacyLaw<Keep>>(std::move(words), start, Keep{keep});
}

std::shared_ptr<const Sequence> pcgUniform(const Pcg64& generator, double low, double high)
{
    return std::make_shared<PcgLaw<Stretch>>(generator, Stretch{low, high - low});
}

std::shared_ptr<const Sequence> pcgKeep(const Pcg64& generator, double keep)
{
    return std::make_shared<PcgLaw<Keep>>(generator, Keep{keep});
}

std::uint64_t drawsOf(Shape shape)
{
    return static_cast<std::uint64_t>(shape.rows * shape.cols);
}

// What both of NumPy's generators do alike.
class NumpyGenerator : public Generator
{
public:
    Result<Drawn> truncatedNormal(Shape, double, double, double, double) const override
    {
        return usageError("NEED", "--generator", WORDS("NumPy has no truncated normal distribution"),
                          WORDS("use %1 torch or %1 philox").with(Message::option("--generator")));
    }

    Result<Drawn> uniform(Shape shape, double low, double high) const override
    {
        if (auto error = refuseUniform(shape, Reach::Sequential, low, high))
            return *std::move(error);
        return drawnTable(shape, uniformSequence(low, high), {low, high}, behind(drawsOf(shape)));
    }

    Result<Drawn> keepMask(Shape shape, double p) const override
    {
        const bool draws = p != 0 && p != 1;
        if (auto error = refuseMask(shape, draws ? Reach::Sequential : Reach::Anywhere, p))
            return *std::move(error);
        if (!draws)
            return Drawn{constantField(shape, p == 1 ? 0.0f : 1.0f, {0, 1}), behind(0)};
        return drawnTable(shape, keepSequence(1 - p), {0, 1}, behind(drawsOf(shape)));
    }

    float dropoutScale(double p, DropoutOperator) const override
    {
        return p == 1 ? 0.0f : static_cast<float>(1 / (1 - p));
    }

protected:
    virtual std::shared_ptr<const Sequence> uniformSequence(double low, double high) const = 0;
    virtual std::shared_ptr<const Sequence> keepSequence(double keep) const = 0;

    // This generator after `count` numbers in [0, 1).
    virtual std::shared_ptr<const Generator> behind(std::uint64_t count) const = 0;
};

class LegacyGenerator final : public NumpyGenerator
{
public:
    explicit LegacyGenerator(LegacyPoint point)
        : m_point(std::move(point))
    {
    }

    std::string_view id() const override { return "numpy-legacy"; }

    Result<Drawn> normal(Shape shape, double mean, double std) const override
    {
        if (auto error = refuseNormal(shape, Reach::Sequential, mean, std))
            return *std::move(error);
        Result<PolarDraw> draw = polarNormals(m_point, shape.rows * shape.cols, mean, std);
        if (!draw.ok())
            return draw.error();
        return drawnTable(shape, std::move(draw->values), {mean - 4 * std, mean + 4 * std},
                          std::make_shared<LegacyGenerator>(std::move(draw->after)));
    }

    Result<std::shared_ptr<const Generator>> skipped(std::uint64_t words) const override
    {
        LegacyPoint after = m_point;
        after.word += words;
        return std::shared_ptr<const Generator>(std::make_shared<LegacyGenerator>(std::move(after)));
    }

protected:
    std::shared_ptr<const Sequence> uniformSequence(double low, double high) const override
    {
        return legacyUniform(m_point.tape, m_point.word, low, high);
    }

    std::shared_ptr<const Sequence> keepSequence(double keep) const override
    {
        return legacyKeep(m_point.tape, m_point.word, keep);
    }

    std::shared_ptr<const Generator> behind(std::uint64_t count) const override
    {
        LegacyPoint after = m_point;
        after.word += 2 * count;
        return std::make_shared<LegacyGenerator>(std::move(after));
    }

private:
    LegacyPoint m_point;
};

class DefaultGenerator final : public NumpyGenerator
{
public:
    explicit DefaultGenerator(const Pcg64& state)
        : m_state(state)
    {
    }

    std::string_view id() const override { return "numpy"; }

    Result<Drawn> normal(Shape shape, double mean, double std) const override
    {
        if (auto error = refuseNormal(shape, Reach::Sequential, mean, std))
            return *std::move(error);
        Result<ZigguratDraw> draw = zigguratNormals(m_state, shape.rows * shape.cols, mean, std);
        if (!draw.ok())
            return draw.error();
        return drawnTable(shape, std::move(draw->values), {mean - 4 * std, mean + 4 * std},
                          std::make_shared<DefaultGenerator>(draw->after));
    }

    Result<std::shared_ptr<const Generator>> skipped(std::uint64_t words) const override
    {
        if (words % 2 != 0)
            return usageError("NEED", "--generator",
                              WORDS("numpy draws 64 bits at once, %1 words are none").with(words),
                              WORDS("give an even number of draws"));
        return behind(words / 2);
    }

protected:
    std::shared_ptr<const Sequence> uniformSequence(double low, double high) const override
    {
        return pcgUniform(m_state, low, high);
    }

    std::shared_ptr<const Sequence> keepSequence(double keep) const override { return pcgKeep(m_state, keep); }

    std::shared_ptr<const Generator> behind(std::uint64_t count) const override
    {
        Pcg64 after = m_state;
        after.advance(count);
        return std::make_shared<DefaultGenerator>(after);
    }

private:
    Pcg64 m_state;
};

} // namespace

Result<std::shared_ptr<const Generator>> makeNumpyLegacy(Seed seed)
{
    if (seed.negative || seed.bits > 0xffffffff)
        return usageError("RANGE", "--seed", WORDS("numpy.random.seed refuses %1").with(printSeed(seed)),
                          WORDS("give a seed from 0 to 4294967295"));
    LegacyPoint point{std::make_shared<MersenneTape>(static_cast<std::uint32_t>(seed.bits)), 0, std::nullopt};
    return std::shared_ptr<const Generator>(std::make_shared<LegacyGenerator>(std::move(point)));
}

Result<std::shared_ptr<const Generator>> makeNumpy(Seed seed)
{
    if (seed.negative)
        return usageError("RANGE", "--seed", WORDS("numpy.random.default_rng refuses %1").with(printSeed(seed)),
                          WORDS("give a seed >= 0"));
    return std::shared_ptr<const Generator>(std::make_shared<DefaultGenerator>(Pcg64(seed.bits)));
}

} // namespace phasor
