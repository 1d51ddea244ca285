// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/parallel.h"
#include "random/laws.h"
#include "random/mersennetape.h"
#include "random/numpy/pcg64.h"
#include "system/cancelscope.h"

#include <cmath>

namespace phasor {

namespace {

// RandomState.random_sample() of two words, in [0, 1).
double randomSample(const std::uint32_t* words)
{
    return static_cast<double>((std::uint64_t{words[0] >> 5} << 26) | (words[1] >> 6)) * 0x1p-53;
}

constexpr std::int64_t kCandidateWords = 4; // words of a candidate
constexpr std::int64_t kCandidates = 512; // candidates of a batch
constexpr std::int64_t kFewestCandidates = 4096; // candidates of a chunk
constexpr std::int64_t kMostPolarChunks = std::int64_t{1} << 17;

struct Candidate
{
    double x1 = 0;
    double x2 = 0;
    double square = 0;

    explicit Candidate(const std::uint32_t* words)
        : x1(2.0 * randomSample(words) - 1.0)
        , x2(2.0 * randomSample(words + 2) - 1.0)
        , square(x1 * x1 + x2 * x2)
    {
    }

    bool accepted() const { return square < 1.0 && square != 0.0; }
    double factor() const { return std::sqrt(-2.0 * std::log(square) / square); }
};

// Normal values from the candidates that begin at a point of a tape.
class PolarNormals
{
public:
    PolarNormals(const TapePoint& point, std::int64_t pairs, double mean, double std)
        : m_point(point)
        , m_mean(mean)
        , m_std(std)
    {
        while (m_chunk * kMostPolarChunks < 2 * pairs)
            m_chunk *= 2;
        countPairs(pairs);
    }

    void draw(const Runs& runs) const
    {
        const auto cursor = m_point.tape->cursor();
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            if (m_point.cached && first == 0) {
                *out++ = value(*m_point.cached);
                ++first;
                --length;
            }
            if (length == 0)
                return;
            const std::int64_t lead = m_point.cached ? 1 : 0;
            const std::int64_t end = first - lead + length;
            eachPair(cursor, (first - lead) / 2, [&](std::int64_t pair, std::int64_t, const Candidate& candidate) {
                const double factor = candidate.factor();
                if (2 * pair >= first - lead)
                    out[2 * pair - (first - lead)] = value(factor * candidate.x2);
                if (2 * pair + 1 >= first - lead && 2 * pair + 1 < end)
                    out[2 * pair + 1 - (first - lead)] = value(factor * candidate.x1);
                return 2 * pair + 2 < end;
            });
        });
    }

    // body(pair, index of its candidate, candidate) for the pairs from `pair` on until it returns false.
    template <typename Body> void eachPair(const WordCursor& cursor, std::int64_t pair, Body body) const
    {
        const auto chunk = std::upper_bound(m_before.begin(), m_before.end(), pair) - 1;
        std::int64_t number = *chunk;
        const std::int64_t begin = (chunk - m_before.begin()) * m_chunk;
        const std::int64_t end = (static_cast<std::int64_t>(m_before.size()) - 1) * m_chunk;
        each(cursor, begin, end, [&](std::int64_t index, const Candidate& candidate) {
            if (!candidate.accepted())
                return true;
            const std::int64_t here = number++;
            return here < pair || body(here, index, candidate);
        });
    }

private:
    // body(index, candidate) for the candidates begin … end - 1 until it returns false.
    template <typename Body> void each(const WordCursor& cursor, std::int64_t begin, std::int64_t end, Body body) const
    {
        std::array<std::uint32_t, kCandidates * kCandidateWords> words;
        while (begin < end) {
            const std::int64_t count = std::min(kCandidates, end - begin);
            cursor(m_point.word + static_cast<std::uint64_t>(begin * kCandidateWords),
                   static_cast<std::size_t>(count * kCandidateWords), words.data());
            for (std::int64_t i = 0; i < count; ++i) {
                if (!body(begin + i, Candidate(words.data() + i * kCandidateWords)))
                    return;
            }
            begin += count;
        }
    }

    std::int64_t accepted(std::int64_t begin, std::int64_t end) const
    {
        std::int64_t number = 0;
        each(m_point.tape->cursor(), begin, end, [&](std::int64_t, const Candidate& candidate) {
            number += candidate.accepted();
            return true;
        });
        return number;
    }

    float value(double standard) const { return static_cast<float>(m_mean + m_std * standard); }

