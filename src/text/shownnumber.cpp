// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/shownnumber.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace phasor {

namespace {

std::string digitsOf(double value, std::chars_format format, int precision)
{
    std::array<char, 512> buffer{};
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision).ptr};
}

std::string withoutTrailingZeros(std::string text)
{
    if (text.find('.') == std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text;
}

std::string powerOfTenText(int exponent)
{
    constexpr std::array<const char*, 10> kDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "10⁻" : "10";
    for (const char digit : std::to_string(std::abs(exponent)))
        text += kDigits[static_cast<std::size_t>(digit - '0')];
    return text;
}

std::string scientificText(const std::string& mantissa, int exponent)
{
    return (mantissa == "1" ? "" : mantissa + "·") + powerOfTenText(exponent);
}

} // namespace

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
    const std::string scientific = digitsOf(size, std::chars_format::scientific, digits - 1);
    const std::size_t e = scientific.find('e');
    const int exponent = std::stoi(scientific.substr(e + 1));
    if (exponent >= kLeastExponent && exponent <= kGreatestExponent) {
        const int decimals = std::max(0, digits - 1 - exponent);
        return sign + withoutTrailingZeros(digitsOf(size, std::chars_format::fixed, decimals));
    }
    const std::string mantissa = withoutTrailingZeros(scientific.substr(0, e));
    return sign + scientificText(mantissa, exponent);
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

std::string percent(double share)
{
    return shortNumber(100 * share) + " %";
}

} // namespace phasor
