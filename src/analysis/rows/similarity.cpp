// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/similarity.h"

#include "analysis/scoreterms.h"
#include "field/matrixfield.h"
#include "field/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

constexpr double kFarAway = std::numeric_limits<double>::infinity();

// Squared distance, exact up to `most`; larger results only mean "farther". NaN counts as far.
double squaredDistance(const float* a, const float* b, std::int64_t n, double most)
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

// Number of rows whose pairs have about `budget` cells.
std::int64_t rowsWithin(Shape shape, std::int64_t budget)
{
    const double most
        = std::sqrt(2 * static_cast<double>(budget) / static_cast<double>(std::max<std::int64_t>(1, shape.cols)));
    return std::min(shape.rows, std::max<std::int64_t>(2, static_cast<std::int64_t>(most)));
}

} // namespace

std::optional<ClosestRows> closestRows(const Field& table, std::int64_t budget, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    const std::int64_t cols = table.shape().cols;
    const std::int64_t rows = rowsWithin(table.shape(), budget);
    if (rows < 2)
        return std::nullopt;
    const Matrix values = materialized(table, {0, 0, rows, cols});
    std::vector<ClosestRows> nearest(static_cast<std::size_t>(rows), {0, 0, kFarAway, rows});
    parallelFor(0, rows, 8, [&](Span span) {
        for (std::int64_t i = span.begin; i < span.end && !cancel.cancelled(); ++i) {
            ClosestRows& of = nearest[static_cast<std::size_t>(i)];
            for (std::int64_t j = i + 1; j < rows; ++j) {
                const double distance = squaredDistance(values.view().row(i), values.view().row(j), cols, of.distance);
                if (distance < of.distance)
                    of = {i, j, distance, rows};
            }
        }
    });
    if (cancel.cancelled())
        return std::nullopt;
    ClosestRows closest
        = *std::min_element(nearest.begin(), nearest.end(), [](const ClosestRows& a, const ClosestRows& b) {
              return a.distance < b.distance;
          }); // the first of equal ones
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
    for (std::int64_t k = 1; k < closest.checked; ++k) {
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

FieldPtr similarityOfRows(FieldPtr x, SimilarityMeasure measure)
{
    const bool cosine = measure == SimilarityMeasure::Cosine;
    const auto rows
        = std::make_shared<const KeptRows>(std::move(x), cosine ? RowsAre::OfLengthOne : RowsAre::WithClosedMeans);
    return crossProducts(rows, rows, 1);
}

} // namespace phasor
