// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace phasor {

// One colour per quantity, the same on every plot, strip and label.
// Okabe and Ito, "Color Universal Design", 2008: told apart by colour-blind eyes.
enum class Hue { Embedding, Position, Sum, Dropped, Second };

struct HueColours
{
    std::uint32_t full = 0; // 0xffRRGGBB; of one pair, the sine
    std::uint32_t light = 0; // the lighter twin; of one pair, the cosine
};

// Half way from `colour` to white, per channel.
constexpr std::uint32_t lighter(std::uint32_t colour)
{
    const std::uint32_t missing = 0x00ffffffU - (colour & 0x00ffffffU);
    return colour + ((missing >> 1) & 0x007f7f7fU);
}

constexpr HueColours colourOf(Hue hue)
{
    constexpr std::uint32_t kFull[] = {0xffe69f00, 0xff0072b2, 0xff009e73, 0xffd55e00, 0xffcc79a7};
    const std::uint32_t full = kFull[static_cast<int>(hue)];
    return {full, lighter(full)};
}

// Of one line among many that are no quantity: Okabe and Ito's that no set-up has, and two more; `index` counts on
// from the first again where there are more lines.
constexpr std::size_t kSeriesColours = 6;
constexpr std::uint32_t seriesColour(std::size_t index)
{
    constexpr std::uint32_t kColours[kSeriesColours]
        = {0xffe69f00, 0xff009e73, 0xffd55e00, 0xff56b4e9, 0xff8c6bb1, 0xff9a8a00};
    return kColours[index % kSeriesColours];
}

} // namespace phasor
