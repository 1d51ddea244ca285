// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/endsignals.h"

namespace phasor {

EndSignals::EndSignals() = default;
EndSignals::~EndSignals() = default;

int EndSignals::take() const
{
    return 0;
}

} // namespace phasor
