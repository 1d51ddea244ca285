// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// Whether another value of the parameter could change a number of some stage of this set-up. Cautious: true where that
// is not sure.
bool changesAnything(const ParameterSpec& spec, const Parameters& parameters);

// "sinusoidal, rope": a word of each item.
std::string listed(const auto& items, auto wordOf)
{
    std::string list;
    for (const auto& item : items)
        (list += list.empty() ? "" : ", ") += std::invoke(wordOf, item);
    return list;
}

// What the help of a command says of a parameter.
const char* placeholderOf(const ValueSpec& spec); // for its value: "N", "ID|X"
std::string helpOf(const ParameterSpec& spec); // with range, choices, default, and the schemes that have it
std::string helpOf(const ValueSpec& spec, const ParameterValue& standard);

// The schemes that have a parameter of this name of their own; none where all have it.
std::vector<const ParameterSpec*> ownersOf(std::string_view id);

} // namespace phasor
