// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/linux/descriptor.h"

namespace phasor {

// Closes the last descriptor of a large unlinked file in a process of its own. Closing frees the file's blocks, which
// cannot be interrupted, and no process ends before: a cancelled export would be waited for. From Ctrl+C to the end
// after 3 GB, on ext4 in a virtual machine: 2.4 s without this, 0.1 s with it. Where no process can be made it is
// closed here. Any thread; returns within milliseconds.
void closeElsewhere(Descriptor file);

} // namespace phasor
