// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

namespace phasor {

// A number with `digits` significant digits for readers, whatever the locale: a point, a real minus sign, superscripts
// for powers of ten. "−0.482", "1.2·10⁻⁷", "∞", "NaN". Integers below a million have all digits.
std::string shortNumber(double value, int digits = 3);
std::string withCommas(std::string number); // "−54400.5 %" with thousands separators: "−54,400.5 %"

// 10^exponent, also below the smallest double: "10⁻⁵¹²", "3.2·10⁻⁷⁷¹", "0.5".
std::string powerOfTen(double exponent);

// The double nearest to the value's first three significant digits.
double threeDigits(double value);

// "10 %", "0.03 %": a share in percent with three significant digits.
std::string percent(double share);

// A seed as typed, -2^63 … 2^64 - 1. Generators use `bits`, the value modulo 2^64 (same as torch.manual_seed);
// `negative` keeps the spelling.
struct Seed
{
    std::uint64_t bits = 0;
    bool negative = false;
    bool operator==(const Seed&) const = default;
};

// Numbers as text, the same in every locale. Reading needs the complete text: no blanks, no '+', no hexadecimal, no
// underscores, only ASCII digits. Errors are of kind Usage, code TYPE (not such a number) or RANGE (too large, too
// small, or not an integer); the caller fills in `where` and `remedy`.

Result<std::int64_t> parseInteger(std::string_view text);
// Finite. Refuses text that would overflow or round to 0, such as "1e-400".
Result<double> parseReal(std::string_view text);
Result<Seed> parseSeed(std::string_view text); // -2^63 … 2^64 - 1

// The shortest text that reads back to the same value; nan, inf, -inf.
std::string printReal(double value);
std::string printSeed(Seed seed);

} // namespace phasor
