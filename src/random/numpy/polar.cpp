// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/numpy/polar.h"

#include "field/parallel.h"
#include "random/words.h"
#include "system/cancelscope.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace phasor {

namespace {

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

// The candidates that begin at a word of the tape.
class Candidates
{
public:
    Candidates(std::shared_ptr<const MersenneTape> tape, std::uint64_t start)
        : m_tape(std::move(tape))
        , m_start(start)
    {
    }

    WordCursor cursor() const { return m_tape->cursor(); }

    // body(index, candidate) for the candidates begin … end - 1 until it returns false.
    template <typename Body> void each(const WordCursor& cursor, std::int64_t begin, std::int64_t end, Body body) const
    {
        std::array<std::uint32_t, kCandidates * kCandidateWords> words;
        while (begin < end) {
            const std::int64_t count = std::min(kCandidates, end - begin);
            cursor(m_start + static_cast<std::uint64_t>(begin * kCandidateWords),
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
        each(cursor(), begin, end, [&](std::int64_t, const Candidate& candidate) {
            number += candidate.accepted();
            return true;
        });
        return number;
    }

private:
    std::shared_ptr<const MersenneTape> m_tape;
    std::uint64_t m_start;
};

class PolarNormals
{
public:
    PolarNormals(Candidates candidates, std::int64_t pairs, std::optional<double> cached, double mean, double std)
        : m_candidates(std::move(candidates))
        , m_cached(cached)
        , m_mean(mean)
        , m_std(std)
    {
        while (m_chunk * kMostPolarChunks < 2 * pairs)
            m_chunk *= 2;
        count(pairs);
    }

    void draw(const Runs& runs) const
    {
        const auto cursor = m_candidates.cursor();
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            if (m_cached && first == 0) {
                *out++ = value(*m_cached);
                ++first;
                --length;
            }
            if (length == 0)
                return;
            const std::int64_t lead = m_cached ? 1 : 0;
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
        m_candidates.each(cursor, begin, end, [&](std::int64_t index, const Candidate& candidate) {
            if (!candidate.accepted())
                return true;
            const std::int64_t here = number++;
            return here < pair || body(here, index, candidate);
        });
    }

private:
    float value(double standard) const { return static_cast<float>(m_mean + m_std * standard); }

    // Fills m_before until it holds `pairs`, or not if canceled.
    void count(std::int64_t pairs)
    {
        while (m_before.back() < pairs && !cancelled()) {
            const auto known = static_cast<std::int64_t>(m_before.size()) - 1;
            // pi / 4 of the candidates are accepted
            const double missing = static_cast<double>(pairs - m_before.back()) * 1.28 / static_cast<double>(m_chunk);
            std::vector<std::int64_t> found(static_cast<std::size_t>(missing) + 1);
            parallelFor(0, static_cast<std::int64_t>(found.size()), 1, [&](Span span) {
                for (std::int64_t k = span.begin; k < span.end && !cancelled(); ++k)
                    found[static_cast<std::size_t>(k)]
                        = m_candidates.accepted((known + k) * m_chunk, (known + k + 1) * m_chunk);
            });
            for (const std::int64_t number : found)
                m_before.push_back(m_before.back() + number);
        }
    }

    Candidates m_candidates;
    std::optional<double> m_cached; // value 0, left over from the previous draw
    double m_mean;
    double m_std;
    std::int64_t m_chunk = kFewestCandidates;
    std::vector<std::int64_t> m_before{0}; // pairs before each chunk, and at the end all
};

} // namespace

Result<PolarDraw> numpyNormals(const TapePoint& point, std::int64_t count, double mean, double std)
{
    TapePoint after = point;
    const std::int64_t lead = point.cached && count > 0 ? 1 : 0;
    const std::int64_t pairs = (count - lead + 1) / 2;
    auto values = std::make_shared<PolarNormals>(Candidates(point.tape, point.word), pairs, point.cached, mean, std);
    if (cancelled())
        return cancelledError(); // the counts are incomplete
    if (lead == 1)
        after.cached.reset();
    if (pairs > 0) {
        const bool odd = (count - lead) % 2 != 0;
        const auto cursor = point.tape->cursor();
        values->eachPair(cursor, pairs - 1, [&](std::int64_t, std::int64_t index, const Candidate& last) {
            after.word += static_cast<std::uint64_t>((index + 1) * kCandidateWords);
            if (odd)
                after.cached = last.factor() * last.x1;
            return false;
        });
    }
    if (cancelled())
        return cancelledError(); // the last candidate may come from undefined words
    return PolarDraw{[values = std::move(values)](const Runs& runs) { values->draw(runs); }, std::move(after)};
}

} // namespace phasor
