// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/framework/frameworklanes.h"

namespace phasor {

bool hasFrameworkLanes()
{
    return false;
}

void expLanes(const float*, float*, std::size_t) { }
void sinLanes(const float*, float*, std::size_t) { }
void cosLanes(const float*, float*, std::size_t) { }
void logLanes(const float*, float*, std::size_t) { }
void powLanes(float, const float*, float*, std::size_t) { }

} // namespace phasor
