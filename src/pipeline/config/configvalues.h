// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/config/modelconfig.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace phasor {

using ConfigJson = nlohmann::ordered_json;

// One object of a config.json, read member by member. A member that is null counts as missing; one of the wrong type is
// an Error TYPE that names it. What was asked for and found is remembered.
class ConfigValues
{
public:
    // `prefix` stands before the names in messages: "rope_scaling.". The object must outlive this.
    explicit ConfigValues(const ConfigJson& object, std::string prefix = {})
        : m_object(object)
        , m_prefix(std::move(prefix))
    {
    }

    const ConfigJson* find(std::string_view name);
    bool has(std::string_view name) { return find(name) != nullptr; }
    // Of the first of the names that there is.
    Result<std::optional<double>> number(std::initializer_list<std::string_view> names);
    Result<std::optional<std::int64_t>> integer(std::initializer_list<std::string_view> names);
    Result<std::optional<bool>> boolean(std::string_view name);
    Result<std::optional<std::string>> text(std::initializer_list<std::string_view> names);
    // Null: there is none.
    Result<const ConfigJson*> object(std::string_view name);

    std::string nameOf(std::string_view name) const { return m_prefix + std::string(name); }
    // "rope_theta = 500000", of what was found and is no object or list.
    std::vector<std::string> found() const;
    // Members that nobody asked for.
    std::vector<std::string> unknown() const;

private:
    std::string_view firstOf(std::initializer_list<std::string_view> names);

    const ConfigJson& m_object;
    std::string m_prefix;
    std::set<std::string, std::less<>> m_asked;
};

} // namespace phasor
