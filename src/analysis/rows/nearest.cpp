// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/nearest.h"

#include "field/matrixfield.h"
#include "field/parallel.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>

namespace phasor {

constexpr double kFarAway = std::numeric_limits<double>::infinity();

// Squared distance, exact up to `most`; larger results only mean "farther". NaN counts as far.
static double squaredDistance(const float* a, const float* b, std::int64_t n, double most)
{
    constexpr std::int64_t kPiece = 64;
    double total = 0;
    for (std::int64_t begin = 0; begin < n; begin += kPiece) {
        for (std::int64_t i = begin; i < std::min(n, begin + kPiece); ++i) {
            const double off = static_cast<double>(a[i]) - static_cast<double>(b[i]);
            total += off * off;
        }
        if (!(total < most))
            return kFarAway;
    }
    return total;
}

// The same in float32 and in lanes, many times as fast: within 0.05 % for up to 65536 columns.
static float roughDistance(const float* a, const float* b, std::int64_t n)
{
    constexpr std::int64_t kLanes = 16;
    std::array<float, kLanes> lanes{};
    for (std::int64_t begin = 0; begin + kLanes <= n; begin += kLanes) {
        for (std::int64_t i = 0; i < kLanes; ++i) {
            const float off = a[begin + i] - b[begin + i];
            lanes[static_cast<std::size_t>(i)] += off * off;
        }
    }
    for (std::int64_t i = n / kLanes * kLanes; i < n; ++i)
        lanes[0] += (a[i] - b[i]) * (a[i] - b[i]);
    return std::accumulate(lanes.begin(), lanes.end(), 0.0F);
}

// Number of rows whose pairs have about `budget` cells.
static std::int64_t rowsWithin(Shape shape, std::int64_t budget)
{
    const double most
        = std::sqrt(2 * static_cast<double>(budget) / static_cast<double>(std::max<std::int64_t>(1, shape.cols)));
    return std::min(shape.rows, std::max<std::int64_t>(2, static_cast<std::int64_t>(most)));
}

NearestRows::NearestRows(Matrix candidates)
    : m_candidates(std::move(candidates))
    , m_products(m_candidates.view())
    , m_squares(static_cast<std::size_t>(m_candidates.rows()))
    , m_lengths(m_squares.size())
    , m_rests(m_squares.size())
{
    parallelFor(0, count(), 256, [&](Span span) {
        for (std::int64_t j = span.begin; j < span.end; ++j) {
            const double square = rowSumSquares(m_candidates.view().row(j), width());
            m_squares[static_cast<std::size_t>(j)] = square;
            m_lengths[static_cast<std::size_t>(j)] = std::sqrt(square);
            m_rests[static_cast<std::size_t>(j)] = restsOf(m_candidates.view().row(j));
        }
    });
}

NearestRows::Rests NearestRows::restsOf(const float* row) const
{
    Rests rests;
    double square = 0;
    for (int k = kParts; k-- > 0;) {
        rests[static_cast<std::size_t>(k)] = std::sqrt(square);
        square += rowSumSquares(row + part(k).begin, part(k).size());
    }
    return rests;
}

bool NearestRows::empty() const
{
    return std::ranges::count(m_squares, 0) == std::ssize(m_squares);
}

double NearestRows::squareDistance(const float* row, std::int64_t candidate, double factor) const
{
    return factor * factor * m_squares[static_cast<std::size_t>(candidate)]
        - 2 * factor * rowDot(row, m_candidates.view().row(candidate), width());
}

// Compares some rows at a time with all candidates, tile by tile. A row is done once a nearer candidate is found, a
// tile once every candidate in it is known to be farther. Bound: x · c is at most the product of their first columns
// plus ‖rest of x‖ · ‖rest of c‖ (Cauchy and Schwarz).
class NearestRows::Search
{
public:
    Search(const NearestRows& candidates, MatrixView<const float> rows, std::span<const std::int64_t> own,
           double factor)
        : m_candidates(candidates)
        , m_rows(rows)
        , m_own(own)
        , m_factor(factor)
        , m_asked(static_cast<std::size_t>(rows.rows()))
        , m_products(static_cast<std::size_t>(rows.rows() * RowProducts::kTile))
    {
        for (std::int64_t r = 0; r < rows.rows(); ++r)
            begin(r);
    }

