// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/memorypages.h"

#include <malloc.h>
#include <sys/mman.h>

namespace phasor {

void keepFreedMemory()
{
    constexpr int kOwnMapping = 32 << 20; // bytes; the most that the threads' heaps take
    constexpr int kKept = 256 << 20; // at the end of each heap
    mallopt(M_MMAP_THRESHOLD, kOwnMapping);
    mallopt(M_TRIM_THRESHOLD, kKept);
}

void returnFreedMemory()
{
    malloc_trim(0);
}

void preferLargePages(void* data, std::size_t bytes)
{
    ::madvise(data, bytes, MADV_HUGEPAGE); // refused: small pages do, too
}

} // namespace phasor
