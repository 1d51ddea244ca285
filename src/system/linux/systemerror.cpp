// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/systemerror.h"

#include <cstring>

namespace phasor {

std::string errorName(int code, const char* otherwise)
{
    const char* const name = strerrorname_np(code);
    return name != nullptr ? name : otherwise;
}

std::string errorText(int code)
{
    const char* const text = strerrordesc_np(code); // strerror would follow the locale
    return text != nullptr ? text : "unknown error";
}

} // namespace phasor
