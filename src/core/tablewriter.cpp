// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tablewriter.h"

#include "core/npyheader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

namespace phasor {

static_assert(std::endian::native == std::endian::little, "files are written as the numbers lie in memory");

namespace {

constexpr std::size_t kLargestNumber = 15; // "-1.23456789e-38"
constexpr int kDigits = 9;

// Powers of ten that a double holds exactly.
constexpr std::array<double, 23> kPowers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kLargestPower = static_cast<int>(kPowers.size()) - 1;

struct Decimal
{
    std::uint32_t digits = 0; // kDigits digits
    int exponent = 0; // value = d.dddddddd x 10^exponent
    bool exact = false; // else to be asked again of a slower method
};

// value * 10^(8 - exponent), rounded once.
double scaled(double value, int exponent)
{
    const int power = kDigits - 1 - exponent;
    return power >= 0 ? value * kPowers[static_cast<std::size_t>(power)]
                      : value / kPowers[static_cast<std::size_t>(-power)];
}

// Nine digits by one multiplication, which is off by less than 2e-7 of the last digit: enough to round, unless the
// fraction is that close to one half.
Decimal nineDigits(double value)
{
    constexpr double kLeast = 1e8;
    constexpr double kDoubt = 1e-6;
    int binary = 0;
    std::frexp(value, &binary);
    int exponent = static_cast<int>(std::floor((binary - 1) * 0.30102999566398120));
    if (exponent + 1 > kDigits - 1 + kLargestPower || exponent < kDigits - 1 - kLargestPower)
        return {};
    double number = scaled(value, exponent);
    if (number >= 10 * kLeast)
        number = scaled(value, ++exponent);
    auto digits = static_cast<std::uint32_t>(number);
    const double fraction = number - digits;
    if (std::abs(fraction - 0.5) < kDoubt)
        return {};
    digits += fraction > 0.5 ? 1 : 0;
    if (digits == 10 * static_cast<std::uint32_t>(kLeast)) {
        digits /= 10;
        ++exponent;
    }
    return {digits, exponent, digits >= static_cast<std::uint32_t>(kLeast)};
}

char* put(char* out, const char* from, int count)
{
    return std::copy_n(from, count, out);
}

char* printDecimal(Decimal decimal, char* out)
{
    std::array<char, kDigits> text{};
    int significant = 0;
    for (int i = kDigits - 1; i >= 0; --i, decimal.digits /= 10) {
        text[static_cast<std::size_t>(i)] = static_cast<char>('0' + decimal.digits % 10);
        if (significant == 0 && decimal.digits % 10 != 0)
            significant = i + 1;
    }
    const int e = decimal.exponent;
    if (e >= 0 && e < kDigits) {
        out = put(out, text.data(), e + 1);
        if (significant > e + 1) {
            *out++ = '.';
            out = put(out, text.data() + e + 1, significant - e - 1);
        }
        return out;
    }
    if (e < 0 && e >= -4) {
        out = put(out, "0.000", 1 - e);
        return put(out, text.data(), significant);
    }
    *out++ = text[0];
    if (significant > 1) {
        *out++ = '.';
        out = put(out, text.data() + 1, significant - 1);
    }
    *out++ = 'e';
    *out++ = e < 0 ? '-' : '+';
    *out++ = static_cast<char>('0' + std::abs(e) / 10);
    *out++ = static_cast<char>('0' + std::abs(e) % 10);
    return out;
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string_view describe(ElementType type)
{
    return type == ElementType::Bool ? "|b1" : "<f4";
}

} // namespace

Result<TableFormat> tableFormat(std::string_view path)
{
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    std::string extension(dot == std::string_view::npos ? std::string_view() : name.substr(dot));
    std::ranges::transform(extension, extension.begin(), lower);
    if (extension == ".npy")
        return TableFormat::Npy;
    if (extension == ".csv")
        return TableFormat::Csv;
    Error error;
    error.kind = ErrorKind::Usage;
    error.code = "ENUM";
    error.where = quoted(path);
    error.what = extension.empty() ? "no extension that says the format" : "unknown format " + quoted(extension);
    error.remedy = "formats: npy, csv";
    return error;
}

std::string tableHeader(Shape shape, TableFormat format, ElementType type)
{
    return format == TableFormat::Csv ? std::string() : npyHeader(describe(type), std::array{shape.rows, shape.cols});
}

std::size_t largestCell(TableFormat format, ElementType type)
{
    if (format == TableFormat::Csv)
        return type == ElementType::Bool ? 2 : kLargestNumber + 1;
    return type == ElementType::Bool ? 1 : sizeof(float);
}

char* encodeCells(std::span<const float> cells, std::int64_t column, std::int64_t columns, TableFormat format,
                  ElementType type, char* out)
{
    if (format == TableFormat::Npy) {
        if (type == ElementType::Bool)
            return std::ranges::transform(cells, out, [](float cell) { return static_cast<char>(cell != 0); }).out;
        std::memcpy(out, cells.data(), cells.size_bytes());
        return out + cells.size_bytes();
    }
    for (const float cell : cells) {
        if (type == ElementType::Bool)
            *out++ = cell != 0 ? '1' : '0';
        else
            out = printCell(cell, out);
        const bool last = ++column == columns;
        *out++ = last ? '\n' : ',';
        column = last ? 0 : column;
    }
    return out;
}

char* printCell(float value, char* out)
{
    if (std::isnan(value))
        return put(out, "nan", 3);
    if (std::signbit(value))
        *out++ = '-';
    const double magnitude = std::abs(static_cast<double>(value));
    if (magnitude == 0)
        return put(out, "0", 1);
    if (std::isinf(magnitude))
        return put(out, "inf", 3);
    const Decimal decimal = nineDigits(magnitude);
    if (decimal.exact)
        return printDecimal(decimal, out);
    return std::to_chars(out, out + kLargestNumber, magnitude, std::chars_format::general, kDigits).ptr;
}

Status writeTokens(std::span<const std::int64_t> ids, TableFormat format, OutputFile& out)
{
    if (format == TableFormat::Npy) {
        const std::array shape{static_cast<std::int64_t>(ids.size())};
        if (Status header = out.write(npyHeader("<i8", shape)); !header.ok())
            return header;
        return out.write(std::as_bytes(ids));
    }
    constexpr std::size_t kBlock = 65536;
    std::string text;
    for (std::size_t i = 0; i < ids.size(); i += kBlock) {
        text.clear();
        for (const std::int64_t id : ids.subspan(i, std::min(kBlock, ids.size() - i))) {
            std::array<char, 24> number{};
            text.append(number.data(), std::to_chars(number.begin(), number.end(), id).ptr);
            text += '\n';
        }
        if (Status written = out.write(text); !written.ok())
            return written;
    }
    return Done{};
}

} // namespace phasor