    void visit(std::int64_t tile)
    {
        std::fill(m_products.begin(), m_products.end(), 0.0F);
        for (int part = 0; part < kParts; ++part) {
            m_candidates.m_products.addProducts(m_rows, m_candidates.part(part), tile, m_products.data());
            if (part + 1 < kParts && allAreFarther(tile, static_cast<std::size_t>(part)))
                return;
        }
        const std::int64_t first = tile * RowProducts::kTile;
        for (std::int64_t r = 0; r < m_rows.rows(); ++r) {
            Asked& asked = m_asked[static_cast<std::size_t>(r)];
            for (std::int64_t j = 0; j < countOf(tile) && asked.open; ++j)
                asked.open = !isNearer(asked, r, first + j, product(r, j));
        }
    }

    std::int64_t open() const { return std::ranges::count(m_asked, true, &Asked::open); }
    std::int64_t numbers() const { return std::ranges::count(m_asked, true, &Asked::number); }

private:
    struct Asked
    {
        bool number = false; // all cells are finite
        bool open = false; // no nearer candidate was found yet
        double distance = 0; // to the own candidate: squared distance − ‖row‖²
        double doubt = 0; // error bound of twice a float32 product with a candidate of length 1
        Rests rests{};
    };

    void begin(std::int64_t r)
    {
        const float* const row = m_rows.row(r);
        const double length = std::sqrt(rowSumSquares(row, m_rows.cols()));
        Asked& asked = m_asked[static_cast<std::size_t>(r)];
        asked.number = std::isfinite(length);
        asked.open = asked.number;
        asked.distance = m_candidates.squareDistance(row, ownOf(r), m_factor);
        asked.rests = m_candidates.restsOf(row);
        // Higham, "Accuracy and Stability", §3.1: the error of a sum of n rounded products is at most n·u·|x|·|y|.
        constexpr double kUnit = 0x1p-24;
        asked.doubt = 2 * kUnit * static_cast<double>(m_rows.cols() + 2) * length;
    }

    std::int64_t ownOf(std::int64_t r) const { return m_own[static_cast<std::size_t>(r)]; }

    std::int64_t countOf(std::int64_t tile) const
    {
        return std::min(RowProducts::kTile, m_candidates.count() - tile * RowProducts::kTile);
    }
    double product(std::int64_t r, std::int64_t j) const
    {
        return static_cast<double>(m_products[static_cast<std::size_t>(r * RowProducts::kTile + j)]);
    }

    // Whether every product of a row and a candidate of the tile is too small for the candidate to be nearer.
    bool allAreFarther(std::int64_t tile, std::size_t part) const
    {
        const std::int64_t first = tile * RowProducts::kTile;
        for (std::int64_t r = 0; r < m_rows.rows(); ++r) {
            const Asked& asked = m_asked[static_cast<std::size_t>(r)];
            for (std::int64_t j = 0; j < countOf(tile) && asked.open; ++j) {
                const double rest = asked.rests[part] * m_candidates.m_rests[static_cast<std::size_t>(first + j)][part];
                if (!isFarther(asked, first + j, product(r, j) + rest) && first + j != ownOf(r))
                    return false;
            }
        }
        return true;
    }

    // True only if it holds despite the rounding of the float32 product.
    bool isFarther(const Asked& asked, std::int64_t candidate, double dot) const
    {
        const auto index = static_cast<std::size_t>(candidate);
        return m_factor
            * (m_factor * m_candidates.m_squares[index] - 2 * dot - asked.doubt * m_candidates.m_lengths[index])
            > asked.distance;
    }

    bool isNearer(const Asked& asked, std::int64_t r, std::int64_t candidate, double dot) const
    {
        if (candidate == ownOf(r) || isFarther(asked, candidate, dot))
            return false;
        const double distance = m_candidates.squareDistance(m_rows.row(r), candidate, m_factor);
        return distance < asked.distance || (distance == asked.distance && candidate < ownOf(r));
    }

