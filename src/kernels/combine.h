// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// Element-wise float32 kernels of the pipeline: n >= 0 elements, pointers of any alignment, any thread.
// `out` may be one of the inputs; partial overlap is not allowed. Every operation is rounded to float32 on its own, in
// the order written (never fused), so that the bits are PyTorch's and the same on every instruction set. NaN, Inf and
// -0 spread to their own element only; the sign and payload of a NaN are not promised.

void scale(const float* in, float s, float* out, std::int64_t n); // in * s
void multiply(const float* x, const float* noise, float* out, std::int64_t n); // x * noise

// (e * s) + pe. `stream` writes past the caches: a storeFence() must follow before another thread reads.
void scaleAdd(const float* e, float s, const float* pe, float* out, std::int64_t n, bool stream = false);

// x * (keep != 0 ? factor : 0), as torch.nn.Dropout multiplies: a dropped negative is -0, a dropped Inf is NaN.
void dropout(const float* x, const float* keep, float factor, float* out, std::int64_t n);

// dropout(scaleAdd(e, s, pe), keep, factor) in one pass, with the same bits. `stream` as above.
void outputTile(const float* e, float s, const float* pe, const float* keep, float factor, float* out, std::int64_t n,
                bool stream = false);

} // namespace phasor
