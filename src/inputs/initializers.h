// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"

#include <span>
#include <string_view>

namespace phasor {

// Initialization of an embedding table [vocab, d].
struct Initializer
{
    enum class Law { Normal, Uniform, Truncated }; // N(0, a²), U(−a, a), N(0, a²) cut at ±2 a

    std::string_view id;
    SourceText label;
    SourceText explanation;
    Law law = Law::Normal;
    double (*sigma)(Shape table) = nullptr; // per-element standard deviation
    // Bound a of the distribution if it is a round number (0.02, 0.05), as σ does not determine its last bits. 0: a
    // follows from σ.
    double named = 0;
    std::string_view torch; // PyTorch's function that fills `weight` the same; empty: nn.Embedding itself

    // Expected norm of a row of `width` values with σ = 1: below √width, by 1/(4 width) of it for a normal law.
    double expectedNorm(std::int64_t width) const;
    // The law's a for a table with the per-element standard deviation `sigma`.
    double parameter(Shape table, double sigma) const;
    Result<Drawn> draw(const Generator& generator, Shape table, double sigma) const;
};

// All initializers. A new one is one line in initializers.cpp.
std::span<const Initializer> initializers();
const Initializer* findInitializer(std::string_view id);

} // namespace phasor
