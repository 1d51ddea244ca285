// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace phasor {

// What happened to numbers on their way to float32.
struct ConversionCount
{
    std::int64_t rounded = 0; // to a near float32
    std::int64_t overflowed = 0; // became infinite
    std::int64_t vanished = 0; // became 0 and were not

    ConversionCount& operator+=(const ConversionCount& other)
    {
        rounded += other.rounded;
        overflowed += other.overflowed;
        vanished += other.vanished;
        return *this;
    }
};

enum class NumberKind { Float, Signed, Unsigned, Bool };

// How a number is stored: Float 2, 4, 8 bytes (IEEE 754), Signed and Unsigned 1, 2, 4, 8, Bool 1 (any bit set is 1).
struct NumberFormat
{
    NumberKind kind = NumberKind::Float;
    int bytes = 4;
    bool bigEndian = false;
};

// The format of a NumPy type: "<f4", "f4", "d", "|b1", "?", "float32" …; nothing: no number, or "=f4", the order of a
// machine that is not known.
std::optional<NumberFormat> numberFormatNamed(std::string_view type);

// Converts out.size() numbers that begin at in[0]; `in` has that many times format.bytes. Any thread.
ConversionCount toFloats(NumberFormat format, std::span<const std::byte> in, std::span<float> out);

} // namespace phasor
