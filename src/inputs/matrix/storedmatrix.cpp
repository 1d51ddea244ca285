// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/storedmatrix.h"

#include "field/matrix.h"

#include <algorithm>
#include <array>

namespace phasor {

Result<ConversionCount> StoredMatrix::readRun(std::int64_t first, std::span<float> out) const
{
    constexpr std::size_t kMost = 16384; // numbers that are read at once
    const auto bytes = static_cast<std::size_t>(m_layout.format.bytes);
    std::int64_t offset = m_layout.offset + first * m_layout.format.bytes;
    std::array<std::byte, kMost * sizeof(double)> buffer;
    ConversionCount count;
    while (!out.empty()) {
        const std::span<float> part = out.first(std::min(kMost, out.size()));
        const std::span<std::byte> raw(buffer.data(), part.size() * bytes);
        TRY_DONE(m_file.read(offset, raw));
        count += toFloats(m_layout.format, raw, part);
        offset += static_cast<std::int64_t>(raw.size());
        out = out.subspan(part.size());
    }
    return count;
}

Result<ConversionCount> StoredMatrix::read(Rect rect, MatrixView<float> out) const
{
    return m_layout.fortran ? readColumns(rect, out) : readRows(rect, out);
}

Result<ConversionCount> StoredMatrix::readRows(Rect rect, MatrixView<float> out) const
{
    const std::int64_t cols = m_layout.shape.cols;
    if (rect.cols == cols && out.contiguous())
        return readRun(rect.row * cols, std::span(out.data(), static_cast<std::size_t>(rect.rows * cols)));
    ConversionCount count;
    for (std::int64_t r = 0; r < rect.rows; ++r) {
        TRY(const ConversionCount row,
            readRun((rect.row + r) * cols + rect.col, std::span(out.row(r), static_cast<std::size_t>(rect.cols))));
        count += row;
    }
    return count;
}

// Reads some columns as they lie in the file, then turns them.
Result<ConversionCount> StoredMatrix::readColumns(Rect rect, MatrixView<float> out) const
{
    constexpr std::int64_t kCols = 16; // one cache line of a row of `out`
    constexpr std::int64_t kRows = 4096;
    Matrix columns({std::min(kCols, rect.cols), std::min(kRows, rect.rows)});
    ConversionCount count;
    for (std::int64_t col = 0; col < rect.cols; col += kCols) {
        for (std::int64_t row = 0; row < rect.rows; row += kRows) {
            const Shape tile{std::min(kRows, rect.rows - row), std::min(kCols, rect.cols - col)};
            for (std::int64_t c = 0; c < tile.cols; ++c) {
                const std::int64_t first = (rect.col + col + c) * m_layout.shape.rows + rect.row + row;
                TRY(const ConversionCount column,
                    readRun(first, std::span(columns.view().row(c), static_cast<std::size_t>(tile.rows))));
                count += column;
            }
            for (std::int64_t r = 0; r < tile.rows; ++r) {
                for (std::int64_t c = 0; c < tile.cols; ++c)
                    out(row + r, col + c) = columns(c, r);
            }
        }
    }
    return count;
}

} // namespace phasor
