// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"

#include <nlohmann/json_fwd.hpp>

namespace phasor {

// One object, keys as ParameterSpec::key(), in the table's order. Seeds are strings (64 bits), absent values are null.
nlohmann::ordered_json toJson(const Parameters& parameters);

// Missing keys take their defaults; unknown keys are ignored here (a session keeps them). Errors: TYPE, RANGE, ENUM …
// with `field` = key.
Result<Parameters> fromJson(const nlohmann::ordered_json& object);

// JSON of one value: a list is an array; on and off are the setting's words.
nlohmann::ordered_json toJson(const ValueSpec& spec, const ParameterValue& value);
// A value that the spec allows. Errors: TYPE, RANGE, ENUM … with `field` = key.
Result<ParameterValue> fromJson(const ValueSpec& spec, const nlohmann::ordered_json& json);

// One word of a command line, quoted for a POSIX shell.
std::string shellQuoted(const std::string& text);

// Options that make the parameters, only those that differ from the defaults, quoted for a shell: "--d-model 64 --text
// 'the cat'". With `base`: those that differ from the base.
std::string toCommandLine(const Parameters& parameters, const Parameters& base = {});

} // namespace phasor
