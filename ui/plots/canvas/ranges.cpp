// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/ranges_p.h"

#include <algorithm>
#include <cmath>

namespace phasor {

Interval clamped(Interval wanted, double count)
{
    if (!std::isfinite(wanted.low) || !std::isfinite(wanted.high))
        return {0, count};
    if (wanted.low > wanted.high)
        std::swap(wanted.low, wanted.high);
    const double least = std::min(1.0, count);
    const double width = std::clamp(wanted.high - wanted.low, least, count);
    if (wanted.high - wanted.low < least) // grow about the middle
        wanted.low = 0.5 * (wanted.low + wanted.high) - 0.5 * width;
    const double low = std::clamp(wanted.low, 0.0, count - width);
    return {low, std::min(low + width, count)};
}

Interval zoomed(Interval visible, double anchor, double factor, double count)
{
    anchor = std::clamp(anchor, visible.low, visible.high);
    const double width = std::clamp((visible.high - visible.low) * factor, std::min(1.0, count), count);
    const double share = visible.high > visible.low ? (anchor - visible.low) / (visible.high - visible.low) : 0.5;
    const double low = anchor - share * width;
    return clamped({low, low + width}, count);
}

std::vector<double> centresOf(const Axis& axis, const std::optional<std::int64_t>& coordinate)
{
    std::vector<double> centres;
    const std::optional<std::int64_t> first = coordinate ? axis.index(*coordinate) : std::nullopt;
    if (!first)
        return centres;
    const std::int64_t step = axis.period > 0 ? axis.period : axis.count;
    for (std::int64_t index = *first; index < axis.count; index += step)
        centres.push_back(static_cast<double>(axis.first + index) + kMiddle);
    return centres;
}

} // namespace phasor
