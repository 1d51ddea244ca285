// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// Some libraries (fontconfig, parts of Qt) use what they allocate without a look at it, and crash where there was none.
// From now on a crash of a thread whose last failure was one of memory, or in a program that cannot get another
// megabyte, calls `report`, on the thread that crashed; it must not allocate and must not return. Every other crash
// ends the program as ever. Nothing on systems other than Linux.
void onCrashWithoutMemory(void (*report)());

} // namespace phasor
