// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/matrixreading.h"

#include "field/parallel.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace phasor {

namespace {

constexpr std::int64_t kRun = 16384; // numbers that are read at once

// read(i) of 0 <= i < parts, on all workers, added up.
template <typename Read>
Result<ConversionCount> readParts(std::int64_t parts, const ReadControl& control, const Read& read)
{
    std::mutex mutex;
    ConversionCount count;
    std::int64_t done = 0;
    std::optional<Error> error; // the one at the least byte, so that it does not depend on the threads
    parallelFor(0, parts, 1, [&](Span part) {
        if (control.cancel.cancelled())
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
        if (control.progress && !control.cancel.cancelled())
            control.progress(static_cast<double>(done) / static_cast<double>(parts));
    });
    if (error)
        return *error;
    if (control.cancel.cancelled())
        return cancelledError();
    return count;
}

std::int64_t countOf(std::int64_t count, std::int64_t size)
{
    return (count + size - 1) / size;
}

} // namespace

Result<ReadNumbers> readAll(const StoredMatrix& stored, const ReadControl& control)
{
    constexpr std::int64_t kCols = 16; // one cache line of a row of the matrix
    constexpr std::int64_t kRows = kRun / 4;
    const Shape shape = stored.layout().shape;
    const std::int64_t numbers = stored.layout().numbers();
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
        stored.layout().fortran ? readParts(rowTiles * countOf(shape.cols, kCols), control, turned)
                                : readParts(countOf(numbers, kRun), control, inFileOrder));
    return read;
}

Result<ReadNumbers> readSample(const StoredMatrix& stored, const ReadControl& control)
{
    constexpr std::int64_t kRuns = 1024;
    const std::int64_t run = std::min(kRun, stored.layout().numbers());
    const std::int64_t runs = std::min(kRuns, stored.layout().numbers() / run);
    const std::int64_t last = stored.layout().numbers() - run; // where the last run begins
    ReadNumbers read{Matrix({runs, run}), {}};
    TRY(read.count, readParts(runs, control, [&](std::int64_t one) {
            __extension__ using Wide = __int128; // place · last may be 2^73
            const auto first = runs == 1 ? 0 : static_cast<std::int64_t>(Wide{one} * last / (runs - 1));
            return stored.readRun(first, std::span(read.values.view().row(one), static_cast<std::size_t>(run)));
        }));
    return read;
}

} // namespace phasor
