// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"
#include "text/seed.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace phasor {

// One value of any parameter; std::monostate is "not given, the program chooses".
using ParameterValue = std::variant<std::monostate, std::int64_t, double, Seed, std::string>;

enum class ParameterKind { Integer, Real, Seed, Choice, ChoiceOrNumber, ChoiceOrFile, Text };

// What a control for the parameter should feel like.
enum class ParameterScale { Linear, Logarithmic, PowersOfTwo };

struct ParameterChoice
{
    std::string_view id;
    SourceText label;
    SourceText explanation;
};

// All that is known of the values of one parameter, wherever it is kept. JSON keys, options, controls, messages and
// documentation derive from it. Made by the functions below and refined in a chain:
//     real("base", WORDS("Base b"), 1e-300, 1e300).logarithmic().says(WORDS("Base of the series of frequencies."))
struct ValueSpec
{
    std::string_view id; // option without dashes: "d-model"
    SourceText label; // on the control: "d_model"
    ParameterKind kind = ParameterKind::Integer;
    double minimum = 0; // numbers only
    double maximum = 0;
    ParameterScale scale = ParameterScale::Linear;
    SourceText unit;
    SourceText help; // one sentence
    SourceText formula;
    SourceText absent; // optional parameters: what happens without it, "number of tokens"; else empty
    std::vector<ParameterChoice> (*choices)() = nullptr;
    Status (*check)(const ValueSpec& spec, const std::string& text) = nullptr; // of a Text with a form of its own
    std::string_view filePrefix; // ChoiceOrFile: "file:"; empty: a choice followed by the file, "wordpiece:FILE"
    bool alone = false; // a choice of on and off: the option has no value and means "on"
    bool list = false; // any number of the choices, with commas: "alibi,t5"
    SourceText tip; // on a control that stands beside what it changes; empty: `help`
    std::string_view placeholder; // of the value in the help; empty: by the kind
    // What sessions have for it since before it was a Setting. Empty: key() of the id; "off" and "on".
    std::string_view kept, keptOff, keptOn;

    bool optional() const { return !absent.empty(); }
    std::string option() const; // "--d-model"
    std::string key() const; // "d_model", in JSON; what it is kept as, if that is another

    ValueSpec logarithmic() const { return with(&ValueSpec::scale, ParameterScale::Logarithmic); }
    ValueSpec powersOfTwo() const { return with(&ValueSpec::scale, ParameterScale::PowersOfTwo); }
    ValueSpec inUnit(SourceText text) const { return with(&ValueSpec::unit, text); }
    ValueSpec orElse(SourceText text) const { return with(&ValueSpec::absent, text); }
    ValueSpec says(SourceText text) const { return with(&ValueSpec::help, text); }
    ValueSpec as(SourceText text) const { return with(&ValueSpec::formula, text); }
    ValueSpec checkedBy(Status (*function)(const ValueSpec&, const std::string&)) const
    {
        return with(&ValueSpec::check, function);
    }
    ValueSpec several() const { return with(&ValueSpec::list, true); }
    ValueSpec beside(SourceText text) const { return with(&ValueSpec::tip, text); }
    ValueSpec given(std::string_view word) const { return with(&ValueSpec::placeholder, word); }
    ValueSpec keptAs(std::string_view key, std::string_view off = {}, std::string_view on = {}) const
    {
        return with(&ValueSpec::kept, key).with(&ValueSpec::keptOff, off).with(&ValueSpec::keptOn, on);
    }

private:
    template <typename T> ValueSpec with(T ValueSpec::*member, T value) const
    {
        ValueSpec changed = *this;
        changed.*member = value;
        return changed;
    }
};

using ChoiceList = std::vector<ParameterChoice> (*)();

ValueSpec integer(std::string_view id, SourceText label, std::int64_t low, std::int64_t high);
ValueSpec real(std::string_view id, SourceText label, double low, double high);
ValueSpec seed(std::string_view id, SourceText label);
ValueSpec text(std::string_view id, SourceText label);
ValueSpec choice(std::string_view id, SourceText label, ChoiceList list);
ValueSpec flag(std::string_view id, SourceText label); // on or off; off without the option
ValueSpec choiceOrNumber(std::string_view id, SourceText label, ChoiceList list, double low, double high);
ValueSpec choiceOrFile(std::string_view id, SourceText label, ChoiceList list, std::string_view prefix);

// The text of a command line or of a field, strictly read, range checked.
Result<ParameterValue> parseValue(const ValueSpec& spec, std::string_view text);
// The shortest text that parseValue reads back to the same value.
std::string printValue(const ParameterValue& value);
// The words between the commas; none of an empty text.
std::vector<std::string> partsOf(std::string_view list);
// Type, range and choice of one value.
Status checkValue(const ValueSpec& spec, const ParameterValue& value);

// What `text` would have to be: "a whole number 1 … 65536", "one of sum, concat".
Message expectation(const ValueSpec& spec);

} // namespace phasor
