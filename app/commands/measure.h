// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/canceltoken.h"
#include "text/result.h"

#include <cstdint>
#include <string>
#include <vector>

// What `phasor bench` measures. Times are medians of runs that follow a warm-up, in milliseconds; the memory of every
// run is kept from the one before, but for `allocatedMs`: there each run asks for its memory and gives it back. Rates
// are 10^9 bytes a second. What is compared takes turns: a virtual machine's memory may be twice as fast from one
// second to the next, as its processors share a link to memory or do not. What was cancelled is undefined.
namespace phasor {

struct Limits
{
    double streamStore = 0; // writes past the caches, 256 MiB, all threads
    double copy = 0; // read and written bytes, past the caches, 256 MiB each, all threads
    double cachedStore = 0; // writes through the caches, as many bytes as a 5000 x 512 table, all threads
};

struct TableSpeed
{
    std::string scheme;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    double ms = 0;
    double allocatedMs = 0;
    double rate = 0; // bytes written
    double share = 0; // of the limit that its size asks for
    double maxError = 0; // |value - true one| over a sample of cells
};

struct OutputSpeed
{
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::string generator;
    double ms = 0;
    double allocatedMs = 0;
    double share = 0; // (E read + output written) of the copy rate
};

struct FrameSpeed
{
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::string pixels;
    double computeMs = 0;
    double drawMs = 0;
    double ms = 0; // from the changed parameter to the painted plot
    double p99Ms = 0; // of the same
};

struct Size
{
    std::int64_t rows = 0;
    std::int64_t cols = 0;
};

struct TableCase
{
    Size size;
    std::string scheme; // sinusoidal, or rope: the cosines and sines of a head of size.cols columns
};

// The limits of stores, and exact tables beside them. Without tables: the limits.
std::vector<TableSpeed> measureTables(const std::vector<TableCase>& cases, Limits& limits, const CancelToken& cancel);

struct OutputCase
{
    Size size;
    std::string generator;
};

// The limit of copying, and beside it s·E + PE, mask and factor, E in memory. The mask of a sequential generator is
// drawn within the time.
Result<std::vector<OutputSpeed>> measureOutputs(const std::vector<OutputCase>& cases, Limits& limits,
                                                const CancelToken& cancel);

// Heatmaps of 1200 x 900 device pixels of tables of `sizes`, each frame another
// base. Starts Qt's offscreen platform; once a process.
Result<std::vector<FrameSpeed>> measureFrames(const std::vector<Size>& sizes, const CancelToken& cancel);

} // namespace phasor
