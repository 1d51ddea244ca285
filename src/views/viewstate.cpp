// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/viewstate.h"

#include "text/numbers.h"

namespace phasor {

std::optional<ColourRange> colourRangeOf(const std::string& text)
{
    if (text == "model")
        return RangeRule::Model;
    if (text == "data")
        return RangeRule::Data;
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
        return std::nullopt;
    const Result<double> low = parseReal(text.substr(0, colon));
    const Result<double> high = parseReal(text.substr(colon + 1));
    if (!low.ok() || !high.ok() || !(*low < *high))
        return std::nullopt;
    return Interval{*low, *high};
}

std::string textOf(const ColourRange& range)
{
    if (const auto* given = std::get_if<Interval>(&range))
        return printReal(given->low) + ":" + printReal(given->high);
    return std::get<RangeRule>(range) == RangeRule::Data ? "data" : "model";
}

std::optional<Reduction> reductionOf(const std::string& text)
{
    if (text == "mean")
        return Reduction::Mean;
    if (text == "envelope")
        return Reduction::Envelope;
    return std::nullopt;
}

std::string textOf(Reduction reduction)
{
    return reduction == Reduction::Envelope ? "envelope" : "mean";
}

} // namespace phasor
