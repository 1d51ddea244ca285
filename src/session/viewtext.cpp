// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/viewtext.h"

#include "core/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace phasor {

std::string shortNumber(double value, int digits)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits);
    std::string text;
    for (const char* c = buffer.data(); c != end.ptr; ++c)
        *c == '-' ? text += "−" : text += *c;
    return text;
}

std::string percent(double share)
{
    return shortNumber(100 * share) + " %";
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
    const std::int64_t begin = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(visible.low)), 0, cells - 1);
    const auto end = static_cast<std::int64_t>(std::ceil(visible.high));
    return {begin, std::clamp<std::int64_t>(end, begin + 1, cells)};
}

std::string keyOf(const ViewState::Range& range)
{
    return range ? printReal(range->low) + ":" + printReal(range->high) : "all";
}

} // namespace phasor
