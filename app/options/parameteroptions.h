// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"

#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// Whether another value of the parameter could change a number in a stage of this setup. True if that is not certain.
bool changesAnything(const ParameterSpec& spec, const Parameters& parameters);

// Help texts of a parameter.
const char* placeholderOf(const ValueSpec& spec); // for its value: "N", "ID|X"
std::string helpOf(const ParameterSpec& spec); // range, choices, default, and schemes that have it
std::string helpOf(const ValueSpec& spec, const ParameterValue& standard);
std::string standardOf(const ValueSpec& spec, const ParameterValue& standard); // or what happens without it

// Schemes that have a parameter of this name as their own; empty if all schemes have it.
std::vector<const ParameterSpec*> ownersOf(std::string_view id);

// Reads --text-file: a regular file, a pipe, or - for standard input; at most 64 MiB. Error: Input OPEN.
Result<std::string> readTextFile(const std::string& path);

} // namespace phasor
