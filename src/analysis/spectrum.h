// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/sinecolumns.h"
#include "field/field.h"
#include "system/cancelscope.h"

#include <optional>
#include <span>

namespace phasor {

// The largest min(rows, cols) whose eigenvalues are computed: O(n^3), some seconds at the limit.
constexpr std::int64_t kLargestSpectrum = 2048;

// exp of the entropy of the normalised singular values (Roy & Vetterli, "The effective rank", EUSIPCO 2007), by the
// Gram matrix of the smaller side. Nothing beyond kLargestSpectrum, for a table of zeros, or when cancelled.
std::optional<double> effectiveRank(const Field& field, Rect window, const CancelToken& cancel = currentCancel());

// The same of a table of sinusoids at the positions [first, first + rows), its Gram matrix in closed form: the cost
// does not depend on the rows.
std::optional<double> effectiveRank(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows);

} // namespace phasor