    const NearestRows& m_candidates;
    MatrixView<const float> m_rows;
    std::span<const std::int64_t> m_own;
    double m_factor; // > 0, of the candidates
    std::vector<Asked> m_asked;
    std::vector<float> m_products;
};

double NearestRows::shareFound(MatrixView<const float> rows, std::span<const std::int64_t> own, double factor) const
{
    // Many rows read a tile of candidates fewer times, few rows keep all cores busy.
    const auto atOnce = std::clamp<std::int64_t>(rows.rows() / 8, 8, 32);
    const std::int64_t groups = (rows.rows() + atOnce - 1) / atOnce;
    std::atomic<std::int64_t> found = 0;
    std::atomic<std::int64_t> numbers = 0;
    parallelFor(0, groups, 1, [&](Span span) {
        const std::int64_t first = span.begin * atOnce;
        const std::int64_t count = std::min(atOnce, rows.rows() - first);
        Search search(*this, rows.window({first, 0, count, rows.cols()}),
                      own.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)), factor);
        for (std::int64_t tile = 0; tile < m_products.tiles() && search.open() > 0 && !cancelled(); ++tile)
            search.visit(tile);
        found += search.open();
        numbers += search.numbers();
    });
    return numbers > 0 ? static_cast<double>(found) / static_cast<double>(numbers)
                       : std::numeric_limits<double>::quiet_NaN();
}

std::optional<ClosestRows> closestRows(const Field& table, std::int64_t budget)
{
    const std::int64_t cols = table.shape().cols;
    const std::int64_t rows = rowsWithin(table.shape(), budget);
    if (rows < 2)
        return std::nullopt;
    const Matrix values = materialized(table, {0, 0, rows, cols});
    std::vector<ClosestRows> nearest(static_cast<std::size_t>(rows), {0, 0, kFarAway, rows});
    double near = kFarAway; // the closest neighbors: few pairs are closer
    for (std::int64_t i = 0; i + 1 < rows && !cancelled(); ++i)
        near = std::min(near, squaredDistance(values.view().row(i), values.view().row(i + 1), cols, near));
    const double most = std::nextafter(near, kFarAway);
    parallelFor(0, rows, 8, [&](Span span) {
        for (std::int64_t i = span.begin; i < span.end && !cancelled(); ++i) {
            ClosestRows& of = nearest[static_cast<std::size_t>(i)];
            for (std::int64_t j = i + 1; j < rows; ++j) {
                const float* a = values.view().row(i);
                const float* b = values.view().row(j);
                const double least = std::min(of.distance, most);
                const float rough = roughDistance(a, b, cols);
                if (std::isfinite(rough) && rough > 1.001 * least)
                    continue;
                const double distance = squaredDistance(a, b, cols, least);
                if (distance < of.distance)
                    of = {i, j, distance, rows};
            }
        }
    });
    if (cancelled())
        return std::nullopt;
    ClosestRows closest = *std::ranges::min_element(nearest, {}, &ClosestRows::distance); // the first of equal ones
    if (!std::isfinite(closest.distance))
        return std::nullopt;
    closest.distance = std::sqrt(closest.distance);
    return closest;
}

std::optional<ClosestRows> closestRows(std::span<const double> frequencies, std::int64_t rows, std::int64_t budget)
{
    if (rows < 2 || frequencies.empty())
        return std::nullopt;
    const std::int64_t most = std::max<std::int64_t>(1, budget / std::ssize(frequencies));
    ClosestRows closest{0, 1, kFarAway, std::min(rows, most + 1)};
    for (std::int64_t k = 1; k < closest.checked && !cancelled(); ++k) {
        double half = 0;
        for (const double frequency : frequencies) {
            const double sine = std::sin(static_cast<double>(k) * frequency / 2); // 1 − cos x = 2 sin²(x/2)
            half += sine * sine;
        }
        if (4 * half < closest.distance) {
            closest.distance = 4 * half;
            closest.second = k;
        }
    }
    closest.distance = std::sqrt(closest.distance);
    return closest;
}

} // namespace phasor
