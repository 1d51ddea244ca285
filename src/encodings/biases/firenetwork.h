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

    // x >= 0. Cheap for a number near the one before; each caller has a piece of its own, which begins at 0.
    double at(double x, std::size_t& piece) const
    {
        while (piece > 0 && x < m_pieces[piece].begin)
            --piece;
        while (piece + 1 < m_pieces.size() && x >= m_pieces[piece + 1].begin)
            ++piece;
        return m_pieces[piece].slope * x + m_pieces[piece].intercept;
    }

    // The greatest |at(x)|, 0 <= x <= most.
    double greatest(double most) const;

private:
    struct Piece
    {
        double begin = 0;
        double slope = 0;
        double intercept = 0;
    };
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
