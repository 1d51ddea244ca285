// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"

#include <string>
#include <string_view>

namespace phasor {

// Sets parameters from a config.json. The first value that a parameter does not allow is kept as the Error.
class ConfigWriter
{
public:
    explicit ConfigWriter(Parameters& parameters)
        : m_parameters(parameters)
    {
    }

    // `field` is the member of the file that says so. A parameter that the scheme does not have is left out.
    void set(std::string_view id, const ParameterValue& value, const std::string& field);
    template <typename T> void set(std::string_view id, const std::optional<T>& value, const std::string& field)
    {
        if (value)
            set(id, ParameterValue(*value), field);
    }

    Status status() const { return m_status; }

private:
    Parameters& m_parameters;
    Status m_status = Done{};
};

} // namespace phasor
