// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"

namespace phasor {

// The sinusoidal encoding in the layouts interleaved, halves and tensor2tensor, exact or as a framework computes it.
Scheme sinusoidalScheme();

} // namespace phasor
