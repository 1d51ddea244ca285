// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/attention/relative.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kMostEach = 16; // distances of a pixel column
constexpr std::int64_t kSteadyPairs = 10; // a mean of fewer is mostly noise

// A pseudorandom number in [0, 1), always the same for the same arguments. Evenly spaced samples would show a false,
// slower wave.
double jitter(std::int64_t a, std::int64_t b)
{
    const auto mixed
        = static_cast<std::uint64_t>(a) * 0x9e3779b97f4a7c15U ^ static_cast<std::uint64_t>(b + 1) * 0xbf58476d1ce4e5b9U;
    return static_cast<double>((mixed ^ mixed >> 29) * 0x94d049bb133111ebU >> 11) * 0x1p-53;
}

struct Sum
{
    double total = 0;
    std::int64_t count = 0;

    void add(float score)
    {
        if (!std::isfinite(score))
            return;
        total += static_cast<double>(score);
        ++count;
    }
};

// Rows of evenly spread queries up to the diagonal, added up by distance.
std::vector<Sum> sumsOfRows(const Field& scores, std::int64_t queries)
{
    const std::int64_t length = scores.shape().rows;
    std::vector<Sum> sums(static_cast<std::size_t>(length));
    Matrix row(Shape{1, length});
    for (std::int64_t i = 0; i < queries && !cancelled(); ++i) {
        // The last query is first: only it has a key at the largest distance.
        const std::int64_t query = length - 1 - i * length / queries;
        scores.fill({query, 0, 1, query + 1}, row.view().window({0, 0, 1, query + 1}));
        for (std::int64_t k = 0; k <= query; ++k)
            sums[static_cast<std::size_t>(k)].add(row.data()[query - k]);
    }
    return sums;
}

void add(MeanScores& means, double distance, const Sum& sum)
{
    if (sum.count == 0)
        return;
    means.distances.push_back(distance);
    means.scores.push_back(sum.total / static_cast<double>(sum.count));
    if (sum.count >= kSteadyPairs)
        means.steady = means.scores.size();
}

// Some cells at each of a few distances.
MeanScores ofLoneCells(const Field& scores, bool logarithmic)
{
    constexpr int kDistances = 64;
    constexpr std::int64_t kCells = 48; // at each distance
    const std::int64_t length = scores.shape().rows;
    MeanScores means{.distances = {}, .scores = {}, .sampled = true};
    for (const DistanceColumn& column :
         distanceSteps(length, kDistances, logarithmic, std::int64_t{2} * kDistances).columns) {
        if (cancelled())
            break;
        const std::int64_t k = column.distances.front();
        Sum sum;
        for (std::int64_t i = 0; i < kCells; ++i) {
            const double part = (static_cast<double>(i) + jitter(k, i)) / static_cast<double>(kCells);
            const auto key = static_cast<std::int64_t>(part * static_cast<double>(length - k));
            float score = 0;
            scores.fill({key + k, key, 1, 1}, {&score, 1, 1, 1});
            sum.add(score);
        }
        add(means, static_cast<double>(k), sum);
    }
    return means;
}

} // namespace

DistanceSteps distanceSteps(std::int64_t length, int width, bool logarithmic, std::int64_t values)
{
    DistanceSteps steps;
    const std::int64_t first = logarithmic && length > 1 ? 1 : 0;
    const std::int64_t pixels = std::max(1, width);
    if (length <= 2 * pixels && length <= values) {
        for (std::int64_t k = first; k < length; ++k)
            steps.columns.push_back({static_cast<double>(k), {k}});
        return steps;
    }
    const std::int64_t columns = std::clamp<std::int64_t>(values / 2, 1, pixels);
    const std::int64_t each = std::clamp<std::int64_t>(values / columns, 1, kMostEach);
    steps.envelope = each > 1;
    const auto low = static_cast<double>(first);
    const auto high = static_cast<double>(length);
    const auto edge = [&](std::int64_t column) {
        const double part = static_cast<double>(column) / static_cast<double>(columns);
        const double at = logarithmic ? std::exp(std::log(low) + part * (std::log(high) - std::log(low)))
                                      : low + part * (high - low);
        return std::min(length, static_cast<std::int64_t>(std::ceil(at - 1e-9)));
    };
    for (std::int64_t column = 0; column < columns; ++column) {
        const std::int64_t begin = edge(column);
        const std::int64_t count = edge(column + 1) - begin;
        if (count <= 0)
            continue; // the column lies between two distances
        DistanceColumn& of = steps.columns.emplace_back();
        of.middle = static_cast<double>(2 * begin + count - 1) / 2;
        for (std::int64_t i = 0; i < std::min(count, each); ++i) {
            const double part = (static_cast<double>(i) + jitter(begin, i)) / static_cast<double>(each);
            const auto some = static_cast<std::int64_t>(part * static_cast<double>(count));
            of.distances.push_back(begin + (count <= each ? i : std::min(count - 1, some)));
        }
    }
    return steps;
}

MeanScores meanScores(const Field& scores, int width, bool logarithmic)
{
    constexpr std::int64_t kCells = std::int64_t{1} << 19;
    constexpr std::int64_t kLongRow = 8192;
    const std::int64_t length = scores.shape().rows;
    if (length < 2)
        return {};
    if (length > kLongRow)
        return ofLoneCells(scores, logarithmic);
    const std::int64_t queries = std::clamp<std::int64_t>(kCells / length, 1, length);
    const std::vector<Sum> sums = sumsOfRows(scores, queries);
    MeanScores means{.distances = {}, .scores = {}, .sampled = queries < length};
    const std::int64_t bin = std::max<std::int64_t>(1, length / std::max(1, width));
    for (std::int64_t k = 1; k < length;) {
        // A bin of distances that lie within a pixel; on a logarithmic axis the first ones have one each.
        const std::int64_t count = std::min(length - k, logarithmic ? std::max<std::int64_t>(1, k / 24) : bin);
        Sum sum;
        for (std::int64_t i = k; i < k + count; ++i) {
            sum.total += sums[static_cast<std::size_t>(i)].total;
            sum.count += sums[static_cast<std::size_t>(i)].count;
        }
        add(means, static_cast<double>(k) + static_cast<double>(count - 1) / 2, sum);
        k += count;
    }
    return means;
}

} // namespace phasor
