// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"
#include "random/generator.h"

#include <memory>

namespace phasor {

// The GPU of the settings; the standard one for generators that do not look at it, so that equal streams compare
// equal.
GpuGrid gridOf(const RandomSettings& random);

// The same settings with the standard GPU where the generator looks at none: equal if the streams are.
RandomSettings comparable(RandomSettings random);

// The generator at the beginning of the stream of `seed`. Errors as makeGenerator.
Result<std::shared_ptr<const Generator>> generatorOf(const RandomSettings& random, Seed seed);

} // namespace phasor
