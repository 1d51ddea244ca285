// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/biases/toeplitzbias.h"
#include "encodings/schemes.h"
#include "field/field.h"
#include "text/pythontext.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::int64_t kUnits = 32;

// Output of a small network 1 → 32 → heads of rectified linear units, for one head: a polyline that bends where a unit
// switches on or off. Computed in double from float32 weights.
class BentLine
{
public:
    struct Unit
    {
        double weight = 0; // weight of the input
        double bias = 0;
        double output = 0; // weight in the sum
    };

    // Line between two bends, or after the last one.
    struct Piece
    {
        double begin = 0; // inclusive
        double end = 0; // exclusive
        double slope = 0;
        double intercept = 0;

        bool holds(double x) const { return x >= begin && x < end; }
        double at(double x) const { return slope * x + intercept; }
    };

    BentLine(const std::array<Unit, kUnits>& units, double bias)
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

    // x >= 0
    const Piece& pieceOf(double x) const
    {
        return *std::prev(std::ranges::upper_bound(m_pieces, x, {}, &Piece::begin));
    }

    // Largest absolute value at 0 <= x <= most.
    double largest(double most) const
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

private:
    std::vector<Piece> m_pieces; // the first begins at 0
};

// The network of all heads as PyTorch makes it: nn.Linear(1, 32), then nn.Linear(32, heads), with their own initial
// weights: [32, 1], biases [1, 32], weights [heads, 32], biases [1, heads].
using FireNetwork = std::array<FieldPtr, 4>;

// Bounds of the uniform distributions of a layer with this many inputs. Weights: nn.init.kaiming_uniform_(weight,
// a=√5), operation by operation: about 1 / √inputs.
double weightEdge(std::int64_t inputs)
{
    const double a = std::sqrt(5.0);
    const double gain = std::sqrt(2.0 / (1 + a * a));
    return std::sqrt(3.0) * (gain / std::sqrt(static_cast<double>(inputs)));
}

double biasEdge(std::int64_t inputs)
{
    return 1 / std::sqrt(static_cast<double>(inputs));
}

// Errors: those of the generator.
Result<FireNetwork> drawNetwork(GeneratorPtr generator, std::int64_t heads)
{
    const std::array<std::pair<Shape, double>, 4> draws{{{{kUnits, 1}, weightEdge(1)},
                                                         {{1, kUnits}, biasEdge(1)},
                                                         {{heads, kUnits}, weightEdge(kUnits)},
                                                         {{1, heads}, biasEdge(kUnits)}}};
    FireNetwork network;
    for (std::size_t i = 0; i < draws.size(); ++i) {
        const auto& [shape, edge] = draws[i];
        TRY(const Drawn drawn, generator->uniform(shape, -edge, edge));
        network[i] = drawn.values;
        generator = drawn.after;
    }
    return network;
}

BentLine lineOfHead(const FireNetwork& network, std::int64_t head)
{
    const auto& [inputWeights, inputBiases, outputWeights, outputBiases] = network;
    std::array<BentLine::Unit, kUnits> units;
    for (std::int64_t u = 0; u < kUnits; ++u)
        units[static_cast<std::size_t>(u)]
            = {inputWeights->cell(u, 0), inputBiases->cell(0, u), outputWeights->cell(head, u)};
    return {units, outputBiases->cell(0, head)};
}

// FIRE: that network of the distance divided by the query's position.

constexpr double kC = 0.1; // the factor in the logarithm, before training
constexpr std::int64_t kThreshold = 512; // queries at smaller positions count as if at this one
constexpr double kEpsilon = 1e-6;

struct FireSettings
{
    Seed seed;
    bool operator==(const FireSettings&) const = default;
};

double distanceTerm(std::int64_t distance)
{
    return std::log1p(kC * static_cast<double>(distance));
}

double queryTerm(std::int64_t query)
{
    return distanceTerm(std::max(query, kThreshold)) + kEpsilon;
}

// Cells of one head.
class FireCells
{
public:
    FireCells(BentLine line, std::int64_t length)
        : m_line(std::move(line))
        , m_terms(static_cast<std::size_t>(std::min(length, kKnownTerms)))
    {
        for (std::size_t k = 0; k < m_terms.size(); ++k)
            m_terms[k] = distanceTerm(static_cast<std::int64_t>(k));
    }

    void operator()(Rect rect, MatrixView<float> out) const
    {
        for (std::int64_t r = 0; r < rect.rows; r += kTile) {
            for (std::int64_t c = 0; c < rect.cols; c += kTile) {
                const Rect tile{rect.row + r, rect.col + c, std::min(kTile, rect.rows - r),
                                std::min(kTile, rect.cols - c)};
                fillTile(tile, out.window({r, c, tile.rows, tile.cols}));
            }
        }
    }

private:
    static constexpr std::int64_t kTile = 512;
    static constexpr std::int64_t kKnownTerms = 1 << 13; // requests for small tiles reuse these

