// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "system/cancelscope.h"
#include "text/result.h"
#include "views/jsonnumbers.h"

#include <string>
#include <vector>

// What `phasor bench` measures, as the objects that it prints. Times are medians of runs that follow a warm-up, in
// milliseconds; the memory of every run is kept from the one before, but for `allocated_ms`: there each run asks for
// its memory and gives it back. Rates are 10^9 bytes a second. What is compared takes turns: a virtual machine's memory
// may be twice as fast from one second to the next, as its processors share a link to memory or do not. What was
// cancelled is undefined.
namespace phasor {

struct BenchCase
{
    Shape shape;
    std::string name; // scheme (rope: the cosines and sines of a head of shape.cols columns), or generator
};

// The limits of stores of all threads, past the caches (256 MiB) and through them (as many bytes as a 5000 x 512
// table), and exact tables beside them, with the largest |value - true one| over a sample of cells. Without tables: the
// limits.
Json measureTables(const std::vector<BenchCase>& cases, Json& limits, const CancelToken& cancel);

// The limit of copying with all threads (read and written bytes, 256 MiB each, past the caches), and beside it
// s·E + PE, mask and factor, E in memory. The mask of a sequential generator is drawn within the time.
Result<Json> measureOutputs(const std::vector<BenchCase>& cases, Json& limits, const CancelToken& cancel);

// Heatmaps of 1200 x 900 device pixels of tables of `shapes`, each frame another base: `ms` from the changed parameter
// to the painted plot. Starts Qt's offscreen platform; once a process.
Json measureFrames(const std::vector<Shape>& shapes, const CancelToken& cancel);

} // namespace phasor
