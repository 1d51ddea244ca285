// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/terminal.h"

#include <cstdlib>

namespace phasor {

bool errorsGoToTerminal()
{
    return false;
}

int outputColumns()
{
    const char* columns = std::getenv("COLUMNS");
    const int number = columns != nullptr ? std::atoi(columns) : 0;
    return number > 0 ? number : 80;
}

} // namespace phasor
