// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "system/cancelscope.h"
#include "text/result.h"
#include "views/jsonnumbers.h"

#include <string>
#include <vector>

// Measurements of `phasor bench`, as the JSON objects that it prints. Times are medians in milliseconds, after a
// warm-up. Runs reuse the memory of the previous run, except for `allocated_ms`, where each run allocates and frees.
// Rates are 10^9 bytes a second. Compared runs alternate, because a virtual machine's memory may become twice as fast
// within a second, as its processors share a link to memory or do not. After cancellation the numbers are undefined.
namespace phasor {

struct BenchCase
{
    Shape shape;
    std::string name; // scheme (rope: cosines and sines of a head with shape.cols columns) or generator
};

// Limits of stores with all threads, past the caches (256 MiB) and through them (the bytes of a 5000 x 512 table). Then
// exact tables, with the largest |value - true one| over a sample of cells. Without tables: the limits only.
Json measureTables(const std::vector<BenchCase>& cases, Json& limits, const CancelToken& cancel);

// The limit of copying with all threads (read and written bytes, 256 MiB each, past the caches), and s·E + PE with mask
// and factor, E in memory. Sampling a sequential generator's mask counts.
Result<Json> measureOutputs(const std::vector<BenchCase>& cases, Json& limits, const CancelToken& cancel);

} // namespace phasor
