// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrixview.h"

#include <algorithm>
#include <cstdint>
#include <vector>

// How the Fields that have two operands go through a rectangle.
namespace phasor {

// Calls body(tile, scratch) for tiles of `rect` small enough that the two operands stay in cache.
template <typename Body> void forTiles(Rect rect, Body&& body)
{
    constexpr std::int64_t kCells = 1 << 16; // 256 KiB of float32; taller tiles begin an encoding anew less often
    constexpr std::int64_t kMostCols = 4096;
    const std::int64_t cols = std::min(rect.cols, kMostCols);
    if (cols == 0)
        return;
    const std::int64_t rows = std::clamp<std::int64_t>(kCells / cols, 1, rect.rows);
    std::vector<float> scratch(static_cast<std::size_t>(rows * cols));
    for (std::int64_t r = 0; r < rect.rows; r += rows) {
        for (std::int64_t c = 0; c < rect.cols; c += cols) {
            const Rect tile{r, c, std::min(rows, rect.rows - r), std::min(cols, rect.cols - c)};
            body(tile, MatrixView<float>(scratch.data(), tile.rows, tile.cols, tile.cols));
        }
    }
}

inline Rect moved(Rect tile, Rect origin)
{
    return {tile.row + origin.row, tile.col + origin.col, tile.rows, tile.cols};
}

} // namespace phasor
