// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/numpy/pcg64.h"
#include "random/sequence.h"
#include "text/result.h"

#include <cstdint>
#include <memory>

namespace phasor {

// Generator.standard_normal() in double precision: one step of `generator` for 99 of 100 values, more for the others.
double zigguratNormal(Pcg64& generator);

struct ZigguratDraw
{
    Sequence values;
    Pcg64 after;
};

// Generator.normal(mean, std) for `count` values, rounded to float32. Since only drawing tells how many steps a value
// takes, all are drawn here once, on one thread (about 4 ns each), and the states at even distances are kept: at most 8
// MB. Error: Cancelled.
Result<ZigguratDraw> numpyNormals(const Pcg64& generator, std::int64_t count, double mean, double std);

} // namespace phasor
