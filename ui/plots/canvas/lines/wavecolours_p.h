// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"

namespace phasor {

// The colour of a wave of the encoding: from position's blue, the fastest (slowness 0), to green, the slowest (1), in
// equal steps for the eye. Of one pair the sine has the full colour, the cosine its lighter twin; both can be told from
// the theme's background.
QColor waveColour(double slowness, bool cosine, const Theme& theme);

} // namespace phasor
