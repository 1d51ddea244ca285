// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/waves/pairs.h"

#include <functional>
#include <optional>

namespace phasor {

// The largest min(rows, cols) whose eigenvalues are computed: O(n^3), some seconds at the limit.
constexpr std::int64_t kLargestSpectrum = 2048;

// Singular values of `window`, largest first, min(rows, cols) of them, by the Gram matrix of the smaller side. Values
// that are only rounding are 0. Nothing beyond kLargestSpectrum, for NaN or infinite cells, or when canceled.
// `progress` gets the share of visited rows, 0 … 1, on the calling thread.
std::optional<std::vector<double>> singularValues(const Field& field, Rect window,
                                                  const CancelToken& cancel = currentCancel(),
                                                  const std::function<void(double)>& progress = {});

// Same for a table of sinusoids at the positions [first, first + rows), its Gram matrix in closed form: the time does
// not depend on the rows. As many values as columns.
std::optional<std::vector<double>> singularValues(std::span<const SineColumn> columns, std::int64_t first,
                                                  std::int64_t rows, const CancelToken& cancel = currentCancel());

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

} // namespace phasor
