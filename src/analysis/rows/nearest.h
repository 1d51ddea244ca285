// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/rows/rowproducts.h"
#include "system/cancelscope.h"

#include <optional>

namespace phasor {

// Rows of a table as candidates: finds the nearest (Euclid) to another row.
class NearestRows
{
public:
    explicit NearestRows(Matrix candidates); // [m, w]

    std::int64_t width() const { return m_candidates.cols(); }
    std::int64_t count() const { return m_candidates.rows(); }
    // True if all candidates are zero, so that they can't be distinguished.
    bool empty() const;

    // Share of `rows` [n, w] whose nearest candidate has the index own[row]; of equally near ones the first counts.
    // Each candidate is first multiplied by `factor` (> 0). Compares in double where float32 is not exact enough.
    // Leaves out rows with a cell that is NaN or infinite; NaN if no row is left. Parallel; undefined if canceled.
    double shareFound(MatrixView<const float> rows, std::span<const std::int64_t> own, double factor = 1) const;

private:
    class Search;

    // Products are computed in 4 parts of the columns: most candidates are already too far by the first.
    static constexpr int kParts = 4;
    Span part(int k) const { return {width() * k / kParts, width() * (k + 1) / kParts}; }
    // For each part k: norm of the columns after part k.
    using Rests = std::array<double, kParts>;
    Rests restsOf(const float* row) const;

    // ‖row − factor·candidate‖² − ‖row‖², where ‖row‖² is the same for all.
    double squareDistance(const float* row, std::int64_t candidate, double factor) const;

    Matrix m_candidates;
    RowProducts m_products;
    std::vector<double> m_squares; // ‖candidate‖²
    std::vector<double> m_lengths; // ‖candidate‖
    std::vector<Rests> m_rests; // one for each candidate
};

// The two most similar rows of a table.
struct ClosestRows
{
    std::int64_t first = 0; // first < second
    std::int64_t second = 0;
    double distance = 0; // Euclid
    std::int64_t checked = 0; // number of checked rows (the table's first ones), each with each
};

// The closest two of the first rows, as many as take about `budget` subtractions. Leaves out rows with NaN or infinite
// cells. Nothing for fewer than two rows, or when canceled. Parallel.
std::optional<ClosestRows> closestRows(const Field& table, std::int64_t budget);

// Same for a table with a sine and a cosine of each frequency. The distance depends only on k = second − first: ‖PE(p)
// − PE(p + k)‖² = 2 Σ (1 − cos kω). Tries k = 1, 2 … for about `budget` cosines.
std::optional<ClosestRows> closestRows(std::span<const double> frequencies, std::int64_t rows, std::int64_t budget);

} // namespace phasor
