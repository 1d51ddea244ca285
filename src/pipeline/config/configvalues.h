// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/config/modelconfig.h"
#include "pipeline/parameters/parameterspec.h"

#include <nlohmann/json.hpp>

#include <set>

namespace phasor {

using ConfigJson = nlohmann::ordered_json;

const ConfigJson& noMembers(); // an empty object

// One object of a config.json, read member by member into parameters. A member that is missing has the default of the
// model's family; null has none. Members that were asked for and found are recorded. The file's first error is kept:
// TYPE for a member of the wrong type, RANGE and others for a value that its parameter does not allow.
class ConfigValues
{
public:
    using Names = std::initializer_list<std::string_view>;

    // `prefix` precedes names in messages: "rope_scaling.". All references must outlive this.
    ConfigValues(const ConfigJson& object, const ConfigJson& defaults, std::string prefix, ModelConfig& into,
                 Status& status)
        : m_object(object)
        , m_defaults(defaults)
        , m_prefix(std::move(prefix))
        , m_into(into)
        , m_status(status)
    {
    }
    // An object inside the file of `outer`, without defaults.
    ConfigValues(const ConfigJson& object, std::string prefix, const ConfigValues& outer)
        : ConfigValues(object, noMembers(), std::move(prefix), outer.m_into, outer.m_status)
    {
    }

    const ConfigJson* find(std::string_view name);
    bool has(std::string_view name) { return find(name) != nullptr; }
    // Whether the value is neither false, 0, null nor empty.
    bool says(std::string_view name);
    // Value of the first name that the file has, else of the first with a default; nothing if none is there or its type
    // is another.
    std::optional<double> number(Names names);
    std::optional<std::int64_t> integer(Names names);
    std::optional<bool> boolean(std::string_view name);
    std::optional<std::string> text(Names names);
    const ConfigJson* object(std::string_view name);

    // Sets a parameter that the scheme has; `name` is the member with the value.
    void set(std::string_view id, const ParameterValue& value, std::string_view name);
    template <typename T> void set(std::string_view id, const std::optional<T>& value, std::string_view name)
    {
        if (value)
            set(id, ParameterValue(*value), name);
    }

    Parameters& p() const { return m_into.parameters; }
    void warn(Message warning) { m_into.warnings.push_back(std::move(warning)); }
    void fail(Error error);
    bool ok() const { return m_status.ok(); }

    std::string nameOf(std::string_view name) const { return m_prefix + std::string(name); }
    // Notes the values found, except objects and lists, as understood: "rope_theta = 500000".
    void noteFound();
    void warnOfUnknown(); // about members that were never asked for

private:
    std::string_view firstOf(Names names);
    // The member; null also if `isRight` is false for the value. `what` then has its type.
    const ConfigJson* checked(std::string_view name, bool (ConfigJson::*isRight)() const, SourceText what,
                              SourceText remedy);

    const ConfigJson& m_object;
    const ConfigJson& m_defaults;
    std::string m_prefix;
    ModelConfig& m_into;
    Status& m_status;
    std::set<std::string, std::less<>> m_asked;
};

// Whether anything in the file, or its text_config, describes a rotation.
bool speaksOfRope(ConfigValues& model);

// Reads base, layout, rotary fraction and scaling, if the scheme is rope. `path`: the file, for LongRoPE's lists.
// Errors: TYPE, RANGE, MISSING.
void readRope(ConfigValues& model, const std::string& path);

// Error SCHEMA if positions enter the model in a way that Phasor does not have, so that every picture would be wrong.
Status refuseOtherPositions(ConfigValues& model);

// Warns of each member that changes what Phasor shows and is not shown. Needs scheme, sizes and heads.
void warnOfNotShown(ConfigValues& values);

} // namespace phasor
