// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/npyreader.h"

#include "field/parallel.h"
#include "inputs/npyheaderreader.h"
#include "system/memorybudget.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>

namespace phasor {

namespace {

constexpr std::int64_t kRun = 16384; // numbers that are read at once

// Reads the numbers into a matrix, in parallel. What the parts tell is added up.
class NpyData
{
public:
    NpyData(const InputFile& file, const NpyHeader& header, Matrix& matrix, const ReadControl& control)
        : m_file(file)
        , m_header(header)
        , m_matrix(matrix)
        , m_control(control)
    {
    }

    Result<ConversionCount> read()
    {
        m_header.fortran ? readColumns() : readRows();
        if (m_error)
            return *m_error;
        if (m_control.cancel.cancelled())
            return cancelledError();
        return m_count;
    }

private:
    void readRows();
    void readColumns();
    void readTile(Span rows, Span cols, MatrixView<float> columns);
    ConversionCount readRun(std::int64_t index, std::span<float> out);
    // What was read of `numbers` more of them.
    void add(const ConversionCount& count, std::int64_t numbers)
    {
        if (m_control.cancel.cancelled())
            return;
        const std::lock_guard lock(m_mutex);
        m_count += count;
        m_done += numbers;
        if (m_control.progress)
            m_control.progress(static_cast<double>(m_done) / static_cast<double>(m_matrix.rows() * m_matrix.cols()));
    }

    const InputFile& m_file;
    const NpyHeader& m_header;
    Matrix& m_matrix;
    const ReadControl& m_control;
    std::mutex m_mutex;
    ConversionCount m_count;
    std::int64_t m_done = 0; // numbers
    std::optional<Error> m_error; // the one at the least byte, so that it does not depend on the threads
};

// Numbers that lie one after another in the file, from the number `index` on; at most kRun.
ConversionCount NpyData::readRun(std::int64_t index, std::span<float> out)
{
    const auto bytes = static_cast<std::size_t>(m_header.format.bytes);
    if (m_control.cancel.cancelled())
        return {};
    std::array<std::byte, kRun * sizeof(double)> buffer;
    const std::span<std::byte> raw(buffer.data(), out.size() * bytes);
    const std::int64_t offset = m_header.dataOffset + index * static_cast<std::int64_t>(bytes);
    if (Status status = m_file.read(offset, raw); !status.ok()) {
        const std::lock_guard lock(m_mutex);
        if (!m_error || status.error().offset < m_error->offset)
            m_error = status.error();
        return {};
    }
    return toFloats(m_header.format, raw, out);
}

void NpyData::readRows()
{
    const std::int64_t count = m_matrix.rows() * m_matrix.cols();
    parallelFor(0, count, kRun, [&](Span run) {
        add(readRun(run.begin, std::span(m_matrix.data() + run.begin, static_cast<std::size_t>(run.size()))),
            run.size());
    });
}

void NpyData::readColumns()
{
    constexpr std::int64_t kCols = 16; // one cache line of a row of the matrix
    constexpr std::int64_t kRows = kRun / 4;
    const std::int64_t rowTiles = (m_matrix.rows() + kRows - 1) / kRows;
    const std::int64_t colTiles = (m_matrix.cols() + kCols - 1) / kCols;
    parallelFor(0, rowTiles * colTiles, 1, [&](Span tiles) {
        Matrix columns({kCols, kRows});
        for (std::int64_t t = tiles.begin; t < tiles.end; ++t) {
            const std::int64_t row = t % rowTiles * kRows;
            const std::int64_t col = t / rowTiles * kCols;
            readTile({row, std::min(row + kRows, m_matrix.rows())}, {col, std::min(col + kCols, m_matrix.cols())},
                     columns.view());
        }
    });
}

// `columns` is room for the tile as it lies in the file.
void NpyData::readTile(Span rows, Span cols, MatrixView<float> columns)
{
    ConversionCount count;
    for (std::int64_t c = 0; c < cols.size(); ++c) {
        const std::int64_t index = (cols.begin + c) * m_matrix.rows() + rows.begin;
        count += readRun(index, std::span(columns.row(c), static_cast<std::size_t>(rows.size())));
    }
    add(count, rows.size() * cols.size());
    const MatrixView<float> out = m_matrix.view().window({rows.begin, cols.begin, rows.size(), cols.size()});
    for (std::int64_t r = 0; r < rows.size(); ++r) {
        for (std::int64_t c = 0; c < cols.size(); ++c)
            out(r, c) = columns(c, r);
    }
}

std::string counted(std::int64_t count)
{
    return grouped(static_cast<std::uint64_t>(count));
}

std::vector<Warning> warningsOf(const InputFile& file, const NpyHeader& header, const ConversionCount& count)
{
    std::vector<Warning> warnings;
    const std::int64_t end = header.dataOffset + header.dataBytes;
    if (file.size() > end)
        warnings.push_back({"TRAILING",
                            counted(file.size() - end) + " bytes after the data, from byte " + std::to_string(end)
                                + " on, are ignored"});
    const std::string all = counted(header.shape.rows * header.shape.cols);
    if (count.rounded > 0)
        warnings.push_back({"ROUND", counted(count.rounded) + " of " + all + " values were rounded to float32"});
    if (count.overflowed + count.vanished > 0)
        warnings.push_back({"RANGE",
                            "of " + all + " values, " + counted(count.overflowed)
                                + " are too large for float32 and became infinite, " + counted(count.vanished)
                                + " are too small and became 0"});
    return warnings;
}

} // namespace

Result<NpyMatrix> readNpy(const InputFile& file, const ReadControl& control)
{
    const Result<NpyHeader> header = readNpyHeader(file);
    if (!header.ok())
        return header.error();
    const ByteCount bytes
        = static_cast<ByteCount>(header->shape.rows) * static_cast<ByteCount>(header->shape.cols) * sizeof(float);
    if (Status memory = requireMemory(bytes, "the matrix", "save fewer rows"); !memory.ok()) {
        Error error = memory.error();
        error.offset = header->shapeOffset;
        error.field = "shape";
        return error;
    }
    auto matrix = std::make_shared<Matrix>(header->shape);
    const Result<ConversionCount> count = NpyData(file, *header, *matrix, control).read();
    if (!count.ok())
        return count.error();
    return NpyMatrix{std::move(matrix), warningsOf(file, *header, *count)};
}

} // namespace phasor
