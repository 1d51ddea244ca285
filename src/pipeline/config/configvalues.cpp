// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/config/configvalues.h"

#include "inputs/jsontext.h"

#include <cmath>

namespace phasor {

namespace {

constexpr double kWholeLimit = 9e15; // doubles below are exact whole numbers

Error wrongType(std::string name, const ConfigJson& value, SourceText what, SourceText remedy)
{
    return jsonError("TYPE", std::move(name), what.with(std::string(value.type_name())), remedy);
}

} // namespace

const ConfigJson* ConfigValues::find(std::string_view name)
{
    m_asked.emplace(name);
    const auto found = m_object.find(name);
    return found == m_object.end() || found->is_null() ? nullptr : &*found;
}

std::string_view ConfigValues::firstOf(std::initializer_list<std::string_view> names)
{
    std::string_view first;
    for (const std::string_view name : names) {
        if (has(name) && first.empty())
            first = name;
    }
    return first;
}

Result<std::optional<double>> ConfigValues::number(std::initializer_list<std::string_view> names)
{
    const std::string_view name = firstOf(names);
    if (name.empty())
        return std::optional<double>();
    const ConfigJson& value = *find(name);
    if (!value.is_number())
        return wrongType(nameOf(name), value, WORDS("is %1, not a number"), WORDS("write a number there, or null"));
    return std::optional(value.get<double>());
}

Result<std::optional<std::int64_t>> ConfigValues::integer(std::initializer_list<std::string_view> names)
{
    TRY(const std::optional<double> value, number(names));
    if (!value)
        return std::optional<std::int64_t>();
    if (*value != std::floor(*value) || std::fabs(*value) > kWholeLimit)
        return jsonError("RANGE", nameOf(firstOf(names)),
                         WORDS("is %1, no whole number").with(find(firstOf(names))->dump()),
                         WORDS("write a whole number there, or null"));
    return std::optional(static_cast<std::int64_t>(*value));
}

Result<std::optional<bool>> ConfigValues::boolean(std::string_view name)
{
    const ConfigJson* value = find(name);
    if (value == nullptr)
        return std::optional<bool>();
    if (!value->is_boolean())
        return wrongType(nameOf(name), *value, WORDS("is %1, not true or false"),
                         WORDS("write true or false there, or null"));
    return std::optional(value->get<bool>());
}

Result<std::optional<std::string>> ConfigValues::text(std::initializer_list<std::string_view> names)
{
    const std::string_view name = firstOf(names);
    if (name.empty())
        return std::optional<std::string>();
    const ConfigJson& value = *find(name);
    if (!value.is_string())
        return wrongType(nameOf(name), value, WORDS("is %1, not a text"), WORDS("write a text there, or null"));
    return std::optional(value.get<std::string>());
}

Result<const ConfigJson*> ConfigValues::object(std::string_view name)
{
    const ConfigJson* value = find(name);
    if (value != nullptr && !value->is_object())
        return wrongType(nameOf(name), *value, WORDS("is %1, not an object"), WORDS("write an object there, or null"));
    return value;
}

std::vector<std::string> ConfigValues::found() const
{
    std::vector<std::string> list;
    for (const std::string& name : m_asked) {
        const auto value = m_object.find(name);
        if (value != m_object.end() && value->is_primitive() && !value->is_null())
            list.push_back(nameOf(name) + " = " + (value->is_string() ? value->get<std::string>() : value->dump()));
    }
    return list;
}

std::vector<std::string> ConfigValues::unknown() const
{
    std::vector<std::string> list;
    for (const auto& [name, value] : m_object.items()) {
        if (!m_asked.contains(name) && !value.is_null())
            list.push_back(nameOf(name));
    }
    return list;
}

} // namespace phasor
