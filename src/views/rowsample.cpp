// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rowsample.h"

#include <algorithm>

namespace phasor {

std::vector<std::int64_t> evenlySpread(Span rows, std::int64_t count)
{
    std::vector<std::int64_t> spread;
    for (std::int64_t i = 0; i < count; ++i)
        spread.push_back(spreadRow(rows, count, i));
    return spread;
}

Matrix spreadRows(const Field& field, std::int64_t count)
{
    const auto [rows, cols] = field.shape();
    Matrix values(Shape{count, cols});
    for (std::int64_t i = 0; i < count; ++i)
        field.fill({spreadRow({0, rows}, count, i), 0, 1, cols}, values.view().window({i, 0, 1, cols}));
    return values;
}

RowSample rowSample(Span rows, std::int64_t cols, std::int64_t points, std::int64_t cellBudget)
{
    RowSample sample;
    const std::int64_t mostRows = std::max<std::int64_t>(1, cellBudget / std::max<std::int64_t>(1, cols));
    sample.sampled = rows.size() > mostRows;
    const std::int64_t bins = std::clamp<std::int64_t>(std::min(points, mostRows), 1, rows.size());
    const std::int64_t perBin = std::max<std::int64_t>(1, mostRows / bins);
    for (std::int64_t b = 0; b < bins; ++b) {
        RowSample::Bin bin{{spreadRow(rows, bins, b), spreadRow(rows, bins, b + 1)}, {}};
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
        const std::int64_t begin = spreadRow({rows.begin, rows.end - length}, runs, i);
        sampled.push_back({begin, begin + length});
    }
    return sampled;
}

SampledEnergy sampledEnergy(const Field& field, std::int64_t cellBudget, const CancelToken& cancel)
{
    const auto [rows, cols] = field.shape();
    const std::vector<Span> runs = sampledRuns({0, rows}, cols, cellBudget);
    const std::vector<double> zeros(static_cast<std::size_t>(cols));
    SampledEnergy energy{{zeros, zeros}, runs.size() > 1 || runs.front().size() < rows};
    const double weight = 1 / static_cast<double>(runs.size()); // all runs are as long as each other
    for (const Span run : runs) {
        const ColumnEnergy part = columnEnergy(field, {run.begin, 0, run.size(), cols}, cancel);
        for (std::size_t c = 0; c < zeros.size(); ++c) {
            energy.mean[c] += weight * part.mean[c];
            energy.meanSquare[c] += weight * part.meanSquare[c];
        }
    }
    return energy;
}

} // namespace phasor
