// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a sanitizer's runtime is in the program. It must be loaded first, makes its own threads, and reports memory
// that it cannot inspect (without files or address space) as a broken object.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
