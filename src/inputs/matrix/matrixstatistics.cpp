// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/matrixstatistics.h"

#include "field/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace phasor {

namespace {

constexpr std::int64_t kPartCells = 65536; // cells of one part, about

struct Part
{
    std::int64_t nan = 0;
    std::int64_t inf = 0;
    std::int64_t finite = 0;
    double mean = 0;
    double squares = 0; // sum of squared differences from the mean
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
};

Part partOf(MatrixView<const float> values, Span rows)
{
    Part part;
    double sum = 0;
    const auto eachFinite = [&](const auto& take) {
        for (std::int64_t r = rows.begin; r < rows.end; ++r) {
            for (const float value : std::span(values.row(r), static_cast<std::size_t>(values.cols()))) {
                if (std::isfinite(value))
                    take(static_cast<double>(value));
            }
        }
    };
    eachFinite([&](double value) {
        ++part.finite;
        sum += value;
        part.low = std::min(part.low, value);
        part.high = std::max(part.high, value);
    });
    if (part.finite > 0)
        part.mean = sum / static_cast<double>(part.finite);
    eachFinite([&](double value) { part.squares += (value - part.mean) * (value - part.mean); });
    for (std::int64_t r = rows.begin; r < rows.end && part.finite < rows.size() * values.cols(); ++r) {
        const std::span row(values.row(r), static_cast<std::size_t>(values.cols()));
        part.nan += std::ranges::count_if(row, [](float value) { return std::isnan(value); });
        part.inf += std::ranges::count_if(row, [](float value) { return std::isinf(value); });
    }
    return part;
}

// Chan, Golub, LeVeque 1983: moments of a union from the moments of its parts.
Part merged(const Part& a, const Part& b)
{
    Part both{a.nan + b.nan,          a.inf + b.inf,           a.finite + b.finite, 0, 0,
              std::min(a.low, b.low), std::max(a.high, b.high)};
    if (both.finite == 0)
        return both;
    const double share = static_cast<double>(b.finite) / static_cast<double>(both.finite);
    const double difference = b.mean - a.mean;
    both.mean = a.mean + difference * share;
    both.squares = a.squares + b.squares + difference * difference * static_cast<double>(a.finite) * share;
    return both;
}

} // namespace

MatrixStatistics statisticsOf(MatrixView<const float> values, const CancelToken& cancel)
{
    const std::int64_t grain = std::max<std::int64_t>(1, kPartCells / std::max<std::int64_t>(1, values.cols()));
    std::vector<Part> parts(static_cast<std::size_t>((values.rows() + grain - 1) / grain));
    parallelFor(0, values.rows(), grain, [&](Span rows) {
        if (!cancel.cancelled())
            parts[static_cast<std::size_t>(rows.begin / grain)] = partOf(values, rows);
    });
    Part all;
    for (const Part& part : parts)
        all = merged(all, part);
    if (all.finite == 0)
        return {all.nan, all.inf, 0, 0, 0};
    return {all.nan, all.inf, std::sqrt(all.squares / static_cast<double>(all.finite)), all.low, all.high};
}

} // namespace phasor
