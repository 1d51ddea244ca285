// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/freedmemory.h"

namespace phasor {

void keepFreedMemory() { }

void returnFreedMemory() { }

} // namespace phasor
