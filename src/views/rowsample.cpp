// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rowsample.h"

#include <algorithm>

namespace phasor {

RowSample rowSample(Span rows, std::int64_t cols, std::int64_t points, std::int64_t cellBudget)
{
    RowSample sample;
    const std::int64_t mostRows = std::max<std::int64_t>(1, cellBudget / std::max<std::int64_t>(1, cols));
    sample.sampled = rows.size() > mostRows;
    const std::int64_t bins = std::clamp<std::int64_t>(std::min(points, mostRows), 1, rows.size());
    const std::int64_t perBin = std::max<std::int64_t>(1, mostRows / bins);
    // rows · b / bins without a product that could overflow.
    const auto edge = [&](std::int64_t b) {
        return rows.begin + rows.size() / bins * b + rows.size() % bins * b / bins;
    };
    for (std::int64_t b = 0; b < bins; ++b) {
        RowSample::Bin bin{{edge(b), edge(b + 1)}, {}};
        if (!sample.sampled || bin.rows.size() <= perBin) {
            bin.visited.push_back(bin.rows);
        } else {
            for (std::int64_t k = 0; k < perBin; ++k) {
                const std::int64_t row = bin.rows.begin + (2 * k + 1) * bin.rows.size() / (2 * perBin);
                bin.visited.push_back({row, row + 1});
            }
        }
        sample.bins.push_back(std::move(bin));
    }
    return sample;
}

std::vector<Span> sampledRuns(Span rows, std::int64_t cols, std::int64_t cellBudget)
{
    constexpr std::int64_t kRuns = 16;
    const std::int64_t most = std::max<std::int64_t>(1, cellBudget / std::max<std::int64_t>(1, cols));
    if (rows.size() <= most)
        return {rows};
    const std::int64_t runs = std::min(kRuns, most);
    const std::int64_t length = most / runs;
    std::vector<Span> sampled;
    for (std::int64_t i = 0; i < runs; ++i) {
        const std::int64_t begin
            = rows.begin + (rows.size() - length) / runs * i + (rows.size() - length) % runs * i / runs;
        sampled.push_back({begin, begin + length});
    }
    return sampled;
}

} // namespace phasor
