// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// torch.erfinv in float32, |y| <= 1: a rational start and two Newton steps (ATen/native/Math.h, calc_erfinv), with the
// fused multiply-adds of PyTorch's x86 builds. It calls erff, expf and logf of the C library, and its bits are theirs.
float erfinv(float y);

} // namespace phasor
