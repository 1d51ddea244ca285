// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/torch/torchscalar.h"

#include <array>
#include <cmath>
#include <numbers>

namespace phasor {

namespace {

double unit53(std::uint32_t high, std::uint32_t low)
{
    const std::uint64_t bits = (std::uint64_t{high & 0x1fffffu} << 32) | low;
    return static_cast<double>(bits) * 0x1p-53;
}

} // namespace

TorchPoint drawScalarNormals(TorchPoint point, double mean, double std, std::span<float> out)
{
    const auto cursor = point.tape->cursor();
    for (float& value : out) {
        double standard = 0;
        if (point.cached) {
            standard = *point.cached;
            point.cached.reset();
        } else {
            std::array<std::uint32_t, 4> words{};
            cursor->read(point.word, words.size(), words.data());
            point.word += words.size();
            const double angle = 2 * std::numbers::pi * unit53(words[0], words[1]);
            const double radius = std::sqrt(-2 * std::log(1 - unit53(words[2], words[3])));
            point.cached = radius * std::sin(angle);
            standard = radius * std::cos(angle);
        }
        value = static_cast<float>(std::fma(standard, std, mean));
    }
    return point;
}

} // namespace phasor
