// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/storedmatrix.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace phasor {

static_assert(std::endian::native == std::endian::little);

namespace {

struct Half
{
    std::uint16_t bits = 0;
};

struct BFloat
{
    std::uint16_t bits = 0;
};

template <std::size_t kBytes>
using Bits = std::conditional_t<
    kBytes == 8, std::uint64_t,
    std::conditional_t<kBytes == 4, std::uint32_t, std::conditional_t<kBytes == 2, std::uint16_t, std::uint8_t>>>;

template <typename T> T swapped(T bits)
{
    if constexpr (sizeof bits == 8)
        return __builtin_bswap64(bits);
    else if constexpr (sizeof bits == 4)
        return __builtin_bswap32(bits);
    else if constexpr (sizeof bits == 2)
        return __builtin_bswap16(bits);
    else
        return bits;
}

float converted(float value, ConversionCount&)
{
    return value;
}

float converted(double value, ConversionCount& count)
{
    constexpr double kOverflow = 0x1.ffffffp127; // from here on rounding goes to infinity
    if (std::abs(value) >= kOverflow) {
        count.overflowed += std::isfinite(value) ? 1 : 0;
        return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(std::copysign(1.0, value)));
    }
    const auto result = static_cast<float>(value);
    if (static_cast<double>(result) != value && !std::isnan(value))
        ++(result == 0 ? count.vanished : count.rounded);
    return result;
}

float converted(Half half, ConversionCount&)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(half.bits & 0x8000U) << 16;
    const std::uint32_t exponent = (half.bits >> 10) & 0x1fU;
    const std::uint32_t fraction = half.bits & 0x3ffU;
    if (exponent == 0) {
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    const std::uint32_t wide = exponent == 0x1f ? 0xffU : exponent + (127 - 15);
    return std::bit_cast<float>(sign | (wide << 23) | (fraction << 13));
}

float converted(BFloat upper, ConversionCount&)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(upper.bits) << 16);
}

float converted(bool value, ConversionCount&)
{
    return value ? 1.0F : 0.0F;
}

template <typename Integer>
requires std::is_integral_v<Integer>
float converted(Integer value, ConversionCount& count)
{
    if constexpr (sizeof(Integer) > 2) {
        const auto wide = static_cast<std::uint64_t>(value);
        const std::uint64_t magnitude = std::is_signed_v<Integer> && value < 0 ? 0 - wide : wide;
        const int significant = magnitude == 0 ? 0 : 64 - std::countl_zero(magnitude) - std::countr_zero(magnitude);
        count.rounded += significant > std::numeric_limits<float>::digits ? 1 : 0;
    }
    return static_cast<float>(value);
}

template <typename T, bool kSwap> ConversionCount convert(std::span<const std::byte> in, std::span<float> out)
{
    ConversionCount count;
    for (std::size_t i = 0; i < out.size(); ++i) {
        Bits<sizeof(T)> bits{};
        std::memcpy(&bits, in.data() + i * sizeof bits, sizeof bits);
        if constexpr (kSwap)
            bits = swapped(bits);
        if constexpr (std::is_same_v<T, bool>)
            out[i] = converted(bits != 0, count);
        else
            out[i] = converted(std::bit_cast<T>(bits), count);
    }
    return count;
}

// Converts from the one of Types that has the format's size.
template <typename... Types>
ConversionCount convertSized(NumberFormat format, std::span<const std::byte> in, std::span<float> out)
{
    ConversionCount count;
    const auto tryType = [&]<typename T>(T) {
        if (static_cast<int>(sizeof(T)) == format.bytes)
            count = format.bigEndian ? convert<T, true>(in, out) : convert<T, false>(in, out);
    };
    (tryType(Types{}), ...);
    return count;
}

// Converts out.size() numbers that begin at in[0]; `in` has that many times format.bytes.
ConversionCount toFloats(NumberFormat format, std::span<const std::byte> in, std::span<float> out)
{
    switch (format.kind) {
    case NumberKind::Signed:
        return convertSized<std::int8_t, std::int16_t, std::int32_t, std::int64_t>(format, in, out);
    case NumberKind::Unsigned:
        return convertSized<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(format, in, out);
    case NumberKind::BFloat:
        return convertSized<BFloat>(format, in, out);
    case NumberKind::Bool:
        return convertSized<bool>(format, in, out);
    case NumberKind::Float:
        break;
    }
    return convertSized<Half, float, double>(format, in, out);
}

struct TypeName
{
    std::string_view code; // after the byte order
    std::string_view letter; // letter of C's type
    std::string_view name; // alone, in this machine's order
    NumberKind kind;
    int bytes;
};

