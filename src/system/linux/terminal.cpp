// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace phasor {

bool errorsGoToTerminal()
{
    const char* term = std::getenv("TERM");
    return isatty(STDERR_FILENO) != 0 && term != nullptr && std::string_view(term) != "dumb";
}

int outputColumns()
{
    struct winsize size = {};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    const char* columns = std::getenv("COLUMNS");
    const int number = columns != nullptr ? std::atoi(columns) : 0;
    return number > 0 ? number : 80;
}

} // namespace phasor
