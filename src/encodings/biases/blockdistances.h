// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"

#include <algorithm>
#include <array>

namespace phasor {

// Counts of each distance k = query − key in a block of cells: 1 at two corners, at most the shorter side in between.
class BlockDistances
{
public:
    BlockDistances(Span queries, Span keys)
        : m_first(queries.begin - keys.end + 1)
        , m_queries(queries.size())
        , m_keys(keys.size())
    {
    }

    double cells() const { return static_cast<double>(m_queries) * static_cast<double>(m_keys); }
    Span range() const { return {m_first, m_first + m_queries + m_keys - 1}; }

    // Cells of distance k, which is in range().
    double count(std::int64_t k) const
    {
        return static_cast<double>(std::min({k - m_first + 1, range().end - k, m_queries, m_keys}));
    }

    // Cells whose distance is less than k.
    double below(std::int64_t k) const
    {
        const std::int64_t steps = std::clamp<std::int64_t>(k - m_first, 0, m_queries + m_keys - 1);
        return static_cast<double>(triangle(steps) - triangle(steps - m_queries) - triangle(steps - m_keys));
    }

    // range() in three runs, some maybe empty; count() is linear in each.
    std::array<Span, 3> runs() const
    {
        const std::int64_t shorter = std::min(m_queries, m_keys);
        const std::int64_t rise = m_first + shorter;
        const std::int64_t fall = std::max(rise, range().end - shorter);
        return {Span{m_first, rise}, Span{rise, fall}, Span{fall, range().end}};
    }

private:
    __extension__ using Wide = __int128;
    static Wide triangle(std::int64_t n) { return n > 0 ? Wide{n} * (n + 1) / 2 : 0; }

    std::int64_t m_first; // distance of the last key from the first query
    std::int64_t m_queries;
    std::int64_t m_keys;
};

namespace smooth {

// Eight points of Gauss and Legendre on [-1, 1]: abscissae and weights of the positive half.
constexpr double kPoints[4][2] = {{0.1834346424956498, 0.3626837833783620},
                                  {0.5255324099163290, 0.3137066458778873},
                                  {0.7966664774136267, 0.2223810344533745},
                                  {0.9602898564975363, 0.1012285362903763}};

constexpr std::int64_t kNear = 1024; // smaller distances are added one by one

// Σ f(k) count(k) over a run with distances within a factor of two, and linear count().
template <typename Function>
double runSum(const Function& f, const BlockDistances& block, std::int64_t begin, std::int64_t end)
{
    constexpr std::int64_t kFew = 16;
    double sum = 0;
    if (end - begin <= kFew || (begin > -kNear && end <= kNear)) {
        for (std::int64_t k = begin; k < end; ++k)
            sum += f(static_cast<double>(k)) * block.count(k);
        return sum;
    }
    const double middle = static_cast<double>(begin + end - 1) / 2;
    const double half = static_cast<double>(end - begin) / 2;
    const double low = block.count(begin);
    const double high = block.count(end - 1);
    const double slope = (high - low) / static_cast<double>(end - 1 - begin);
    for (const auto& [x, weight] : kPoints) {
        for (const double step : {-x * half, x * half})
            sum += weight * f(middle + step) * ((low + high) / 2 + slope * step);
    }
    return sum * half;
}

} // namespace smooth

// Mean over the block of f(double k), k a distance. f must be smooth except at k = 0: its derivatives fall like those
// of a power or logarithm of k. Error at most 1e-7 of the largest |f|, for blocks of any size.
template <typename Function> double smoothMean(const Function& f, const BlockDistances& block)
{
    double sum = 0;
    for (const Span run : block.runs()) {
        for (std::int64_t begin = run.begin; begin < run.end;) {
            // End of a piece: where the distance has doubled or halved, or becomes small.
            std::int64_t end = smooth::kNear;
            if (begin <= -smooth::kNear)
                end = std::min(begin / 2, 1 - smooth::kNear);
            else if (begin >= smooth::kNear)
                end = 2 * begin;
            end = std::min(end, run.end);
            sum += smooth::runSum(f, block, begin, end);
            begin = end;
        }
    }
    return sum / block.cells();
}

} // namespace phasor
