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

std::span<const EnumChoice<SinusoidalLayout>> choicesOf(SinusoidalLayout)
{
    using enum SinusoidalLayout;
    static constexpr EnumChoice<SinusoidalLayout> kChoices[] = {
        {Interleaved,
         {"interleaved", WORDS("interleaved"), WORDS("sine and cosine alternate, as in PyTorch's tutorials")}},
        {Halves, {"halves", WORDS("halves"), WORDS("all sines, then all cosines")}},
        {Tensor2tensor,
         {"tensor2tensor", WORDS("tensor2tensor"),
          WORDS("all sines, then all cosines, with the frequencies of the paper's code: b^(−i/(h − 1))")}},
    };
    return kChoices;
}

std::span<const EnumChoice<Precision>> choicesOf(Precision)
{
    using enum Precision;
    static constexpr EnumChoice<Precision> kChoices[] = {
        {Exact, {"exact", WORDS("exact"), WORDS("each float32 is correctly rounded")}},
        {Float32,
         {"float32", WORDS("float32"),
          WORDS("the formula of PyTorch's tutorials in float32, computed as without MKL")}},
        {Bfloat16, {"bfloat16", WORDS("bfloat16"), WORDS("positions, frequencies and PE in bfloat16")}},
        {Float16,
         {"float16", WORDS("float16"),
          WORDS("positions, frequencies and PE in float16, whose largest number is 65504")}},
        {Bfloat16Rounded,
         {"bfloat16-rounded", WORDS("bfloat16, at the end"), WORDS("the exact PE, rounded to bfloat16")}},
        {Float16Rounded, {"float16-rounded", WORDS("float16, at the end"), WORDS("the exact PE, rounded to float16")}},
    };
    return kChoices;
}

} // namespace phasor
