// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/reduce.h"

#include "field/matrix.h"
#include "field/parallel.h"

#include <algorithm>
#include <functional>

namespace phasor {

namespace {
constexpr std::int64_t kTileCells = 1 << 16; // 256 KiB
} // namespace

std::int64_t tileRows(std::int64_t cols)
{
    return std::max<std::int64_t>(1, kTileCells / std::max<std::int64_t>(1, cols));
}

bool reduce(const Field& field, Rect window, const std::function<void(Rect, MatrixView<const float>)>& body,
            const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    if (window.empty())
        return !cancel.cancelled();
    const std::int64_t rows = std::min(tileRows(window.cols), window.rows);
    const std::int64_t cols = std::min(window.cols, kTileCells);
    parallelFor(window.row, window.row + window.rows, rows, [&](Span span) {
        if (cancel.cancelled())
            return;
        Matrix tile(Shape{span.size(), cols});
        for (std::int64_t c = 0; c < window.cols && !cancel.cancelled(); c += cols) {
            const Rect place{span.begin, window.col + c, span.size(), std::min(cols, window.cols - c)};
            const MatrixView<float> values(tile.data(), place.rows, place.cols, place.cols);
            field.fill(place, values);
            body(place, {values.data(), place.rows, place.cols, place.cols});
        }
    });
    return !cancel.cancelled();
}

} // namespace phasor
