// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/valuespec.h"

#include <span>

namespace phasor {

// x rounded to nearest, ties to even, to the type's values. Overflow gives infinity, NaN stays NaN.
float roundToBfloat16(float x);
float roundToFloat16(float x);

// Type that values are rounded to.
struct NarrowType
{
    std::string_view name = "float32";
    float (*round)(float) = nullptr; // null: nothing to round

    void roundAll(std::span<float> values) const;
};

// Type of a precision by its id: bfloat16 of "bfloat16" and of "bfloat16-rounded".
NarrowType typeOfPrecision(std::string_view id);

// Order of the sine and cosine columns of a sinusoidal table.
enum class SinusoidalLayout {
    Interleaved, // sin 0, cos 0, sin 1, cos 1 …
    Halves, // all sines, then all cosines
    Tensor2tensor, // halves, with its own frequencies
};
template <>
inline constexpr EnumChoice<SinusoidalLayout> kChoices<SinusoidalLayout>[] = {
    {SinusoidalLayout::Interleaved,
     {"interleaved", WORDS("interleaved"), WORDS("sine and cosine alternate, as in PyTorch's tutorials")}},
    {SinusoidalLayout::Halves, {"halves", WORDS("halves"), WORDS("all sines, then all cosines")}},
    {SinusoidalLayout::Tensor2tensor,
     {"tensor2tensor", WORDS("tensor2tensor"),
      WORDS("all sines, then all cosines, with the frequencies of the paper's code: b^(−i/(h − 1))")}},
};

// Precision of the table.
enum class Precision {
    Exact, // every float32 is the correctly rounded value
    Float32, // computed in this type like a framework does, step by step
    Bfloat16,
    Float16,
    Bfloat16Rounded, // the exact table, rounded to that type when it is done
    Float16Rounded,
};
template <>
inline constexpr EnumChoice<Precision> kChoices<Precision>[] = {
    {Precision::Exact, {"exact", WORDS("exact"), WORDS("each float32 is correctly rounded")}},
    {Precision::Float32,
     {"float32", WORDS("float32"), WORDS("the formula of PyTorch's tutorials in float32, computed as without MKL")}},
    {Precision::Bfloat16, {"bfloat16", WORDS("bfloat16"), WORDS("positions, frequencies and PE in bfloat16")}},
    {Precision::Float16,
     {"float16", WORDS("float16"), WORDS("positions, frequencies and PE in float16, whose largest number is 65504")}},
    {Precision::Bfloat16Rounded,
     {"bfloat16-rounded", WORDS("bfloat16, at the end"), WORDS("the exact PE, rounded to bfloat16")}},
    {Precision::Float16Rounded,
     {"float16-rounded", WORDS("float16, at the end"), WORDS("the exact PE, rounded to float16")}},
};

// Whether every step is computed in the narrow type, like in frameworks.
inline bool isStepwise(Precision precision)
{
    return precision == Precision::Float32 || precision == Precision::Bfloat16 || precision == Precision::Float16;
}

// Settings of the sinusoidal table, except its shape. A plain value.
struct SinusoidalSettings
{
    double base = 10000; // b of ω_i = b^(−2i/d), kLeastBase … kMostBase
    SinusoidalLayout layout = SinusoidalLayout::Interleaved;
    std::int64_t firstPosition = 0; // position of row 0, 0 … 2147483647
    Precision precision = Precision::Exact;

    bool operator==(const SinusoidalSettings&) const = default;
};

} // namespace phasor
