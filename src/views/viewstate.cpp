// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/viewstate.h"

#include "text/numbers.h"

#include <algorithm>

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

std::span<const std::string_view> reductionWords()
{
    static constexpr std::array<std::string_view, 4> kWords{"smooth", "mean", "envelope", "nearest"}; // as Reduction
    return kWords;
}

std::optional<Reduction> reductionOf(std::string_view text)
{
    const auto words = reductionWords();
    const auto found = std::ranges::find(words, text);
    if (found == words.end())
        return std::nullopt;
    return static_cast<Reduction>(found - words.begin());
}

std::string textOf(Reduction reduction)
{
    return std::string(reductionWords()[static_cast<std::size_t>(reduction)]);
}

} // namespace phasor
