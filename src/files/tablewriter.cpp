// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/tablewriter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace phasor {

std::string npyHeader(std::string_view descr, std::span<const std::int64_t> shape)
{
    // NumPy leaves room for the first dimension to grow to 21 digits, so that a file can be appended to in place.
    constexpr std::size_t kGrowth = 21;
    constexpr std::size_t kAlignment = 64;
    constexpr std::size_t kPrefix = 10;

    std::string text = "{'descr': '";
    ((text += descr) += "', 'fortran_order': False, 'shape': (");
    for (std::size_t i = 0; i < shape.size(); ++i)
        (text += i == 0 ? "" : ", ") += std::to_string(shape[i]);
    text += shape.size() == 1 ? ",), }" : "), }";
    if (!shape.empty())
        text.append(kGrowth - std::to_string(shape[0]).size(), ' ');
    text.append(kAlignment - (kPrefix + text.size() + 1) % kAlignment, ' ');
    text += '\n';

    std::string header = "\x93NUMPY";
    header += '\1';
    header += '\0';
    header += static_cast<char>(text.size() & 0xff);
    header += static_cast<char>(text.size() >> 8);
    return header += text;
}

static_assert(std::endian::native == std::endian::little, "files are written as the numbers lie in memory");

namespace {

constexpr std::size_t kLargestNumber = 15; // "-1.23456789e-38"
constexpr std::size_t kRoom = 32; // bytes that copies of a fixed length may overwrite, even if fewer are valid
constexpr int kDigits = 9;

// Powers of ten that a double holds exactly.
constexpr std::array<double, 23> kPowers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kLargestPower = static_cast<int>(kPowers.size()) - 1;

struct Decimal
{
    std::uint32_t digits = 0; // kDigits digits
    int exponent = 0; // value = d.dddddddd x 10^exponent
    bool exact = false; // false: the last digit is uncertain and needs a slower method
};

// value * 10^(8 - exponent), rounded once.
double scaled(double value, int exponent)
{
    const int power = kDigits - 1 - exponent;
    return power >= 0 ? value * kPowers[static_cast<std::size_t>(power)]
                      : value / kPowers[static_cast<std::size_t>(-power)];
}

// Nine digits by one multiplication, with an error below 2e-7 of the last digit: enough to round, unless the fraction
// is that close to one half. `value` is a normal double above 0.
Decimal nineDigits(double value)
{
    constexpr double kLeast = 1e8;
    constexpr double kDoubt = 1e-6;
    constexpr int kLogTwo = 78913; // log10(2) * 2^18: floor(binary * log10(2)) is right for every exponent of a float
    const int binary = static_cast<int>(std::bit_cast<std::uint64_t>(value) >> 52) - 1023;
    int exponent = (binary * kLogTwo) >> 18; // decimal exponent of 2^binary, or one less
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

char* put(char* out, std::string_view text)
{
    return std::ranges::copy(text, out).out;
}

constexpr std::array<char, 200> kPairs = [] {
    std::array<char, 200> pairs{};
    for (std::size_t i = 0; i < 100; ++i) {
        pairs[2 * i] = static_cast<char>('0' + i / 10);
        pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return pairs;
}();

// Nine digits and room after them, so that copies may have a fixed length.
struct Digits
{
    std::array<char, 16> text{};
    int significant = 0; // digits without trailing zeros; at least 1
};

Digits digitsOf(std::uint32_t number)
{
    Digits out;
    for (std::size_t pair = kDigits / 2; pair-- > 0; number /= 100)
        std::memcpy(out.text.data() + 1 + 2 * pair, kPairs.data() + std::size_t{2} * (number % 100), 2);
    out.text[0] = static_cast<char>('0' + number);
    out.significant = kDigits;
    while (out.text[static_cast<std::size_t>(out.significant - 1)] == '0')
        --out.significant;
    return out;
}

// Writes up to kRoom bytes at `out`; only those before the returned end are valid.
char* printDecimal(Decimal decimal, char* out)
{
    constexpr std::size_t kCopy = 8; // all digits but the first
    const Digits digits = digitsOf(decimal.digits);
    const char* const text = digits.text.data();
    const int e = decimal.exponent;
    if (e < 0 && e >= -4) {
        put(out, "0.000");
        out += 1 - e;
        *out = text[0];
        std::memcpy(out + 1, text + 1, kCopy);
        return out + digits.significant;
    }
    const int whole = e >= 0 && e < kDigits ? e + 1 : 1; // digits before the point
    std::memcpy(out, text, kCopy);
    out[kCopy] = text[kCopy];
    out += whole;
    if (digits.significant > whole) {
        *out = '.';
        std::memcpy(out + 1, text + whole, kCopy);
        out += 1 + digits.significant - whole;
    }
    if (whole == e + 1)
        return out;
    *out++ = 'e';
    *out++ = e < 0 ? '-' : '+';
    std::memcpy(out, kPairs.data() + std::ptrdiff_t{2} * std::abs(e), 2);
    return out + 2;
}

} // namespace

std::string endingOf(std::string_view path)
{
    const std::string_view name = path.substr(path.rfind('/') + 1);
    std::string ending(name.substr(std::min(name.rfind('.'), name.size())));
    for (char& c : ending)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return ending;
}

Result<TableFormat> tableFormat(std::string_view path)
{
    const std::string extension = endingOf(path);
    if (extension == ".npy")
        return TableFormat::Npy;
    if (extension == ".csv")
        return TableFormat::Csv;
    return usageError("ENUM", quotedPlace(path),
                      extension.size() < 2 ? Message(WORDS("the name has no ending that says the format"))
                                           : WORDS("unknown format %1").with(inQuotes(extension)),
                      WORDS("formats: %1").with(std::string_view("npy, csv")));
}

std::string tableHeader(Shape shape, TableFormat format, ElementType type)
{
    const std::string_view descr = type == ElementType::Bool ? "|b1" : "<f4";
    return format == TableFormat::Csv ? std::string() : npyHeader(descr, std::array{shape.rows, shape.cols});
}

std::int64_t leastTableSize(Shape shape, TableFormat format, ElementType type)
{
    constexpr std::int64_t kShortest = 2; // "0,"
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::int64_t cell
        = format == TableFormat::Csv ? kShortest : static_cast<std::int64_t>(largestCell(format, type));
    if (shape.rows > kMost / 2 / cell / std::max<std::int64_t>(1, shape.cols))
        return kMost;
    return static_cast<std::int64_t>(tableHeader(shape, format, type).size()) + shape.rows * shape.cols * cell;
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
        return put(out, "nan");
    *out = '-';
    out += std::signbit(value) ? 1 : 0;
    const double magnitude = std::abs(static_cast<double>(value));
    if (magnitude == 0)
        return put(out, "0");
    if (std::isinf(magnitude))
        return put(out, "inf");
    const Decimal decimal = nineDigits(magnitude);
    if (!decimal.exact)
        return std::to_chars(out, out + kLargestNumber, magnitude, std::chars_format::general, kDigits).ptr;
    // Text made here, then copied at once: pieces of a fixed length are faster than pieces of the right one.
    std::array<char, kRoom> text;
    const std::ptrdiff_t length = printDecimal(decimal, text.data()) - text.data();
    std::memcpy(out, text.data(), kLargestNumber - 1);
    return out + length;
}

std::string csvField(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string field = "\"";
    for (const char c : text)
        (field += c == '"' ? "\"" : "") += c;
    return field + '"';
}

std::string tokensHeader(std::int64_t count, TableFormat format)
{
    const std::array shape{count};
    return format == TableFormat::Npy ? npyHeader("<i8", shape) : std::string();
}

void encodeToken(std::int64_t id, TableFormat format, std::string& out)
{
    if (format == TableFormat::Npy)
        out.append(reinterpret_cast<const char*>(&id), sizeof id);
    else
        (out += std::to_string(id)) += '\n';
}

} // namespace phasor
