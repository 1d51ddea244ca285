// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/materialize.h"

#include "field/parallel.h"
#include "system/processors.h"

#include <algorithm>

namespace phasor {

bool streamsPastCaches(Shape shape)
{
    static const std::int64_t cache = lastLevelCacheBytes(); // read once: it is asked for each table
    return shape.rows > cache / 4 / std::max<std::int64_t>(1, shape.cols);
}

void materialize(const Field& field, Rect window, Matrix& out)
{
    out.resize(window.shape());
    if (window.empty())
        return;
    const bool streaming = streamsPastCaches(window.shape());
    // Many bands a worker, so that none idles long at the end, but none so small that it costs more than it saves.
    // Encodings are anchored on blocks of positions; a band of whole blocks begins none in its middle.
    constexpr std::int64_t kBlock = 128;
    constexpr std::int64_t kCells = 1 << 17;
    const std::int64_t bands = std::int64_t{workerCount()} * 32;
    const std::int64_t share = std::max((window.rows + bands - 1) / bands, kCells / window.cols);
    const std::int64_t grain = (share + kBlock - 1) / kBlock * kBlock;
    parallelFor(0, window.rows, grain, [&](Span span) {
        const Rect place{window.row + span.begin, window.col, span.size(), window.cols};
        const MatrixView<float> target = out.view().window({span.begin, 0, span.size(), window.cols});
        streaming ? fillStreaming(field, place, target) : field.fill(place, target);
    });
}

} // namespace phasor
