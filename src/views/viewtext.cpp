// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/viewtext.h"

#include "random/generator.h"
#include "text/numbers.h"

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
    return sign + (mantissa == "1" ? "" : mantissa + "·") + powerOfTenText(exponent);
}

std::string powerOfTen(double exponent)
{
    constexpr double kLeastDouble = -300;
    if (std::isinf(exponent))
        return exponent < 0 ? "0" : "∞";
    if (exponent > kLeastDouble)
        return shortNumber(std::pow(10.0, exponent), 2);
    // Where the mantissa would round up to 10 it is the next power.
    double whole = std::floor(exponent);
    std::string mantissa = shortNumber(std::pow(10.0, exponent - whole), 2);
    if (mantissa == "10") {
        mantissa = "1";
        whole += 1;
    }
    return (mantissa == "1" ? "" : mantissa + "·") + powerOfTenText(static_cast<int>(whole));
}

std::string percent(double share)
{
    return shortNumber(100 * share) + " %";
}

std::string generatorText(std::string_view id)
{
    for (const GeneratorInfo& info : generators()) {
        if (info.id == id)
            return std::string(info.label) + ": " + std::string(info.explanation);
    }
    return {};
}

Interval visiblePart(const ViewState::Range& range, std::int64_t cells)
{
    const auto size = static_cast<double>(cells);
    if (!range || !std::isfinite(range->low) || !std::isfinite(range->high))
        return {0, size};
    const double width = std::clamp(range->high - range->low, std::min(1.0, size), size);
    const double low = std::clamp(range->low, 0.0, size - width);
    return {low, low + width};
}

Span cellsOf(Interval visible, std::int64_t cells)
{
    if (cells <= 0)
        return {0, 0};
    const std::int64_t begin
        = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(visible.low)), 0, cells - 1);
    const auto end = static_cast<std::int64_t>(std::ceil(visible.high));
    return {begin, std::clamp<std::int64_t>(end, begin + 1, cells)};
}

std::string keyOf(const ViewState::Range& range)
{
    return range ? printReal(range->low) + ":" + printReal(range->high) : "all";
}

} // namespace phasor
