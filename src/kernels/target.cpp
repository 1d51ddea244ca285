// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/target.h"

#include <hwy/foreach_target.h> // before highway.h
#include <hwy/highway.h>

#if HWY_ONCE
namespace phasor {

const char* kernelTarget()
{
    const std::int64_t possible = hwy::SupportedTargets() & HWY_TARGETS;
    return hwy::TargetName(possible & -possible); // the best has the lowest bit
}

} // namespace phasor
#endif
