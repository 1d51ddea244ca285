// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/config/configvalues.h"

#include "inputs/jsontext.h"

#include <cmath>

namespace phasor {

const ConfigJson& noMembers()
{
    static const ConfigJson kNothing = ConfigJson::object();
    return kNothing;
}

const ConfigJson* ConfigValues::find(std::string_view name)
{
    m_asked.emplace(name);
    auto found = m_object.find(name);
    if (found == m_object.end() && (found = m_defaults.find(name)) == m_defaults.end())
        return nullptr;
    return found->is_null() ? nullptr : &*found;
}

bool ConfigValues::says(std::string_view name)
{
    const ConfigJson* const value = find(name);
    return value != nullptr && !value->empty() && *value != false && *value != 0;
}

void ConfigValues::fail(Error error)
{
    if (ok())
        m_status = std::move(error);
}

std::string_view ConfigValues::firstOf(Names names)
{
    std::string_view first;
    std::string_view assumed;
    for (const std::string_view name : names) {
        const bool there = has(name); // the other names also count as found
        std::string_view& place = m_object.contains(name) ? first : assumed;
        if (there && place.empty())
            place = name;
    }
    return first.empty() ? assumed : first;
}

const ConfigJson* ConfigValues::checked(std::string_view name, bool (ConfigJson::*isRight)() const, SourceText what,
                                        SourceText remedy)
{
    const ConfigJson* const value = name.empty() ? nullptr : find(name);
    if (value == nullptr || (value->*isRight)())
        return value;
    fail(jsonError("TYPE", nameOf(name), what.with(std::string(value->type_name())), remedy));
    return nullptr;
}

std::optional<double> ConfigValues::number(Names names)
{
    const ConfigJson* const value = checked(firstOf(names), &ConfigJson::is_number, WORDS("is %1, not a number"),
                                            WORDS("write a number there, or null"));
    return value != nullptr ? std::optional(value->get<double>()) : std::nullopt;
}

std::optional<std::int64_t> ConfigValues::integer(Names names)
{
    constexpr double kWholeLimit = 9e15; // doubles below this are exact integers
    const std::optional<double> value = number(names);
    if (!value)
        return std::nullopt;
    if (*value == std::floor(*value) && std::fabs(*value) <= kWholeLimit)
        return static_cast<std::int64_t>(*value);
    const std::string_view name = firstOf(names);
    fail(jsonError("RANGE", nameOf(name), WORDS("is %1, not a whole number").with(find(name)->dump()),
                   WORDS("write a whole number there, or null")));
    return std::nullopt;
}

std::optional<bool> ConfigValues::boolean(std::string_view name)
{
    const ConfigJson* const value = checked(name, &ConfigJson::is_boolean, WORDS("is %1, not true or false"),
                                            WORDS("write true or false there, or null"));
    return value != nullptr ? std::optional(value->get<bool>()) : std::nullopt;
}

std::optional<std::string> ConfigValues::text(Names names)
{
    const ConfigJson* const value = checked(firstOf(names), &ConfigJson::is_string, WORDS("is %1, not a text"),
                                            WORDS("write a text there, or null"));
    return value != nullptr ? std::optional(value->get<std::string>()) : std::nullopt;
}

const ConfigJson* ConfigValues::object(std::string_view name)
{
    return checked(name, &ConfigJson::is_object, WORDS("is %1, not an object"),
                   WORDS("write an object there, or null"));
}

void ConfigValues::set(std::string_view id, const ParameterValue& value, std::string_view name)
{
    const ParameterSpec* const spec = findParameter(id, p());
    if (spec == nullptr || !ok())
        return;
    if (const Status allowed = checkValue(*spec, value); !allowed.ok())
        return fail(inputErrorOf(allowed.error(), nameOf(name)));
    spec->set(m_into.parameters, value);
}

void ConfigValues::noteFound()
{
    for (const std::string& name : m_asked) {
        const auto value = m_object.find(name);
        if (value != m_object.end() && value->is_primitive() && !value->is_null())
            m_into.understood.push_back(nameOf(name) + " = "
                                        + (value->is_string() ? value->get<std::string>() : value->dump()));
    }
}

void ConfigValues::warnOfUnknown()
{
    for (const auto& [name, value] : m_object.items()) {
        if (!m_asked.contains(name) && !value.is_null())
            warn(WORDS("%1 is not understood").with(nameOf(name)));
    }
}

} // namespace phasor
