// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/cancelscope.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace phasor {

// How to follow and to stop the reading of a file.
struct ReadControl
{
    CancelToken cancel = currentCancel();
    std::function<void(double)> progress = {}; // share read, 0 … 1, rising; on any thread, one call at a time
    // Bytes that a matrix may take in memory; a larger one stays in its file. Without it, a quarter of what is free, at
    // most 1 GiB.
    std::optional<std::uint64_t> memory = {};
};

} // namespace phasor