    // Fills m_before until it holds `pairs`, or not if canceled.
    void countPairs(std::int64_t pairs)
    {
        while (m_before.back() < pairs && !cancelled()) {
            const auto known = static_cast<std::int64_t>(m_before.size()) - 1;
            // pi / 4 of the candidates are accepted
            const double missing = static_cast<double>(pairs - m_before.back()) * 1.28 / static_cast<double>(m_chunk);
            std::vector<std::int64_t> found(static_cast<std::size_t>(missing) + 1);
            parallelFor(0, static_cast<std::int64_t>(found.size()), 1, [&](Span span) {
                for (std::int64_t k = span.begin; k < span.end && !cancelled(); ++k)
                    found[static_cast<std::size_t>(k)] = accepted((known + k) * m_chunk, (known + k + 1) * m_chunk);
            });
            for (const std::int64_t number : found)
                m_before.push_back(m_before.back() + number);
        }
    }

    TapePoint m_point; // its cached value, left over from the previous draw, is value 0
    double m_mean;
    double m_std;
    std::int64_t m_chunk = kFewestCandidates;
    std::vector<std::int64_t> m_before{0}; // pairs before each chunk, and at the end all
};

// RandomState.normal(mean, std) for `count` values by Marsaglia's polar method. Rejections determine the index of a
// pair. All candidates are tested here, on all workers, and counted by chunks; a value is then found from its chunk's
// beginning. The point, whose `cached` holds has_gauss and gauss, is then after them. Error: Cancelled, within 50 ms.
Result<Sequence> numpyNormals(TapePoint& point, std::int64_t count, double mean, double std)
{
    const std::int64_t lead = point.cached && count > 0 ? 1 : 0;
    const std::int64_t pairs = (count - lead + 1) / 2;
    auto values = std::make_shared<PolarNormals>(point, pairs, mean, std);
    if (cancelled())
        return cancelledError(); // the counts are incomplete
    if (lead == 1)
        point.cached.reset();
    if (pairs > 0) {
        const bool odd = (count - lead) % 2 != 0;
        const auto cursor = point.tape->cursor();
        values->eachPair(cursor, pairs - 1, [&](std::int64_t, std::int64_t index, const Candidate& last) {
            point.word += static_cast<std::uint64_t>((index + 1) * kCandidateWords);
            if (odd)
                point.cached = last.factor() * last.x1;
            return false;
        });
    }
    if (cancelled())
        return cancelledError(); // the last candidate may come from undefined words
    return Sequence([values = std::move(values)](const Runs& runs) { values->draw(runs); });
}

// Draw of rule(number) for numbers in [0, 1). NumPy samples in double precision; the rule rounds to float32.
template <typename Rule> Sequence drawn(const TapePoint& from, Rule rule)
{
    return wordLaw(from.words(), 2, [rule](std::size_t count, const std::uint32_t* words, float* out) {
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

// A generator of NumPy's, by its state: TapePoint or Pcg64.
template <typename State> class NumpyGenerator final : public Generator
{
public:
    explicit NumpyGenerator(State state)
        : m_state(std::move(state))
    {
    }

    Result<GeneratorPtr> skipped(std::uint64_t words) const override
    {
        if (!kLegacy && words % 2 != 0)
            return usageError("NEED", "--generator",
                              WORDS("numpy samples 64 bits at once, so %1 must be even").with(words),
                              WORDS("use an even number"));
        State after = m_state;
        if constexpr (kLegacy)
            after.word += words;
        else
            after.advance(words / 2);
        return GeneratorPtr(std::make_shared<NumpyGenerator>(std::move(after)));
    }

    float dropoutScale(double p, DropoutOperator) const override
    {
        return Generator::dropoutScale(p, DropoutOperator::Native);
    }

private:
    static constexpr bool kLegacy = std::is_same_v<State, TapePoint>;

    Result<Draw> normals(std::int64_t count, double mean, double std) const override
    {
        State after = m_state;
        TRY(Sequence values, numpyNormals(after, count, mean, std));
        return Draw{std::move(values), std::make_shared<NumpyGenerator>(std::move(after))};
    }

    Sequence uniforms(double low, double high) const override
    {
        return drawn(m_state,
                     [low, range = high - low](double unit) { return static_cast<float>(low + range * unit); });
    }

    GeneratorPtr behind(std::int64_t uniforms) const override
    {
        return skipped(2 * static_cast<std::uint64_t>(uniforms)).value();
    }

    Result<Drawn> mask(Shape shape, double keep, bool) const override
    {
        return table(shape, drawn(m_state, [keep](double unit) { return unit < keep ? 1.0f : 0.0f; }), {0, 1},
                     behind(shape.rows * shape.cols));
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
