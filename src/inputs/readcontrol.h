// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/cancelscope.h"

#include <functional>

namespace phasor {

// How to follow and to stop the reading of a file.
struct ReadControl
{
    CancelToken cancel = currentCancel();
    std::function<void(double)> progress = {}; // share read, 0 … 1, rising; on any thread, one call at a time
};

} // namespace phasor
