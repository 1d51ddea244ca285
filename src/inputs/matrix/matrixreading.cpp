// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/matrixreading.h"

#include "field/parallel.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace phasor {

namespace {

constexpr std::int64_t kRun = 16384; // numbers that are read at once

// Adds up what the parts of a reading say, on any thread.
class Reading
{
public:
    Reading(std::int64_t numbers, const ReadControl& control)
        : m_numbers(numbers)
        , m_control(control)
    {
    }

    bool stopped() const { return m_control.cancel.cancelled(); }

    void add(const Result<ConversionCount>& part, std::int64_t numbers)
    {
        const std::lock_guard lock(m_mutex);
        if (!part.ok()) {
            if (!m_error || part.error().offset < m_error->offset)
                m_error = part.error();
            return;
        }
        m_count += *part;
        m_done += numbers;
        if (m_control.progress && !stopped())
            m_control.progress(static_cast<double>(m_done) / static_cast<double>(m_numbers));
    }

    Result<ConversionCount> result() const
    {
        if (m_error)
            return *m_error;
        if (stopped())
            return cancelledError();
        return m_count;
    }

private:
    std::int64_t m_numbers;
    const ReadControl& m_control;
    std::mutex m_mutex;
    ConversionCount m_count;
    std::int64_t m_done = 0; // numbers
    std::optional<Error> m_error; // the one at the least byte, so that it does not depend on the threads
};

void readInFileOrder(const StoredMatrix& stored, Matrix& matrix, Reading& reading)
{
    parallelFor(0, stored.layout().numbers(), kRun, [&](Span run) {
        if (!reading.stopped())
            reading.add(
                stored.readRun(run.begin, std::span(matrix.data() + run.begin, static_cast<std::size_t>(run.size()))),
                run.size());
    });
}

void readTurned(const StoredMatrix& stored, Matrix& matrix, Reading& reading)
{
    constexpr std::int64_t kCols = 16; // one cache line of a row of the matrix
    constexpr std::int64_t kRows = kRun / 4;
    const std::int64_t rowTiles = (matrix.rows() + kRows - 1) / kRows;
    const std::int64_t colTiles = (matrix.cols() + kCols - 1) / kCols;
    parallelFor(0, rowTiles * colTiles, 1, [&](Span tile) {
        const std::int64_t row = tile.begin % rowTiles * kRows;
        const std::int64_t col = tile.begin / rowTiles * kCols;
        const Rect rect{row, col, std::min(kRows, matrix.rows() - row), std::min(kCols, matrix.cols() - col)};
        if (!reading.stopped())
            reading.add(stored.read(rect, matrix.view().window(rect)), rect.rows * rect.cols);
    });
}

} // namespace

Result<ReadNumbers> readAll(const StoredMatrix& stored, const ReadControl& control)
{
    ReadNumbers read{Matrix(stored.layout().shape), {}};
    Reading reading(stored.layout().numbers(), control);
    stored.layout().fortran ? readTurned(stored, read.values, reading) : readInFileOrder(stored, read.values, reading);
    TRY(read.count, reading.result());
    return read;
}

Result<ReadNumbers> readSample(const StoredMatrix& stored, const ReadControl& control)
{
    constexpr std::int64_t kRuns = 1024;
    const std::int64_t run = std::min(kRun, stored.layout().numbers());
    const std::int64_t runs = std::min(kRuns, stored.layout().numbers() / run);
    ReadNumbers read{Matrix({runs, run}), {}};
    Reading reading(runs * run, control);
    const std::int64_t last = stored.layout().numbers() - run; // where the last run begins
    parallelFor(0, runs, 1, [&](Span one) {
        __extension__ using Wide = __int128; // place · last may be 2^73
        const auto first = runs == 1 ? 0 : static_cast<std::int64_t>(Wide{one.begin} * last / (runs - 1));
        const std::span<float> out(read.values.view().row(one.begin), static_cast<std::size_t>(run));
        if (!reading.stopped())
            reading.add(stored.readRun(first, out), run);
    });
    TRY(read.count, reading.result());
    return read;
}

} // namespace phasor
