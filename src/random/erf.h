// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// The error function in float32 with the bits of glibc's erff on x86-64, for finite x: the rational approximations of
// FDLIBM (Sun Microsystems, 1993, s_erf.c), each operation rounded on its own. Elsewhere glibc fuses some of them:
// erff itself has other bits on aarch64. It calls expf of the C library, whose bits are the same on both.
float erfAsOnX86(float x);

} // namespace phasor