    double termOf(std::int64_t distance) const
    {
        const auto k = static_cast<std::size_t>(distance);
        return k < m_terms.size() ? m_terms[k] : distanceTerm(distance);
    }

    // Logarithms are computed once per diagonal.
    void fillTile(Rect tile, MatrixView<float> out) const
    {
        std::array<double, 2 * kTile> diagonals; // starting in the last row's first column, second column …
        const std::int64_t first = tile.row + tile.rows - 1 - tile.col;
        for (std::int64_t k = 0; k < tile.rows + tile.cols - 1; ++k)
            diagonals[static_cast<std::size_t>(k)] = termOf(std::abs(first - k));
        for (std::int64_t r = 0; r < tile.rows; ++r) {
            const double* const terms = diagonals.data() + (tile.rows - 1 - r);
            const std::int64_t middle = std::clamp<std::int64_t>(tile.row + r - tile.col, 0, tile.cols);
            const double whole = queryTerm(tile.row + r);
            fillRun(terms, terms + middle, whole, out.row(r));
            fillRun(terms + middle, terms + tile.cols, whole, out.row(r) + middle);
        }
    }

    // One side of the diagonal, where the terms are monotonic, so those of one piece are consecutive.
    void fillRun(const double* term, const double* end, double whole, float* out) const
    {
        while (term < end) {
            const BentLine::Piece piece = m_line.pieceOf(*term / whole);
            const auto held = [&](double t) {
                return piece.holds(t / whole);
            };
            const double* const other = held(end[-1]) ? end : std::partition_point(term, end, held);
            out = std::transform(term, other, out, [&](double t) { return static_cast<float>(piece.at(t / whole)); });
            term = other;
        }
    }

    BentLine m_line;
    std::vector<double> m_terms; // terms of the shortest distances
};

FieldPtr fireField(const FireNetwork& network, std::int64_t head, std::int64_t length)
{
    const BentLine line = lineOfHead(network, head);
    // The first queries have the largest share, at the distance of the last key.
    const double largest = line.largest(distanceTerm(length - 1) / queryTerm(0));
    return computedField({length, length}, {-largest, largest}, FireCells(line, length));
}

std::string fireFormula(std::int64_t head, std::int64_t query, std::int64_t key)
{
    const auto term = [](std::int64_t distance) {
        return "ln(1 + " + printReal(kC) + "·" + std::to_string(distance) + ")";
    };
    return "mlp(" + term(std::abs(query - key)) + " / (" + term(std::max(query, kThreshold)) + " + "
        + printReal(kEpsilon) + "), " + std::to_string(head) + ")";
}

Result<PositionModel> makeFire(const PositionSetup& setup)
{
    TRY(const auto generator, makeGenerator(setup.generator, setup.own.as<FireSettings>().seed, setup.grid));
    TRY(const FireNetwork network, drawNetwork(generator, setup.heads));
    const PositionBias bias{
        .field = [network](std::int64_t head, std::int64_t length) { return fireField(network, head, length); },
        .formula = fireFormula,
        .atDistance =
            [](std::int64_t, std::int64_t) {
                return std::nullopt;
            }};
    return PositionModel{.bias = std::make_shared<const PositionBias>(bias)};
}

SchemeCode fireNotebook(NotebookLibrary library, const PositionSetup& setup)
{
    constexpr auto kUniform = DrawnArray::Law::Uniform;
    const DrawnArray arrays[] = {{"w1", "32, 1", kUniform, printReal(weightEdge(1))},
                                 {"b1", "32", kUniform, printReal(biasEdge(1))},
                                 {"w2", "heads, 32", kUniform, printReal(weightEdge(kUnits))},
                                 {"b2", "heads", kUniform, printReal(biasEdge(kUnits))}};
    return {.note = drawNote(library, setup.generator),
            .body = "# FIRE: bias [heads, n, n]; nn.Linear(1, 32) and nn.Linear(32, heads) as they are drawn.\n"
                + drawnArrays(library, setup.generator, setup.own.as<FireSettings>().seed, arrays)
                + bundledPython("fire", "bias")};
}

} // namespace

Scheme fireScheme()
{
    return {
        .id = "fire",
        .label = WORDS("FIRE"),
        .kind = SchemeKind::Bias,
        .formula = WORDS("bias[i, j] = MLP(ln(1 + c·|i − j|) / (ln(1 + c·max(i, 512)) + 1e-6)), c = 0.1"),
        .source = WORDS("Li et al. 2024, Functional Interpolation for Relative Positions Improves Long Context "
                        "Transformers, equation 9"),
        .draws = true,
        .own = {
            tableSeed(WORDS("Seed of the random generator before the network is sampled."), &FireSettings::seed),
        },
        .make = makeFire,
        .notebook = fireNotebook,
    };
}

} // namespace phasor
