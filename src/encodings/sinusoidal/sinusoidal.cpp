// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/sinusoidal.h"

namespace phasor {

Sinusoidal::Sinusoidal(Shape shape, const SinusoidalSettings& settings)
    : SinusoidalTable(shape, settings)
    , m_waves(columns(), takeFixed(), settings.firstPosition)
{
}

} // namespace phasor
