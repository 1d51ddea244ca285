// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "field/matrix.h"

#include <algorithm>
#include <cstdint>

// Loops over a rectangle for Fields with several operands.
namespace phasor {

// Calls body(tile, source) for tiles of `rect`: in its coordinates, and in those of the Field. Operands of a tile fit
// into the second-level cache. Tiles are tall rather than wide, as an encoding has to prepare anew at the top of each.
template <typename Body> void forTiles(Rect rect, Body&& body)
{
    constexpr std::int64_t kCells = 1 << 17; // 512 KiB of float32
    constexpr std::int64_t kTall = 128; // rows: a block of an encoding
    if (rect.empty())
        return;
    const std::int64_t cols = std::min(rect.cols, kCells / std::min(rect.rows, kTall));
    const std::int64_t rows = std::min(rect.rows, kCells / cols);
    for (std::int64_t r = 0; r < rect.rows; r += rows) {
        for (std::int64_t c = 0; c < rect.cols; c += cols) {
            const Rect tile{r, c, std::min(rows, rect.rows - r), std::min(cols, rect.cols - c)};
            body(tile, Rect{rect.row + r, rect.col + c, tile.rows, tile.cols});
        }
    }
}

// A Field's values tile by tile: in place if they are in memory, else computed into memory that the tiles share. For
// one thread; the Field must outlive it.
class TileOperand
{
public:
    explicit TileOperand(const Field& field)
        : m_field(field)
    {
    }

    // Valid until the next call.
    MatrixView<const float> values(Rect rect)
    {
        if (const MatrixView<const float> there = cellsInMemory(m_field, rect); there.data() != nullptr)
            return there;
        // Rows a power of two apart would compete for the same lines of the first-level cache.
        constexpr std::int64_t kGap = 16;
        m_scratch.resize({rect.rows, rect.cols + kGap});
        const MatrixView<float> values = m_scratch.view().window({0, 0, rect.rows, rect.cols});
        m_field.fill(rect, values);
        return values;
    }

private:
    const Field& m_field;
    Matrix m_scratch;
};

} // namespace phasor
