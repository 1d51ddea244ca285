// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/parameterspec.h"

#include "pipeline/choices.h"
#include "text/numbers.h"
#include "text/spelling.h"
#include "text/utf8.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

struct SpecBuilder : ParameterSpec
{
    SpecBuilder(ParameterKind k, std::string_view name, std::string_view text, ParameterGroup g)
    {
        id = name;
        label = text;
        kind = k;
        group = g;
    }
    SpecBuilder& from(double low, double high)
    {
        minimum = low;
        maximum = high;
        return *this;
    }
    SpecBuilder& of(std::vector<ParameterChoice> (*list)())
    {
        choices = list;
        return *this;
    }
    SpecBuilder& logarithmic()
    {
        scale = ParameterScale::Logarithmic;
        return *this;
    }
    SpecBuilder& powersOfTwo()
    {
        scale = ParameterScale::PowersOfTwo;
        return *this;
    }
    SpecBuilder& inUnit(std::string_view text)
    {
        unit = text;
        return *this;
    }
    SpecBuilder& orElse(std::string_view text)
    {
        absent = text;
        return *this;
    }
    SpecBuilder& says(std::string_view text)
    {
        help = text;
        return *this;
    }
    SpecBuilder& as(std::string_view text)
    {
        formula = text;
        return *this;
    }
    SpecBuilder& onlyWhen(bool (*condition)(const Parameters&))
    {
        matters = condition;
        return *this;
    }
    SpecBuilder& files(std::string_view prefix)
    {
        filePrefix = prefix;
        return *this;
    }
};

SpecBuilder integer(std::string_view id, std::string_view label, ParameterGroup group, std::int64_t low,
                    std::int64_t high)
{
    return SpecBuilder(ParameterKind::Integer, id, label, group)
        .from(static_cast<double>(low), static_cast<double>(high));
}

SpecBuilder real(std::string_view id, std::string_view label, ParameterGroup group, double low, double high)
{
    return SpecBuilder(ParameterKind::Real, id, label, group).from(low, high);
}

SpecBuilder seed(std::string_view id, std::string_view label, ParameterGroup group)
{
    return {ParameterKind::Seed, id, label, group};
}

SpecBuilder text(std::string_view id, std::string_view label, ParameterGroup group)
{
    return {ParameterKind::Text, id, label, group};
}

SpecBuilder choice(std::string_view id, std::string_view label, ParameterGroup group,
                   std::vector<ParameterChoice> (*list)())
{
    return SpecBuilder(ParameterKind::Choice, id, label, group).of(list);
}

SpecBuilder choiceOrFile(std::string_view id, std::string_view label, ParameterGroup group,
                         std::vector<ParameterChoice> (*list)(), std::string_view prefix)
{
    return SpecBuilder(ParameterKind::ChoiceOrFile, id, label, group).of(list).files(prefix);
}

SpecBuilder choiceOrNumber(std::string_view id, std::string_view label, ParameterGroup group,
                           std::vector<ParameterChoice> (*list)(), double low, double high)
{
    return SpecBuilder(ParameterKind::ChoiceOrNumber, id, label, group).of(list).from(low, high);
}

template <typename T> ParameterValue toValue(const T& member)
{
    return member;
}
template <typename T> ParameterValue toValue(const std::optional<T>& member)
{
    return member ? ParameterValue(*member) : ParameterValue(std::monostate{});
}
ParameterValue toValue(const ScaleFactor& member)
{
    return std::visit([](const auto& v) { return ParameterValue(v); }, member);
}

template <typename T> void fromValue(T& member, const ParameterValue& value)
{
    member = std::get<T>(value);
}
template <typename T> void fromValue(std::optional<T>& member, const ParameterValue& value)
{
    member.reset();
    if (const T* given = std::get_if<T>(&value))
        member = *given;
}
void fromValue(ScaleFactor& member, const ParameterValue& value)
{
    if (const double* number = std::get_if<double>(&value))
        member = *number;
    else
        member = std::get<std::string>(value);
}

