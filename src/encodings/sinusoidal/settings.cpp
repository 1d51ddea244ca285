// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/settings.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace phasor {

float roundToBfloat16(float x)
{
    if (std::isnan(x))
        return x;
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return std::bit_cast<float>((bits + 0x7fffU + ((bits >> 16) & 1U)) & 0xffff0000U);
}

float roundToFloat16(float x)
{
    const float magnitude = std::fabs(x);
    if (!(magnitude < 65520.0F)) // midpoint of the largest float16 and the next power; also true for NaN
        return std::isnan(x) ? x : std::copysign(std::numeric_limits<float>::infinity(), x);
    if (magnitude < 0x1p-14F) // subnormal float16: multiples of 2^-24
        return std::copysign((magnitude + 0.5F) - 0.5F, x);
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return std::bit_cast<float>((bits + 0xfffU + ((bits >> 13) & 1U)) & 0xffffe000U);
}

void NarrowType::roundAll(std::span<float> values) const
{
    if (round != nullptr)
        std::ranges::transform(values, values.begin(), round);
}

NarrowType typeOfPrecision(std::string_view id)
{
    if (id.starts_with("bfloat16"))
        return {"bfloat16", roundToBfloat16};
    if (id.starts_with("float16"))
        return {"float16", roundToFloat16};
    return {};
}

} // namespace phasor
