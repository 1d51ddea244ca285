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
    enum class Law { Normal, Uniform, Truncated }; // N(0, a²), U(−a, a), N(0, a²) cut at ±2 a

    std::string_view id;
    SourceText label;
    SourceText explanation;
    Law law = Law::Normal;
    double (*sigma)(Shape table) = nullptr; // per-element standard deviation
    // The a of the law where it has a name of its own (0.02, 0.05): it does not come back from σ in every last bit.
    // 0: a follows from σ.
    double named = 0;
    std::string_view torch; // how PyTorch fills `weight` so; empty: nn.Embedding itself

    // The law's a for a table with the per-element standard deviation `sigma`.
    double parameter(Shape table, double sigma) const;
    Result<Drawn> draw(const Generator& generator, Shape table, double sigma) const;
};

// The explicit list: a new initialiser is one line in initializers.cpp.
std::span<const Initializer> initializers();
const Initializer* findInitializer(std::string_view id);

} // namespace phasor
