// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a sanitizer's runtime is in the program: it must be loaded first, makes threads of its own, and takes memory
// that it cannot look at (for want of files or address space) for a broken object.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
