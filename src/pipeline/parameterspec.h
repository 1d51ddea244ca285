// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters.h"
#include "text/result.h"

#include <functional>
#include <span>
#include <string_view>

namespace phasor {

// One value of any parameter; std::monostate is "not given, the program chooses".
using ParameterValue = std::variant<std::monostate, std::int64_t, double, Seed, std::string>;

enum class ParameterKind { Integer, Real, Seed, Choice, ChoiceOrNumber, ChoiceOrFile, Text };

enum class ParameterGroup { Sentence, Encoding, Embedding, ScaleAndSum, Dropout };

// What a control for the parameter should feel like.
enum class ParameterScale { Linear, Logarithmic, PowersOfTwo };

struct ParameterChoice
{
    std::string_view id;
    std::string_view label;
    std::string_view explanation;
};

// All that is known of one parameter. JSON keys, options, controls, messages and documentation derive from it.
struct ParameterSpec
{
    std::string_view id; // option without dashes: "d-model"
    std::string_view label; // on the control: "d_model"
    ParameterKind kind = ParameterKind::Integer;
    ParameterGroup group = ParameterGroup::Encoding;
    double minimum = 0; // numbers only
    double maximum = 0;
    ParameterScale scale = ParameterScale::Linear;
    std::string_view unit;
    std::string_view help; // one sentence
    std::string_view formula;
    std::string_view absent; // optional parameters: what happens without it, "number of tokens"; else empty
    std::vector<ParameterChoice> (*choices)() = nullptr;
    std::string_view filePrefix; // ChoiceOrFile: "file:"
    bool (*matters)(const Parameters&) = nullptr; // whether it changes anything beside these; null: always
    ParameterValue standard;
    std::function<ParameterValue(const Parameters&)> value;
    std::function<void(Parameters&, const ParameterValue&)> assign; // of a checked value

    bool optional() const { return !absent.empty(); }
    std::string option() const; // "--d-model"
    std::string key() const; // "d_model", in JSON
};

// The table, in the order of controls and help.
std::span<const ParameterSpec> parameterSpecs();
const ParameterSpec* findParameter(std::string_view id);

// The text of a command line or of a field, strictly read, range checked.
Result<ParameterValue> parseValue(const ParameterSpec& spec, std::string_view text);
// The shortest text that parseValue reads back to the same value.
std::string printValue(const ParameterSpec& spec, const ParameterValue& value);
// Type, range and choice of one value.
Status checkValue(const ParameterSpec& spec, const ParameterValue& value);

// Contradictions between parameters that no single value shows: position_dims >= d_model when concatenating …
Status validate(const Parameters& parameters);

} // namespace phasor
