// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/largepages.h"

#include <sys/mman.h>

namespace phasor {

void preferLargePages(void* data, std::size_t bytes)
{
    ::madvise(data, bytes, MADV_HUGEPAGE); // refused: small pages do, too
}

} // namespace phasor
