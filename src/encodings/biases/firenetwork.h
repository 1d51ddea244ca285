// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"

#include <array>
#include <cstdint>
#include <vector>

namespace phasor {

// What a small network 1 → 32 → heads of rectified units makes of a number, for one head: a line that bends where a
// unit switches on or off. In double, of float32 weights.
class BentLine
{
public:
    static constexpr std::int64_t kUnits = 32;
    struct Unit
    {
        double weight = 0; // of the input
        double bias = 0;
        double output = 0; // weight in the sum
    };

    BentLine(const std::array<Unit, kUnits>& units, double bias);

    // Between two bends, or behind the last one.
    struct Piece
    {
        double begin = 0; // belongs to it
        double end = 0; // does not
        double slope = 0;
        double intercept = 0;

        bool holds(double x) const { return x >= begin && x < end; }
        double at(double x) const { return slope * x + intercept; }
    };
    const Piece& pieceOf(double x) const; // x >= 0

    // The greatest size of its values at 0 <= x <= most.
    double greatest(double most) const;

private:
    std::vector<Piece> m_pieces; // the first begins at 0
};

// The network of all heads as PyTorch makes it: nn.Linear(1, 32), then nn.Linear(32, heads), with their own initial
// weights. Immutable.
class FireNetwork
{
public:
    // Errors: those of the generator.
    static Result<FireNetwork> draw(const Generator& generator, std::int64_t heads);

    BentLine head(std::int64_t head) const;

    // The edges of the uniform laws of a layer with so many inputs.
    static double weightEdge(std::int64_t inputs);
    static double biasEdge(std::int64_t inputs);

private:
    FieldPtr m_inputWeights; // [32, 1]
    FieldPtr m_inputBiases; // [1, 32]
    FieldPtr m_outputWeights; // [heads, 32]
    FieldPtr m_outputBiases; // [1, heads]
};

} // namespace phasor
