// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/materialize.h"

#include "core/parallel.h"

#include <unistd.h>

#include <algorithm>

namespace phasor {

namespace {

std::int64_t lastLevelCacheBytes()
{
    const long size = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
    return size > 0 ? size : 8L << 20;
}

} // namespace

void materialize(const Field& field, Rect window, Matrix& out)
{
    out.resize(window.shape());
    if (window.empty())
        return;
    const bool streaming = window.rows > lastLevelCacheBytes() / 4 / window.cols;
    // A few bands a worker: little to begin anew, yet none idles long at the end. Encodings are anchored on blocks of
    // positions; a band of whole blocks begins none in its middle.
    constexpr std::int64_t kBlock = 128;
    const std::int64_t bands = std::int64_t{workerCount()} * 8;
    const std::int64_t share = (window.rows + bands - 1) / bands;
    const std::int64_t grain = (share + kBlock - 1) / kBlock * kBlock;
    parallelFor(0, window.rows, grain, [&](Span span) {
        const Rect place{window.row + span.begin, window.col, span.size(), window.cols};
        const MatrixView<float> target = out.view().window({span.begin, 0, span.size(), window.cols});
        streaming ? field.fillStreaming(place, target) : field.fill(place, target);
    });
}

} // namespace phasor
