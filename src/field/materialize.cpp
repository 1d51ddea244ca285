// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/materialize.h"

#include "field/parallel.h"

#include <algorithm>
#include <fstream>
#include <string>

namespace phasor {

namespace {

// As the kernel has it; sysconf(_SC_LEVEL3_CACHE_SIZE) counts the caches of processors that a virtual machine has not.
std::int64_t measuredCacheBytes()
{
    std::int64_t largest = 0;
    for (int index = 0; index < 8; ++index) {
        std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size");
        std::int64_t size = 0;
        char unit = 'K';
        if (file >> size >> unit)
            largest = std::max(largest, size << (unit == 'M' ? 20 : 10));
    }
    return largest > 0 ? largest : std::int64_t{8} << 20;
}

std::int64_t lastLevelCacheBytes()
{
    static const std::int64_t bytes = measuredCacheBytes();
    return bytes;
}

} // namespace

bool streamsPastCaches(Shape shape)
{
    return shape.rows > lastLevelCacheBytes() / 4 / std::max<std::int64_t>(1, shape.cols);
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
