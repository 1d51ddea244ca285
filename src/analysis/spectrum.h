// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/canceltoken.h"
#include "core/field.h"

#include <optional>

namespace phasor {

// The largest min(rows, cols) whose eigenvalues are computed: O(n^3), about 10 s at the limit.
constexpr std::int64_t kLargestSpectrum = 4096;

// exp of the entropy of the normalised singular values (Roy & Vetterli, "The effective rank", EUSIPCO 2007), by the Gram
// matrix of the smaller side. Nothing beyond kLargestSpectrum, for a table of zeros, or when cancelled.
std::optional<double> effectiveRank(const Field& field, Rect window, const CancelToken& cancel = {});

} // namespace phasor
