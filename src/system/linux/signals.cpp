// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/signals.h"

#include <csignal>

namespace phasor {

void ignoreWriteSignals()
{
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
}

} // namespace phasor
