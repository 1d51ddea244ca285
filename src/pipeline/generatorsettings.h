// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters.h"
#include "random/generator.h"

#include <memory>

namespace phasor {

// The GPU of the parameters; the standard one for generators that do not look at it, so that equal streams compare
// equal.
GpuGrid gridOf(const Parameters& parameters);

// The parameters' generator at the beginning of the stream of `seed`. Errors as makeGenerator.
Result<std::shared_ptr<const Generator>> generatorOf(const Parameters& parameters, Seed seed);

} // namespace phasor
