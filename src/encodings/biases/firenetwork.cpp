// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/biases/firenetwork.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

double cell(const Field& field, std::int64_t row, std::int64_t column)
{
    float value = 0;
    field.fill({row, column, 1, 1}, {&value, 1, 1, 1});
    return static_cast<double>(value);
}

} // namespace

BentLine::BentLine(const std::array<Unit, kUnits>& units, double bias)
{
    std::vector<double> bends{0};
    for (const Unit& unit : units) {
        const double bend = -unit.bias / unit.weight;
        if (bend > 0 && std::isfinite(bend))
            bends.push_back(bend);
    }
    std::sort(bends.begin(), bends.end());
    for (std::size_t i = 0; i < bends.size(); ++i) {
        const bool last = i + 1 == bends.size();
        Piece piece{bends[i], last ? std::numeric_limits<double>::infinity() : bends[i + 1], 0, bias};
        const double within = last ? piece.begin + 1 : (piece.begin + piece.end) / 2;
        for (const Unit& unit : units) {
            if (unit.weight * within + unit.bias <= 0)
                continue;
            piece.slope += unit.output * unit.weight;
            piece.intercept += unit.output * unit.bias;
        }
        m_pieces.push_back(piece);
    }
}

const BentLine::Piece& BentLine::pieceOf(double x) const
{
    const auto next = std::upper_bound(m_pieces.begin(), m_pieces.end(), x,
                                       [](double at, const Piece& piece) { return at < piece.begin; });
    return *std::prev(next);
}

double BentLine::greatest(double most) const
{
    double found = 0;
    for (const Piece& piece : m_pieces) {
        if (piece.begin > most)
            break;
        for (const double x : {piece.begin, std::min(most, piece.end)})
            found = std::max(found, std::fabs(piece.at(x)));
    }
    return found;
}

Result<FireNetwork> FireNetwork::draw(const Generator& generator, std::int64_t heads)
{
    const auto uniform = [](const Generator& from, Shape shape, double edge) {
        return from.uniform(shape, -edge, edge);
    };
    FireNetwork network;
    TRY(Drawn drawn, uniform(generator, {BentLine::kUnits, 1}, weightEdge(1)));
    network.m_inputWeights = drawn.values;
    TRY(drawn, uniform(*drawn.after, {1, BentLine::kUnits}, biasEdge(1)));
    network.m_inputBiases = drawn.values;
    TRY(drawn, uniform(*drawn.after, {heads, BentLine::kUnits}, weightEdge(BentLine::kUnits)));
    network.m_outputWeights = drawn.values;
    TRY(drawn, uniform(*drawn.after, {1, heads}, biasEdge(BentLine::kUnits)));
    network.m_outputBiases = drawn.values;
    return network;
}

BentLine FireNetwork::head(std::int64_t head) const
{
    std::array<BentLine::Unit, BentLine::kUnits> units;
    for (std::int64_t u = 0; u < BentLine::kUnits; ++u)
        units[static_cast<std::size_t>(u)]
            = {cell(*m_inputWeights, u, 0), cell(*m_inputBiases, 0, u), cell(*m_outputWeights, head, u)};
    return {units, cell(*m_outputBiases, 0, head)};
}

// nn.init.kaiming_uniform_(weight, a=√5), operation by operation: about 1 / √inputs.
double FireNetwork::weightEdge(std::int64_t inputs)
{
    const double a = std::sqrt(5.0);
    const double gain = std::sqrt(2.0 / (1 + a * a));
    return std::sqrt(3.0) * (gain / std::sqrt(static_cast<double>(inputs)));
}

double FireNetwork::biasEdge(std::int64_t inputs)
{
    return 1 / std::sqrt(static_cast<double>(inputs));
}

} // namespace phasor
