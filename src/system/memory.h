// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <cstddef>

namespace phasor {

// Wide enough for rows x cols x bytes of any two 63-bit counts.
__extension__ using ByteCount = unsigned __int128;

// Bytes that one more request may take: at most half of the system's available memory, less if this process is limited
// (Linux: its control groups and RLIMIT_AS). No limit if the system does not report it.
std::uint64_t availableMemory();

// Refuses, before any allocation, what would not fit: ErrorKind::Resource, code MEMORY, "needs 4.0 TiB, 11.6 GiB are
// available". `what` names what needs it ("the table needs %1, %2 are available"); `where` is "memory", unless the
// caller changes it.
Status requireMemory(ByteCount bytes, SourceText what, SourceText remedy);

// "512 bytes", "4.0 TiB": binary units, one decimal.
std::string formatBytes(ByteCount bytes);

// Calls `report` on crashes for lack of memory. Some libraries (fontconfig, parts of Qt) use memory without checking
// whether its allocation failed. A crash counts if its thread's last failure was one of memory, or if the program
// cannot get another megabyte. `report` runs on the thread that crashed; it must not allocate and must not return.
// Other crashes end the program as usual. Linux only.
void onCrashWithoutMemory(void (*report)());

// Memory reuse between pictures. The C library returns large freed blocks to the kernel, which clears new ones page by
// page, 1.5 us each in a virtual machine. Gain in a window of 5000 x 512 on two cores: a changed seed is painted within
// 14 ms instead of 18, other changes within 8 instead of 9. Does nothing unless the C library is GNU's. Any thread.

void keepFreedMemory(); // blocks below 32 MiB, until returnFreedMemory(); 32 MiB at the end of each of a few heaps
void returnFreedMemory(); // memory freed but kept, not at the end of another thread's heap; 0.1 ms a MiB

// Asks for large pages behind memory that has not been touched yet. Where the kernel gives them (Linux that has
// transparent huge pages on request, as Debian's), 128 MiB are touched for the first time in 20 ms instead of 55, and
// a table in them is written a tenth faster: `phasor bench --only table`. Where it does not, nothing happens. Any
// thread.
inline constexpr std::size_t kLargePage = std::size_t{2} << 20; // bytes: begin and end on multiples of it
void preferLargePages(void* data, std::size_t bytes);

} // namespace phasor
