// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/waves/pairs.h"

#include <functional>

namespace phasor {

// The largest min(rows, cols) whose eigenvalues are computed: O(n^3), some seconds at the limit.
constexpr std::int64_t kLargestSpectrum = 2048;

// Singular values of `window`, largest first, min(rows, cols) of them, by the Gram matrix of the smaller side. Values
// that are only rounding are 0. Nothing beyond kLargestSpectrum, for NaN or infinite cells, or when canceled.
// `progress` gets the share of visited rows, 0 … 1, on the calling thread.
std::optional<std::vector<double>> singularValues(const Field& field, Rect window,
                                                  const std::function<void(double)>& progress = {});

// Same for a table of sinusoids at the positions [first, first + rows), its Gram matrix in closed form: the time does
// not depend on the rows. As many values as columns.
std::optional<std::vector<double>> singularValues(std::span<const SineColumn> columns, std::int64_t first,
                                                  std::int64_t rows);

// Number of directions that a table really uses.
struct SpectrumMeasures
{
    // exp of the entropy of the normalized singular values (Roy & Vetterli, "The effective rank", EUSIPCO 2007).
    double effectiveRank = 0;
    double participationRatio = 0; // (Σ σ²)² / Σ σ⁴
    std::int64_t dimensions99 = 0; // smallest number of directions that hold 99 % of the energy Σ σ²
};
// Measures of singular values, largest first; nothing if all are 0.
std::optional<SpectrumMeasures> measuresOf(std::span<const double> singular);

// Right singular vectors of a table of width w, largest singular value first.
struct PrincipalDirections
{
    std::int64_t width = 0;
    std::vector<double> vectors; // [count, width] without gaps, orthonormal vectors

    std::int64_t count() const { return width > 0 ? static_cast<std::int64_t>(vectors.size()) / width : 0; }
};

// Principal directions of these rows, `most` at most. Rows with a cell that is NaN or infinite are left
// out. None if min(rows, w) > kLargestSpectrum, or canceled.
PrincipalDirections principalDirections(const Field& field, Span rows, std::int64_t most);

// Same for a table of sinusoids at the positions [first, first + rows), rows >= columns, its Gram matrix in closed
// form. Only for more than kFewColumns: in a narrower table only double precision separates some directions from 0.
constexpr std::int64_t kFewColumns = 64;
PrincipalDirections principalDirections(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows,
                                        std::int64_t most);

// Overlap of the principal directions of two tables. Index r − 1 has ‖UᵀV‖²_F / r of the first r directions U and V: 0
// for orthogonal spaces, 1 for the same space, r / w on average for random ones. As many as both have; empty if one has
// none, or the widths differ.
std::vector<double> subspaceOverlap(const PrincipalDirections& a, const PrincipalDirections& b);

} // namespace phasor
