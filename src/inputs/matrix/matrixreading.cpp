// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/storedmatrix.h"

#include "field/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

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

constexpr std::int64_t kRun = 16384; // numbers that are read at once

// read(i) of 0 <= i < parts, on all workers, added up.
template <typename Read>
Result<ConversionCount> readParts(std::int64_t parts, const ReadControl& control, const Read& read)
{
    std::mutex mutex;
    ConversionCount count;
    std::int64_t done = 0;
    std::optional<Error> error; // the one at the lowest byte, so that it doesn't depend on the threads
    parallelFor(0, parts, 1, [&](Span part) {
        if (cancelled())
            return;
        const Result<ConversionCount> one = read(part.begin);
        const std::lock_guard lock(mutex);
        if (!one.ok()) {
            if (!error || one.error().offset < error->offset)
                error = one.error();
            return;
        }
        count += *one;
        ++done;
        if (control.progress && !cancelled())
            control.progress(static_cast<double>(done) / static_cast<double>(parts));
    });
    if (error)
        return *error;
    if (cancelled())
        return cancelledError();
    return count;
}

std::int64_t countOf(std::int64_t count, std::int64_t size)
{
    return (count + size - 1) / size;
}

} // namespace

MatrixStatistics statisticsOf(MatrixView<const float> values)
{
    const std::int64_t grain = std::max<std::int64_t>(1, kPartCells / std::max<std::int64_t>(1, values.cols()));
    std::vector<Part> parts(static_cast<std::size_t>((values.rows() + grain - 1) / grain));
    parallelFor(0, values.rows(), grain, [&](Span rows) {
        if (!cancelled())
            parts[static_cast<std::size_t>(rows.begin / grain)] = partOf(values, rows);
    });
    Part all;
    for (const Part& part : parts)
        all = merged(all, part);
    if (all.finite == 0)
        return {all.nan, all.inf, 0, 0, 0};
    const double variance = all.squares / static_cast<double>(all.finite);
    return {all.nan, all.inf, std::sqrt(variance), all.low, all.high, std::sqrt(variance + all.mean * all.mean)};
}

Result<ReadNumbers> readAll(const StoredMatrix& stored, const ReadControl& control)
{
    constexpr std::int64_t kCols = 16; // one cache line of a row of the matrix
    constexpr std::int64_t kRows = kRun / 4;
    const Shape shape = stored.layout.shape;
    const std::int64_t numbers = stored.layout.numbers();
    const std::int64_t rowTiles = countOf(shape.rows, kRows);
    ReadNumbers read{Matrix(shape), {}};
    const auto inFileOrder = [&](std::int64_t part) {
        const std::int64_t first = part * kRun;
        const auto size = static_cast<std::size_t>(std::min(kRun, numbers - first));
        return stored.readRun(first, std::span(read.values.data() + first, size));
    };
    const auto turned = [&](std::int64_t tile) {
        const std::int64_t row = tile % rowTiles * kRows;
        const std::int64_t col = tile / rowTiles * kCols;
        const Rect rect{row, col, std::min(kRows, shape.rows - row), std::min(kCols, shape.cols - col)};
        return stored.read(rect, read.values.view().window(rect));
    };
    TRY(read.count,
        stored.layout.fortran ? readParts(rowTiles * countOf(shape.cols, kCols), control, turned)
                              : readParts(countOf(numbers, kRun), control, inFileOrder));
    return read;
}

Result<ReadNumbers> readSample(const StoredMatrix& stored, const ReadControl& control)
{
    constexpr std::int64_t kRuns = 1024;
    const std::int64_t run = std::min(kRun, stored.layout.numbers());
    const std::int64_t runs = std::min(kRuns, stored.layout.numbers() / run);
    const std::int64_t last = stored.layout.numbers() - run; // first number of the last run
    ReadNumbers read{Matrix({runs, run}), {}};
    TRY(read.count, readParts(runs, control, [&](std::int64_t one) {
            __extension__ using Wide = __int128; // place · last may be 2^73
            const auto first = runs == 1 ? 0 : static_cast<std::int64_t>(Wide{one} * last / (runs - 1));
            return stored.readRun(first, std::span(read.values.view().row(one), static_cast<std::size_t>(run)));
        }));
    return read;
}

} // namespace phasor
