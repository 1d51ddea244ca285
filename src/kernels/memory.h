// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// What this machine's memory allows, for `phasor bench` and the benchmarks: n >= 0 floats, pointers of any alignment.
// "stream" writes past the caches (no read for ownership) and ends with a store fence; "plain" writes through them.

void plainStore(float* dst, std::int64_t n, float value);
void streamStore(float* dst, std::int64_t n, float value);
void streamCopy(const float* in, float* out, std::int64_t n); // no overlap

void storeFence(); // what was written past the caches is seen by every thread that this one tells so

} // namespace phasor