// NumPy's names of types, and other names that numpy.dtype accepts (long is that of 64-bit Linux, the usual origin).
constexpr TypeName kTypeNames[] = {
    {"f2", "e", "float16", NumberKind::Float, 2},   {"f4", "f", "float32", NumberKind::Float, 4},
    {"f8", "d", "float64", NumberKind::Float, 8},   {"i1", "b", "int8", NumberKind::Signed, 1},
    {"i2", "h", "int16", NumberKind::Signed, 2},    {"i4", "i", "int32", NumberKind::Signed, 4},
    {"i8", "l", "int64", NumberKind::Signed, 8},    {"u1", "B", "uint8", NumberKind::Unsigned, 1},
    {"u2", "H", "uint16", NumberKind::Unsigned, 2}, {"u4", "I", "uint32", NumberKind::Unsigned, 4},
    {"u8", "L", "uint64", NumberKind::Unsigned, 8}, {"b1", "?", "bool", NumberKind::Bool, 1},
    {"f2", "e", "half", NumberKind::Float, 2},      {"f4", "f", "single", NumberKind::Float, 4},
    {"f8", "d", "double", NumberKind::Float, 8},    {"f8", "d", "float", NumberKind::Float, 8},
    {"i8", "q", "int", NumberKind::Signed, 8},      {"u8", "Q", "uint", NumberKind::Unsigned, 8},
    {"b1", "?", "bool_", NumberKind::Bool, 1},
};

// Reads some columns in the file's order, then transposes them.
Result<ConversionCount> readColumns(const StoredMatrix& stored, Rect rect, MatrixView<float> out)
{
    constexpr std::int64_t kCols = 16; // one cache line of a row of `out`
    constexpr std::int64_t kRows = 4096;
    Matrix columns({std::min(kCols, rect.cols), std::min(kRows, rect.rows)});
    ConversionCount count;
    for (std::int64_t col = 0; col < rect.cols; col += kCols) {
        for (std::int64_t row = 0; row < rect.rows; row += kRows) {
            const Shape tile{std::min(kRows, rect.rows - row), std::min(kCols, rect.cols - col)};
            for (std::int64_t c = 0; c < tile.cols; ++c) {
                const std::int64_t first = (rect.col + col + c) * stored.layout.shape.rows + rect.row + row;
                TRY(const ConversionCount column,
                    stored.readRun(first, std::span(columns.view().row(c), static_cast<std::size_t>(tile.rows))));
                count += column;
            }
            for (std::int64_t r = 0; r < tile.rows; ++r) {
                for (std::int64_t c = 0; c < tile.cols; ++c)
                    out(row + r, col + c) = columns(c, r);
            }
        }
    }
    return count;
}

} // namespace

std::optional<NumberFormat> numberFormatNamed(std::string_view text)
{
    const char first = text.empty() ? '\0' : text[0];
    const bool ordered = first == '<' || first == '>' || first == '|';
    const std::string_view type = text.substr(ordered ? 1 : 0);
    for (const TypeName& known : kTypeNames) {
        const bool named = !ordered && type == known.name;
        if (!named && type != known.code && type != known.letter)
            continue;
        if (first == '|' && known.bytes > 1)
            return std::nullopt; // byte order "|" for a type of several bytes
        return NumberFormat{.kind = known.kind, .bytes = known.bytes, .bigEndian = first == '>'};
    }
    return std::nullopt;
}

Result<ConversionCount> StoredMatrix::readRun(std::int64_t first, std::span<float> out) const
{
    constexpr std::size_t kMost = 16384; // numbers that are read at once
    const auto bytes = static_cast<std::size_t>(layout.format.bytes);
    std::int64_t offset = layout.offset + first * layout.format.bytes;
    std::array<std::byte, kMost * sizeof(double)> buffer;
    ConversionCount count;
    while (!out.empty()) {
        const std::span<float> part = out.first(std::min(kMost, out.size()));
        const std::span<std::byte> raw(buffer.data(), part.size() * bytes);
        TRY_DONE(file.read(offset, raw));
        count += toFloats(layout.format, raw, part);
        offset += static_cast<std::int64_t>(raw.size());
        out = out.subspan(part.size());
    }
    return count;
}

Result<ConversionCount> StoredMatrix::read(Rect rect, MatrixView<float> out) const
{
    if (layout.fortran)
        return readColumns(*this, rect, out);
    const std::int64_t cols = layout.shape.cols;
    if (rect.cols == cols && out.contiguous())
        return readRun(rect.row * cols, std::span(out.data(), static_cast<std::size_t>(rect.rows * cols)));
    ConversionCount count;
    for (std::int64_t r = 0; r < rect.rows; ++r) {
        TRY(const ConversionCount row,
            readRun((rect.row + r) * cols + rect.col, std::span(out.row(r), static_cast<std::size_t>(rect.cols))));
        count += row;
    }
    return count;
}

} // namespace phasor
