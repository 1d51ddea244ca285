// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace phasor {

// `format`: as of std::to_chars.
static std::string print(auto value, auto... format)
{
    std::array<char, 512> buffer;
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...).ptr};
}

static std::string withoutTrailingZeros(std::string text)
{
    if (text.find('.') == std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text;
}

static std::string powerOfTenText(int exponent)
{
    constexpr std::array<const char*, 10> kDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "10⁻" : "10";
    for (const char digit : std::to_string(std::abs(exponent)))
        text += kDigits[static_cast<std::size_t>(digit - '0')];
    return text;
}

static std::string scientificText(const std::string& mantissa, int exponent)
{
    return (mantissa == "1" ? "" : mantissa + "·") + powerOfTenText(exponent);
}

static Error refused(std::string code, std::string_view text, SourceText why)
{
    return usageError(std::move(code), Message(),
                      text.empty() ? Message(WORDS("empty value")) : why.with(inQuotes(text)), {});
}

// std::errc(): all of it is a number; invalid_argument: it is none; result_out_of_range.
static std::errc parse(std::string_view text, auto& value)
{
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return stop != end ? std::errc::invalid_argument : error;
}

// `text` is no integer, but perhaps another number.
static Error notWhole(std::string_view text)
{
    const Result<double> real = parseReal(text);
    return real.ok() || real.error().code == "RANGE" ? refused("RANGE", text, WORDS("%1 is not a whole number"))
                                                     : real.error();
}

std::string shortNumber(double value, int digits)
{
    constexpr int kLeastExponent = -4;
    constexpr int kGreatestExponent = 5;
    if (std::isnan(value))
        return "NaN";
    const std::string sign = value < 0 ? "−" : "";
    const double size = std::abs(value);
    if (std::isinf(size))
        return sign + "∞";
    if (size == 0)
        return "0";
    const std::string scientific = print(size, std::chars_format::scientific, digits - 1);
    const std::size_t e = scientific.find('e');
    const int exponent = std::stoi(scientific.substr(e + 1));
    if (exponent >= kLeastExponent && exponent <= kGreatestExponent) {
        const int decimals = std::max(0, digits - 1 - exponent);
        return sign + withoutTrailingZeros(print(size, std::chars_format::fixed, decimals));
    }
    const std::string mantissa = withoutTrailingZeros(scientific.substr(0, e));
    return sign + scientificText(mantissa, exponent);
}

std::string withCommas(std::string number)
{
    constexpr const char* kDigits = "0123456789";
    const std::size_t first = std::min(number.size(), number.find_first_of(kDigits));
    std::size_t at = std::min(number.size(), number.find_first_not_of(kDigits, first));
    for (; at > first + 3; at -= 3)
        number.insert(at - 3, 1, ',');
    return number;
}

std::string powerOfTen(double exponent)
{
    constexpr double kLeastDouble = -300;
    if (std::isinf(exponent))
        return exponent < 0 ? "0" : "∞";
    if (exponent > kLeastDouble)
        return shortNumber(std::pow(10.0, exponent), 2);
    const auto whole = static_cast<int>(std::floor(exponent));
    const std::string mantissa = shortNumber(std::pow(10.0, exponent - whole), 2);
    if (mantissa == "10") // rounded up
        return powerOfTenText(whole + 1);
    return scientificText(mantissa, whole);
}

double threeDigits(double value)
{
    if (value == 0)
        return 0;
    // Division by an exact power of ten gives the double nearest to the short decimal; multiplication would not.
    const int digits = 2 - static_cast<int>(std::floor(std::log10(std::abs(value))));
    const double power = std::pow(10.0, std::abs(digits));
    return digits >= 0 ? std::round(value * power) / power : std::round(value / power) * power;
}

std::string percent(double share)
{
    return shortNumber(100 * share) + " %";
}

Result<std::int64_t> parseInteger(std::string_view text)
{
    std::int64_t value = 0;
    const std::errc error = parse(text, value);
    if (error == std::errc::result_out_of_range)
        return refused("RANGE", text, WORDS("%1 is out of range"));
    return error == std::errc() ? Result(value) : notWhole(text);
}

Result<double> parseReal(std::string_view text)
{
    double value = 0;
    const std::errc error = parse(text, value);
    if (error == std::errc::result_out_of_range)
        return refused("RANGE", text, WORDS("%1 is out of range"));
    if (error != std::errc())
        return refused("TYPE", text, WORDS("%1 is not a number"));
    if (std::isfinite(value))
        return value;
    // from_chars also accepts "nan(…)", "infinity" and any case; one spelling is enough.
    return text == "nan" || text == "inf" || text == "-inf" ? refused("RANGE", text, WORDS("%1 is not finite"))
                                                            : refused("TYPE", text, WORDS("%1 is not a number"));
}

Result<Seed> parseSeed(std::string_view text)
{
    std::int64_t negative = 0;
    std::uint64_t positive = 0;
    const bool minus = text.starts_with('-');
    const std::errc error = minus ? parse(text, negative) : parse(text, positive);
    if (error == std::errc::result_out_of_range)
        return refused("RANGE", text, WORDS("%1 is out of range, seeds are from -2^63 to 2^64 - 1"));
    if (error != std::errc())
        return notWhole(text);
    return minus ? Seed{static_cast<std::uint64_t>(negative), negative < 0} : Seed{positive, false};
}

std::string printReal(double value)
{
    if (std::isnan(value))
        return "nan"; // to_chars would print the sign of a NaN
    return print(value);
}

std::string printSeed(Seed seed)
{
    return seed.negative ? print(static_cast<std::int64_t>(seed.bits)) : print(seed.bits);
}

} // namespace phasor
