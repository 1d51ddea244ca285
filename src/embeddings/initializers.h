// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"

#include <optional>
#include <span>
#include <string_view>

namespace phasor {

// How an embedding table [vocab, d] is drawn.
struct Initializer
{
    std::string_view id;
    std::string_view label;
    std::string_view explanation;
    // Per-element standard deviation.
    double (*sigma)(Shape table);
    // Draws the table with the per-element standard deviation `sigma`.
    Result<Drawn> (*draw)(const Generator& generator, Shape table, double sigma);
};

// The explicit list: a new initialiser is one line in initializers.cpp.
std::span<const Initializer> initializers();
const Initializer* findInitializer(std::string_view id);

} // namespace phasor
