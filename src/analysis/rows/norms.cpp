// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/norms.h"

#include "field/matrixfield.h"
#include "field/parallel.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

namespace phasor {

static std::size_t at(std::int64_t index)
{
    return static_cast<std::size_t>(index);
}

constexpr std::int64_t kTileRows = 64;

// Calls body(row, values) for each row of `rows`, tiles in parallel.
template <typename Body> static void forRows(const Field& field, Span rows, Body&& body)
{
    const std::int64_t cols = field.shape().cols;
    parallelFor(rows.begin, rows.end, kTileRows, [&](Span span) {
        Matrix tile(Shape{span.size(), cols});
        field.fill({span.begin, 0, span.size(), cols}, tile.view());
        for (std::int64_t r = 0; r < span.size(); ++r)
            body(span.begin + r, tile.view().row(r));
    });
}

static bool equalRows(const Field& table, std::int64_t a, std::int64_t b)
{
    const std::int64_t cols = table.shape().cols;
    const Matrix one = materialized(table, {a, 0, 1, cols});
    const Matrix other = materialized(table, {b, 0, 1, cols});
    return std::memcmp(one.data(), other.data(), at(cols) * sizeof(float)) == 0;
}

std::vector<double> rowNorms(const Field& field, Rect window)
{
    std::vector<double> norms(at(window.rows), 0.0);
    reduce(field, window, [&](Rect place, MatrixView<const float> values) {
        for (std::int64_t r = 0; r < place.rows; ++r)
            norms[at(place.row - window.row + r)] += rowSumSquares(values.row(r), place.cols);
    });
    for (double& norm : norms)
        norm = std::sqrt(norm);
    return norms;
}

RowPairs rowPairs(const Field& a, const Field& b, Rect window)
{
    RowPairs pairs{std::vector<double>(at(window.rows), 0.0), std::vector<double>(at(window.rows), 0.0),
                   std::vector<double>(at(window.rows), 0.0)};
    reduce(a, window, [&](Rect place, MatrixView<const float> values) {
        Matrix other(place.shape());
        b.fill(place, other.view());
        for (std::int64_t r = 0; r < place.rows; ++r) {
            const std::size_t i = at(place.row - window.row + r);
            pairs.normA[i] += rowSumSquares(values.row(r), place.cols);
            pairs.normB[i] += rowSumSquares(other.view().row(r), place.cols);
            pairs.cosine[i] += rowDot(values.row(r), other.view().row(r), place.cols);
        }
    });
    for (std::size_t i = 0; i < pairs.cosine.size(); ++i) {
        pairs.normA[i] = std::sqrt(pairs.normA[i]);
        pairs.normB[i] = std::sqrt(pairs.normB[i]);
        const double product = pairs.normA[i] * pairs.normB[i];
        pairs.cosine[i]
            = product > 0 ? std::clamp(pairs.cosine[i] / product, -1.0, 1.0) : std::numeric_limits<double>::quiet_NaN();
    }
    return pairs;
}

bool areDrawnAlike(const Field& ids, const Field& words, const Field& positions)
{
    constexpr std::int64_t kRows = 16;
    constexpr double kParallel = 1 - 1e-9;
    const auto [rows, cols] = words.shape();
    if (cols != positions.shape().cols || cols < 3)
        return false;
    bool alike = false;
    for (std::int64_t row = 0; row < std::min(kRows, rows) && !cancelled(); ++row) {
        const auto k = static_cast<std::int64_t>(ids.cell(row, 0));
        if (k >= positions.shape().rows)
            continue;
        const Matrix word = materialized(words, {row, 0, 1, cols});
        const Matrix position = materialized(positions, {k, 0, 1, cols});
        const double norms = std::sqrt(rowSumSquares(word.data(), cols) * rowSumSquares(position.data(), cols));
        if (norms == 0)
            continue;
        alike = std::abs(rowDot(word.data(), position.data(), cols)) > kParallel * norms;
        if (!alike)
            return false;
    }
    return alike;
}

FieldPtr finiteRows(const Field& field, Rect window)
{
    const std::vector<double> norms = rowNorms(field, window);
    const auto finite = std::ranges::count_if(norms, [](double norm) { return std::isfinite(norm); });
    if (finite == 0 || finite == window.rows)
        return nullptr;
    auto rows = std::make_shared<Matrix>(Shape{finite, window.cols});
    std::int64_t next = 0;
    for (std::int64_t r = 0; r < window.rows; ++r) {
        if (std::isfinite(norms[at(r)])) {
            field.fill({window.row + r, window.col, 1, window.cols}, rows->view().window({next, 0, 1, window.cols}));
            ++next;
        }
    }
    return std::make_shared<MatrixField>(std::move(rows), field.bounds());
}

ColumnEnergy columnEnergy(const Field& field, Rect window)
{
    // Sums of tiles are kept apart and added in the order of tiles, so that the bits don't depend on the threads. A
    // column piece has its own sums: its tiles share the grid of tileRows.
    const std::int64_t rows = tileRows(window.cols);
    const std::int64_t tiles = (window.rows + rows - 1) / std::max<std::int64_t>(1, rows);
    constexpr std::int64_t kMostPartials = 1 << 20; // doubles; more tiles than that share one
    const std::int64_t groups = std::clamp<std::int64_t>(kMostPartials / std::max<std::int64_t>(1, window.cols), 1,
                                                         std::max<std::int64_t>(1, tiles));
    const std::int64_t tilesPerGroup = (tiles + groups - 1) / groups;
    std::vector<double> sums(at(groups * window.cols), 0.0);
    std::vector<double> squares(at(groups * window.cols), 0.0);
    parallelFor(0, groups, 1, [&](Span span) {
        for (std::int64_t g = span.begin; g < span.end; ++g) {
            const std::int64_t begin = std::min(window.rows, g * tilesPerGroup * rows);
            const std::int64_t end = std::min(window.rows, (g + 1) * tilesPerGroup * rows);
            Matrix tile;
            for (std::int64_t r = begin; r < end && !cancelled(); r += rows) {
                const Rect place{window.row + r, window.col, std::min(rows, end - r), window.cols};
                tile.resize(place.shape());
                field.fill(place, tile.view());
                for (std::int64_t k = 0; k < place.rows; ++k)
                    addColumnEnergies(tile.view().row(k), window.cols, &sums[at(g * window.cols)],
                                      &squares[at(g * window.cols)]);
            }
        }
    });
    ColumnEnergy energy{std::vector<double>(at(window.cols), 0.0), std::vector<double>(at(window.cols), 0.0)};
    const auto count = static_cast<double>(std::max<std::int64_t>(1, window.rows));
    for (std::int64_t c = 0; c < window.cols; ++c) {
        for (std::int64_t g = 0; g < groups; ++g) {
            energy.mean[at(c)] += sums[at(g * window.cols + c)];
            energy.meanSquare[at(c)] += squares[at(g * window.cols + c)];
        }
        energy.mean[at(c)] /= count;
        energy.meanSquare[at(c)] /= count;
    }
    const bool finite = std::ranges::all_of(energy.mean, [](double mean) { return std::isfinite(mean); });
    const FieldPtr some = finite ? nullptr : finiteRows(field, window);
    return some ? columnEnergy(*some, whole(some->shape())) : energy;
}

double reachOf(const Matrix& values)
{
    const Extremes extremes = rowExtremes(values.data(), values.rows() * values.cols());
    if (!(extremes.low <= extremes.high))
        return 0;
    return std::max(std::abs(static_cast<double>(extremes.low)), static_cast<double>(extremes.high));
}

std::vector<double> greatestByRow(const Field& field, Span rows)
{
    std::vector<double> greatest(static_cast<std::size_t>(rows.size()));
    forRows(field, rows, [&](std::int64_t row, const float* values) {
        const Extremes extremes = rowExtremes(values, field.shape().cols);
        const bool finite = extremes.nan + extremes.plusInf + extremes.minusInf == 0;
        greatest[at(row - rows.begin)] = finite
            ? std::max(std::abs(static_cast<double>(extremes.low)), std::abs(static_cast<double>(extremes.high)))
            : std::numeric_limits<double>::quiet_NaN();
    });
    return greatest;
}

Collisions collisions(const Field& table, Span rows, std::int64_t cellBudget)
{
    const std::int64_t most = std::max<std::int64_t>(2, cellBudget / std::max<std::int64_t>(1, table.shape().cols));
    Collisions found;
    found.checked = {rows.begin, rows.begin + std::min(rows.size(), most)};
    // Equal rows have equal hashes; rows of one hash are compared.
    std::vector<std::pair<std::size_t, std::int64_t>> hashes(at(found.checked.size()));
    forRows(table, found.checked, [&](std::int64_t row, const float* values) {
        const std::string_view bytes(reinterpret_cast<const char*>(values), at(table.shape().cols) * sizeof(float));
        hashes[at(row - rows.begin)] = {std::hash<std::string_view>()(bytes), row};
    });
    std::ranges::sort(hashes);
    for (std::size_t i = 1; i < hashes.size(); ++i) {
        const auto [before, earlier] = hashes[i - 1];
        const auto [hash, row] = hashes[i];
        if (hash != before || !equalRows(table, row, earlier))
            continue;
        if (found.rows.empty() || found.rows.back() != earlier)
            found.rows.push_back(earlier);
        found.rows.push_back(row);
    }
    std::sort(found.rows.begin(), found.rows.end());
    return found;
}

} // namespace phasor
