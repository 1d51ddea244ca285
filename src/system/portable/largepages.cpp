// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/largepages.h"

namespace phasor {

void preferLargePages(void* /*data*/, std::size_t /*bytes*/) { }

} // namespace phasor
