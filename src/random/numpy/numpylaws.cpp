// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/numpy/numpylaws.h"

#include "random/randomsample.h"
#include "random/wordlaw.h"

#include <utility>

namespace phasor {

namespace {

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

} // namespace

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

} // namespace phasor