template <typename T> ParameterSpec specOf(T Parameters::*member, ParameterSpec spec)
{
    spec.standard = toValue(Parameters{}.*member);
    spec.value = [member](const Parameters& p) {
        return toValue(p.*member);
    };
    spec.assign = [member](Parameters& p, const ParameterValue& value) {
        fromValue(p.*member, value);
    };
    return spec;
}

std::vector<ParameterSpec> makeSpecs()
{
    std::vector<ParameterSpec> specs;
#define PHASOR_PARAMETER(type, member, value, ...) specs.push_back(specOf(&Parameters::member, __VA_ARGS__));
#include "pipeline/parameters.def"
#undef PHASOR_PARAMETER
    return specs;
}

std::string numberText(double number)
{
    return printReal(number);
}

std::string rangeText(const ParameterSpec& spec)
{
    if (spec.maximum >= std::numeric_limits<double>::max())
        return spec.minimum > 0 ? "a finite number above 0" : "a finite number";
    return (spec.kind == ParameterKind::Integer ? "a whole number " : "a number ") + numberText(spec.minimum) + " … "
        + numberText(spec.maximum);
}

std::string expectation(const ParameterSpec& spec)
{
    std::string list;
    if (spec.choices != nullptr) {
        for (const ParameterChoice& c : spec.choices())
            (list += list.empty() ? "" : ", ") += c.id;
    }
    switch (spec.kind) {
    case ParameterKind::Integer:
    case ParameterKind::Real:
        return rangeText(spec);
    case ParameterKind::Seed:
        return "a whole number −2^63 … 2^64−1";
    case ParameterKind::Choice:
        return "one of " + list;
    case ParameterKind::ChoiceOrNumber:
        return list + " or a number";
    case ParameterKind::ChoiceOrFile:
        return "one of " + list + (spec.filePrefix.empty() ? "" : ", or " + std::string(spec.filePrefix) + "PATH");
    case ParameterKind::Text:
        return "UTF-8 text";
    }
    return {};
}

Error refusal(const ParameterSpec& spec, std::string code, std::string what)
{
    return Error{.kind = ErrorKind::Usage,
                 .code = std::move(code),
                 .where = spec.option(),
                 .what = std::move(what),
                 .remedy = "give " + expectation(spec)};
}

Status checkChoice(const ParameterSpec& spec, const std::string& id)
{
    std::vector<std::string_view> ids;
    for (const ParameterChoice& c : spec.choices())
        ids.push_back(c.id);
    if (std::find(ids.begin(), ids.end(), id) != ids.end())
        return Done{};
    std::string what = quoted(id) + " is unknown";
    if (const std::string_view nearest = nearestWord(id, ids); !nearest.empty())
        what += ", did you mean " + quoted(nearest) + "?";
    return refusal(spec, "ENUM", std::move(what));
}

bool isFile(const ParameterSpec& spec, const std::string& id)
{
    // A prefix of its own ("file:PATH"), or a choice followed by a file ("wordpiece:FILE").
    return spec.kind == ParameterKind::ChoiceOrFile
        && (spec.filePrefix.empty() ? id.find(':') != std::string::npos
                                    : id.starts_with(spec.filePrefix) && id.size() > spec.filePrefix.size());
}

} // namespace

std::string ParameterSpec::option() const
{
    return "--" + std::string(id);
}

std::string ParameterSpec::key() const
{
    std::string key(id);
    std::replace(key.begin(), key.end(), '-', '_');
    return key;
}

std::span<const ParameterSpec> parameterSpecs()
{
    static const std::vector<ParameterSpec> specs = makeSpecs();
    return specs;
}

