// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/numpy/ziggurat.h"

#include "system/cancelscope.h"

#include <cmath>
#include <utility>
#include <vector>

namespace phasor {

namespace {

// NumPy's tables of the 256 layers: wi, ki and fi. Written by resources/ziggurat/make_ziggurat.py; its license is
// beside it.
constexpr double kWidths[256] = {
#include "ziggurat/widths.csv"
};
constexpr std::uint64_t kLimits[256] = {
#include "ziggurat/limits.csv"
};
constexpr double kHeights[256] = {
#include "ziggurat/heights.csv"
};

constexpr double kTail = 3.6541528853610087963519472518; // where the lowest layer ends
constexpr double kInverseTail = 0.27366123732975827203338247596;
constexpr std::int64_t kSmallestChunk = 4096; // values
constexpr std::int64_t kMostChunks = std::int64_t{1} << 18;

double tail(Pcg64& generator, bool negative)
{
    for (;;) {
        const double x = -kInverseTail * std::log1p(-generator.random());
        const double y = -std::log1p(-generator.random());
        if (y + y > x * x)
            return negative ? -(kTail + x) : kTail + x;
    }
}

// `kept[k]` draws value k * chunk.
Sequence normalsFrom(std::vector<Pcg64> kept, std::int64_t chunk, double mean, double std)
{
    const auto shared = std::make_shared<const std::vector<Pcg64>>(std::move(kept));
    return [=](const Runs& runs) {
        std::int64_t at = -1; // value that `generator` draws next
        Pcg64 generator(0);
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            const std::int64_t begin = first / chunk * chunk;
            if (at < begin || at > first) {
                generator = (*shared)[static_cast<std::size_t>(first / chunk)];
                at = begin;
            }
            for (; at < first; ++at)
                zigguratNormal(generator);
            for (std::int64_t i = 0; i < length; ++i)
                out[i] = static_cast<float>(mean + std * zigguratNormal(generator));
            at += length;
        });
    };
}

} // namespace

double zigguratNormal(Pcg64& generator)
{
    for (;;) {
        const std::uint64_t bits = generator.next();
        const std::size_t layer = bits & 0xff;
        const std::uint64_t size = (bits >> 9) & 0x000fffffffffffff;
        double x = static_cast<double>(size) * kWidths[layer];
        if (((bits >> 8) & 1) != 0)
            x = -x;
        if (size < kLimits[layer])
            return x;
        if (layer == 0)
            return tail(generator, ((size >> 8) & 1) != 0);
        const double low = kHeights[layer];
        if ((kHeights[layer - 1] - low) * generator.random() + low < std::exp(-0.5 * x * x))
            return x;
    }
}

Result<ZigguratDraw> numpyNormals(const Pcg64& generator, std::int64_t count, double mean, double std)
{
    std::int64_t chunk = kSmallestChunk;
    while (chunk * kMostChunks < count)
        chunk *= 2;
    std::vector<Pcg64> kept;
    Pcg64 after = generator;
    for (std::int64_t i = 0; i < count; ++i) {
        if (i % chunk == 0) {
            if (cancelled())
                return cancelledError();
            kept.push_back(after);
        }
        zigguratNormal(after);
    }
    return ZigguratDraw{normalsFrom(std::move(kept), chunk, mean, std), after};
}

} // namespace phasor
