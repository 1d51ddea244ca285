// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// Element-wise float32 kernels of the pipeline: n >= 0 elements, pointers of any alignment, any thread. `out` may be
// one of the inputs; partial overlap is not allowed. Every operation is rounded to float32 separately, in the order
// written (never fused), so that the bits are PyTorch's with every instruction set. NaN, Inf and -0 affect only their
// own element; sign and payload of a NaN are unspecified.

void scale(const float* in, float s, float* out, std::int64_t n); // in * s
void multiply(const float* x, const float* noise, float* out, std::int64_t n); // x * noise

// (e * s) + pe. `stream` writes past the caches: a storeFence() must follow before another thread reads.
void scaleAdd(const float* e, float s, const float* pe, float* out, std::int64_t n, bool stream = false);

// x * (keep != 0 ? factor : 0), same as torch.nn.Dropout: a dropped negative is -0, a dropped Inf is NaN.
void dropout(const float* x, const float* keep, float factor, float* out, std::int64_t n);

// dropout(scaleAdd(e, s, pe), keep, factor) in one pass, with the same bits. `stream` as above.
void outputTile(const float* e, float s, const float* pe, const float* keep, float factor, float* out, std::int64_t n,
                bool stream = false);

// out[i] = e^(in[i] − shift) for n >= 0 elements with in[i] <= shift; `out` may be `in`; any alignment, any thread.
// Error at most 2 units in the last place; exactly 1 if they are equal, 0 below e^−87, NaN if one is NaN or both are
// infinite. No operation is fused: the same bits with every instruction set.
void exponentials(const float* in, float shift, float* out, std::int64_t n);

// Memory bandwidth of this machine, for `phasor bench` and the benchmarks: n >= 0 floats, pointers of any alignment.
// "stream" writes past the caches (no read for ownership) and ends with a store fence; "plain" writes through them.

void plainStore(float* dst, std::int64_t n, float value);
void streamStore(float* dst, std::int64_t n, float value);
void streamCopy(const float* in, float* out, std::int64_t n); // no overlap

void storeFence(); // orders streaming stores before any later signal to another thread

// Name of the instruction set that the kernels run on, chosen at run time: "AVX3" (AVX-512), "AVX2", "SSE4",
// "SCALAR" …
const char* kernelTarget();

} // namespace phasor
