// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/framework/frameworklanes.h"

namespace phasor {

const FrameworkLanes* frameworkLanes()
{
    return nullptr;
}

} // namespace phasor
