// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// Whether the memory of one picture serves the next. The C library gives large blocks back to the kernel when they are
// freed, and the kernel clears the next ones page by page: a mask of 5000 x 512 takes longer to get than to draw.
// Nothing where the C library is not GNU's. Any thread.

void keepFreedMemory(); // from now on: blocks below 32 MiB, until they are returned
void returnFreedMemory(); // what is kept now, but the ends of other threads' heaps; takes 0.1 ms a MiB

} // namespace phasor
