// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/json.h"

#include "inputs/inputfile.h"
#include "pipeline/parameters/parameterspec.h"

#include <nlohmann/json.hpp>

namespace phasor {

namespace {

using Json = nlohmann::ordered_json;

Json valueToJson(const ParameterValue& value)
{
    const auto toJson = [](const auto& plain) -> Json {
        using T = std::decay_t<decltype(plain)>;
        if constexpr (std::is_same_v<T, std::monostate>)
            return nullptr;
        else if constexpr (std::is_same_v<T, Seed>)
            return printSeed(plain);
        else
            return plain;
    };
    return std::visit(toJson, value);
}

Error wrongType(const Json& json, SourceText fault)
{
    return Error{.code = "TYPE", .what = fault.with(std::string_view(json.type_name()))};
}

Result<ParameterValue> seedFromJson(const ValueSpec& spec, const Json& json)
{
    // A plain number is accepted if it is exact.
    if (json.is_number_unsigned())
        return ParameterValue(Seed{json.get<std::uint64_t>(), false});
    if (json.is_number_integer())
        return ParameterValue(Seed{static_cast<std::uint64_t>(json.get<std::int64_t>()), json.get<std::int64_t>() < 0});
    if (!json.is_string())
        return wrongType(json, WORDS("is %1, not a seed"));
    return parseValue(spec, json.get_ref<const std::string&>());
}

// Kind, place and field of errors are fromJson's.
Result<ParameterValue> valueFromJson(const ValueSpec& spec, const Json& json)
{
    if (json.is_null() && spec.optional())
        return ParameterValue(std::monostate{});
    if (json.is_null())
        return wrongType(json, WORDS("is %1, not a value"));
    switch (spec.kind) {
    case ParameterKind::Integer:
        if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
            return Error{.code = "RANGE", .what = WORDS("is out of range")};
        if (!json.is_number_integer()) {
            Error error = wrongType(json, WORDS("is %1, not a whole number"));
            if (json.is_number())
                error.code = "RANGE";
            return error;
        }
        return ParameterValue(json.get<std::int64_t>());
    case ParameterKind::Real:
        if (!json.is_number())
            return wrongType(json, WORDS("is %1, not a number"));
        return ParameterValue(json.get<double>());
    case ParameterKind::Seed:
        return seedFromJson(spec, json);
    case ParameterKind::ChoiceOrNumber:
        if (json.is_number())
            return ParameterValue(json.get<double>());
        [[fallthrough]];
    case ParameterKind::Choice:
    case ParameterKind::ChoiceOrFile:
    case ParameterKind::Text:
        if (!json.is_string())
            return wrongType(json, WORDS("is %1, not a text"));
        return ParameterValue(json.get<std::string>());
    }
    return wrongType(json, WORDS("is %1, not a value"));
}

} // namespace

Json toJson(const ValueSpec& spec, const ParameterValue& value)
{
    if (spec.list)
        return partsOf(std::get<std::string>(value));
    if (!spec.keptOn.empty())
        return std::get<std::string>(value) == "on" ? spec.keptOn : spec.keptOff;
    return valueToJson(value);
}

Result<ParameterValue> fromJson(const ValueSpec& spec, const Json& json)
{
    Json plain = json;
    if (spec.list) {
        std::vector<std::string> parts;
        for (const Json& part : json) {
            if (!json.is_array() || !part.is_string())
                return inputErrorOf(wrongType(json, WORDS("is %1, not a list of texts")), spec.key());
            parts.push_back(part.get<std::string>());
        }
        plain = std::get<std::string>(toValue(parts));
    } else if (!spec.keptOn.empty()) {
        plain = json == spec.keptOn ? "on" : json == spec.keptOff ? "off" : "";
    }
    Result<ParameterValue> value = valueFromJson(spec, plain);
    const Status status = value.ok() ? checkValue(spec, *value) : value.error();
    return status.ok() ? value : inputErrorOf(status.error(), spec.key());
}

std::string shellQuoted(const std::string& text)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:+=,@%";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos)
        return text;
    std::string out = "'";
    for (const char c : text)
        c == '\'' ? out += "'\\''" : out += c;
    return out += '\'';
}

Json toJson(const Parameters& parameters)
{
    Json object = Json::object();
    for (const ParameterSpec* spec : specsOf(parameters))
        object[spec->key()] = toJson(*spec, spec->get(parameters));
    return object;
}

Result<Parameters> fromJson(const Json& object)
{
    if (!object.is_object())
        return inputError("SCHEMA", {}, {}, WORDS("the parameters are not an object"));
    Parameters parameters;
    const auto read = [&](const ParameterSpec& spec) -> Status {
        const auto found = object.find(spec.key());
        if (found == object.end())
            return Done{};
        TRY(const ParameterValue value, fromJson(spec, *found));
        spec.set(parameters, value);
        return Done{};
    };
    // The scheme is first: it determines the other parameters.
    TRY_DONE(read(*findParameter("scheme")));
    for (const ParameterSpec* spec : specsOf(parameters))
        TRY_DONE(read(*spec));
    return parameters;
}

std::string toCommandLine(const Parameters& parameters, const Parameters& base)
{
    Parameters begun = base;
    setScheme(begun.encoding, parameters.encoding.scheme);
    std::string line;
    for (const ParameterSpec* spec : specsOf(parameters)) {
        const ParameterValue value = spec->get(parameters);
        const bool known
            = spec->id == "scheme" ? parameters.encoding.scheme == base.encoding.scheme : value == spec->get(begun);
        if (known)
            continue;
        line += (line.empty() ? "" : " ") + spec->option() + " " + shellQuoted(printValue(value));
    }
    return line;
}

} // namespace phasor
