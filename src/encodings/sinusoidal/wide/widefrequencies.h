// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/frequencies.h"

namespace phasor {

// A base far below 1 gives frequencies of up to 2^1074 rad per position, of which only the fraction of a turn counts:
// 113 bits don't reach it. Replaces the fixed-point value of each frequency above 2^20 rad by one that is exact to
// 2^-128 turns. Costs nothing where there is none, else some milliseconds. Throws std::bad_alloc.
void refineFast(const FrequencyLaw& law, Frequencies& frequencies);

} // namespace phasor
