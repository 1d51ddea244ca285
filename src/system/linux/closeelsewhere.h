// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/linux/descriptor.h"

namespace phasor {

// Closes the last descriptor of a large unlinked file in a process of its own. Closing frees the file's blocks, which
// takes the kernel up to 0.2 s a GB (ext4 that discards), cannot be interrupted, and no process ends before: a
// cancelled export would be waited for. Where no process can be made it is closed here. Any thread; returns within
// milliseconds.
void closeElsewhere(Descriptor file);

} // namespace phasor