const ParameterSpec* findParameter(std::string_view id)
{
    const auto specs = parameterSpecs();
    const auto found = std::find_if(specs.begin(), specs.end(), [&](const ParameterSpec& s) { return s.id == id; });
    return found == specs.end() ? nullptr : &*found;
}

Result<ParameterValue> parseValue(const ParameterSpec& spec, std::string_view text)
{
    const auto checked = [&](ParameterValue value) -> Result<ParameterValue> {
        if (Status status = checkValue(spec, value); !status.ok())
            return status.error();
        return value;
    };
    const auto reworded = [&](const Error& error) -> Result<ParameterValue> {
        return refusal(spec, error.code, text.empty() ? "the value is empty" : error.what);
    };
    switch (spec.kind) {
    case ParameterKind::Integer: {
        const Result<std::int64_t> number = parseInteger(text);
        return number.ok() ? checked(*number) : reworded(number.error());
    }
    case ParameterKind::Real: {
        const Result<double> number = parseReal(text);
        return number.ok() ? checked(*number) : reworded(number.error());
    }
    case ParameterKind::Seed: {
        const Result<Seed> number = parseSeed(text);
        return number.ok() ? checked(*number) : reworded(number.error());
    }
    case ParameterKind::ChoiceOrNumber:
        if (const Result<double> number = parseReal(text); number.ok())
            return checked(*number);
        return checked(std::string(text));
    case ParameterKind::Choice:
    case ParameterKind::ChoiceOrFile:
    case ParameterKind::Text:
        return checked(std::string(text));
    }
    return refusal(spec, "TYPE", "unknown kind");
}

std::string printValue(const ParameterSpec&, const ParameterValue& value)
{
    struct Printer
    {
        std::string operator()(std::monostate) const { return {}; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const { return printReal(number); }
        std::string operator()(const Seed& number) const { return printSeed(number); }
        std::string operator()(const std::string& string) const { return string; }
    };
    return std::visit(Printer{}, value);
}

Status checkValue(const ParameterSpec& spec, const ParameterValue& value)
{
    if (std::holds_alternative<std::monostate>(value))
        return spec.optional() ? Status(Done{}) : refusal(spec, "TYPE", "the value is missing");
    const auto inRange = [&](double number) -> Status {
        if (!(number >= spec.minimum && number <= spec.maximum) || std::signbit(number) != (number < 0))
            return refusal(spec, "RANGE", printValue(spec, value) + " is out of range");
        return Done{};
    };
    const std::string* string = std::get_if<std::string>(&value);
    switch (spec.kind) {
    case ParameterKind::Integer:
        if (const auto* number = std::get_if<std::int64_t>(&value))
            return inRange(static_cast<double>(*number));
        return refusal(spec, "TYPE", "not a whole number");
    case ParameterKind::Real:
        if (const auto* number = std::get_if<double>(&value))
            return inRange(*number);
        return refusal(spec, "TYPE", "not a number");
    case ParameterKind::Seed:
        return std::holds_alternative<Seed>(value) ? Status(Done{}) : refusal(spec, "TYPE", "not a seed");
    case ParameterKind::ChoiceOrNumber:
        if (const auto* number = std::get_if<double>(&value))
            return inRange(*number);
        [[fallthrough]];
    case ParameterKind::Choice:
    case ParameterKind::ChoiceOrFile:
        if (string == nullptr)
            return refusal(spec, "TYPE", "not a text");
        return isFile(spec, *string) ? Status(Done{}) : checkChoice(spec, *string);
    case ParameterKind::Text:
        if (string == nullptr)
            return refusal(spec, "TYPE", "not a text");
        if (const auto bad = firstInvalidUtf8(*string)) {
            Error error = refusal(spec, "UTF8", "byte " + std::to_string(*bad) + " is not UTF-8");
            error.offset = static_cast<std::int64_t>(*bad);
            error.what = "the text is not UTF-8";
            return error;
        }
        return Done{};
    }
    return Done{};
}

} // namespace phasor
