// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// torch.erfinv in float32, |y| <= 1: a rational start and two Newton steps (ATen/native/Math.h, calc_erfinv), with the
// fused multiply-adds of PyTorch's x86 builds. It calls expf and logf of the C library, which have the same bits in
// glibc for x86-64 and for aarch64.
float erfinv(float y);

} // namespace phasor
