// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/memorypages.h"

namespace phasor {

void keepFreedMemory() { }

void returnFreedMemory() { }

void preferLargePages(void* /*data*/, std::size_t /*bytes*/) { }

} // namespace phasor
