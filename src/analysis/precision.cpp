// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/precision.h"

#include "field/matrix.h"
#include "field/parallel.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace phasor {

namespace {

constexpr std::int64_t kTileRows = 64;

// Calls body(row, values) for each row of `rows`, tiles in parallel.
template <typename Body> void forRows(const Field& field, Span rows, Body&& body)
{
    const std::int64_t cols = field.shape().cols;
    parallelFor(rows.begin, rows.end, kTileRows, [&](Span span) {
        Matrix tile(Shape{span.size(), cols});
        field.fill({span.begin, 0, span.size(), cols}, tile.view());
        for (std::int64_t r = 0; r < span.size(); ++r)
            body(span.begin + r, tile.view().row(r));
    });
}

// Equal rows have equal hashes; rows of one hash are compared. (Multiply and rotate, after xxHash's round.)
std::uint64_t hashOf(const float* row, std::int64_t n)
{
    constexpr std::uint64_t kPrime1 = 0x9e3779b185ebca87ULL;
    constexpr std::uint64_t kPrime2 = 0xc2b2ae3d27d4eb4fULL;
    std::uint64_t hash = kPrime2;
    for (std::int64_t i = 0; i < n; ++i)
        hash = std::rotl(hash + std::bit_cast<std::uint32_t>(row[i]) * kPrime2, 31) * kPrime1;
    return hash;
}

bool equalRows(const Field& table, std::int64_t a, std::int64_t b)
{
    const std::int64_t cols = table.shape().cols;
    Matrix rows(Shape{2, cols});
    table.fill({a, 0, 1, cols}, rows.view().window({0, 0, 1, cols}));
    table.fill({b, 0, 1, cols}, rows.view().window({1, 0, 1, cols}));
    return std::memcmp(rows.view().row(0), rows.view().row(1), static_cast<std::size_t>(cols) * sizeof(float)) == 0;
}

} // namespace

std::vector<double> greatestByRow(const Field& difference, Span rows)
{
    std::vector<double> greatest(static_cast<std::size_t>(rows.size()));
    forRows(difference, rows, [&](std::int64_t row, const float* values) {
        const Extremes extremes = rowExtremes(values, difference.shape().cols);
        const bool finite = extremes.nan + extremes.plusInf + extremes.minusInf == 0;
        greatest[static_cast<std::size_t>(row - rows.begin)] = finite
            ? std::max(std::abs(static_cast<double>(extremes.low)), std::abs(static_cast<double>(extremes.high)))
            : std::numeric_limits<double>::quiet_NaN();
    });
    return greatest;
}

Collisions collisions(const Field& table, Span rows, std::int64_t cellBudget)
{
    struct Hashed
    {
        std::uint64_t hash;
        std::int64_t row;
    };
    const std::int64_t most = std::max<std::int64_t>(2, cellBudget / std::max<std::int64_t>(1, table.shape().cols));
    Collisions found;
    found.checked = {rows.begin, rows.begin + std::min(rows.size(), most)};
    std::vector<Hashed> hashes(static_cast<std::size_t>(found.checked.size()));
    forRows(table, found.checked, [&](std::int64_t row, const float* values) {
        hashes[static_cast<std::size_t>(row - rows.begin)] = {hashOf(values, table.shape().cols), row};
    });
    std::sort(hashes.begin(), hashes.end(),
              [](const Hashed& a, const Hashed& b) { return a.hash != b.hash ? a.hash < b.hash : a.row < b.row; });
    for (std::size_t i = 1; i < hashes.size(); ++i) {
        if (hashes[i].hash != hashes[i - 1].hash || !equalRows(table, hashes[i].row, hashes[i - 1].row))
            continue;
        if (found.rows.empty() || found.rows.back() != hashes[i - 1].row)
            found.rows.push_back(hashes[i - 1].row);
        found.rows.push_back(hashes[i].row);
    }
    std::sort(found.rows.begin(), found.rows.end());
    return found;
}

} // namespace phasor
