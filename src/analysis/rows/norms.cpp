// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/norms.h"

#include "field/matrixfield.h"
#include "field/parallel.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

std::size_t at(std::int64_t index)
{
    return static_cast<std::size_t>(index);
}

} // namespace

std::vector<double> rowNorms(const Field& field, Rect window, const CancelToken& cancel)
{
    std::vector<double> norms(at(window.rows), 0.0);
    reduce(
        field, window,
        [&](Rect place, MatrixView<const float> values) {
            for (std::int64_t r = 0; r < place.rows; ++r)
                norms[at(place.row - window.row + r)] += rowSumSquares(values.row(r), place.cols);
        },
        cancel);
    for (double& norm : norms)
        norm = std::sqrt(norm);
    return norms;
}

RowPairs rowPairs(const Field& a, const Field& b, Rect window, const CancelToken& cancel)
{
    RowPairs pairs{std::vector<double>(at(window.rows), 0.0), std::vector<double>(at(window.rows), 0.0),
                   std::vector<double>(at(window.rows), 0.0)};
    reduce(
        a, window,
        [&](Rect place, MatrixView<const float> values) {
            Matrix other(place.shape());
            b.fill(place, other.view());
            for (std::int64_t r = 0; r < place.rows; ++r) {
                const std::size_t i = at(place.row - window.row + r);
                pairs.normA[i] += rowSumSquares(values.row(r), place.cols);
                pairs.normB[i] += rowSumSquares(other.view().row(r), place.cols);
                pairs.cosine[i] += rowDot(values.row(r), other.view().row(r), place.cols);
            }
        },
        cancel);
    for (std::size_t i = 0; i < pairs.cosine.size(); ++i) {
        pairs.normA[i] = std::sqrt(pairs.normA[i]);
        pairs.normB[i] = std::sqrt(pairs.normB[i]);
        const double product = pairs.normA[i] * pairs.normB[i];
        pairs.cosine[i]
            = product > 0 ? std::clamp(pairs.cosine[i] / product, -1.0, 1.0) : std::numeric_limits<double>::quiet_NaN();
    }
    return pairs;
}

bool areDrawnAlike(const Field& ids, const Field& words, const Field& positions, const CancelToken& cancel)
{
    constexpr std::int64_t kRows = 16;
    constexpr double kParallel = 1 - 1e-9;
    const auto [rows, cols] = words.shape();
    if (cols != positions.shape().cols || cols < 3)
        return false;
    Matrix id(Shape{1, 1});
    Matrix word(Shape{1, cols});
    Matrix position(Shape{1, cols});
    bool alike = false;
    for (std::int64_t row = 0; row < std::min(kRows, rows) && !cancel.cancelled(); ++row) {
        ids.fill({row, 0, 1, 1}, id.view());
        const auto k = static_cast<std::int64_t>(id(0, 0));
        if (k >= positions.shape().rows)
            continue;
        words.fill({row, 0, 1, cols}, word.view());
        positions.fill({k, 0, 1, cols}, position.view());
        const double norms = std::sqrt(rowSumSquares(word.data(), cols) * rowSumSquares(position.data(), cols));
        if (norms == 0)
            continue;
        alike = std::abs(rowDot(word.data(), position.data(), cols)) > kParallel * norms;
        if (!alike)
            return false;
    }
    return alike;
}

FieldPtr finiteRows(const Field& field, Rect window, const CancelToken& cancel)
{
    const std::vector<double> norms = rowNorms(field, window, cancel);
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

ColumnEnergy columnEnergy(const Field& field, Rect window, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
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
            for (std::int64_t r = begin; r < end && !cancel.cancelled(); r += rows) {
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
    const FieldPtr some = finite ? nullptr : finiteRows(field, window, cancel);
    return some ? columnEnergy(*some, whole(some->shape()), cancel) : energy;
}

double reachOf(const Matrix& values)
{
    const Extremes extremes = rowExtremes(values.data(), values.rows() * values.cols());
    if (!(extremes.low <= extremes.high))
        return 0;
    return std::max(std::abs(static_cast<double>(extremes.low)), static_cast<double>(extremes.high));
}

} // namespace phasor
