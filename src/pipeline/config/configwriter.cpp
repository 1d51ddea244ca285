// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/config/configwriter.h"

namespace phasor {

void ConfigWriter::set(std::string_view id, const ParameterValue& value, const std::string& field)
{
    const ParameterSpec* spec = findParameter(id, m_parameters);
    if (spec == nullptr || !m_status.ok())
        return;
    if (const Status checked = checkValue(*spec, value); !checked.ok()) {
        Error error = checked.error();
        error.kind = ErrorKind::Input;
        error.where = {};
        error.field = field;
        m_status = std::move(error);
        return;
    }
    spec->set(m_parameters, value);
}

} // namespace phasor
