// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "system/cancelscope.h"

#include <vector>

namespace phasor {

// The wider side of what principal subspaces are computed of: the narrower one is the size of an eigenproblem.
constexpr std::int64_t kLargestSubspaces = 2048;

// How much the principal directions of two tables of equal width w coincide: at index r − 1 the share ‖UᵀV‖²_F / r of
// the r leading right singular vectors U of the one and V of the other: 0 for spaces at right angles, 1 for the same
// space, r / w on average for two at random. As many as both tables have directions, `most` at most; empty where one of
// them has none, is no table of numbers, has min(rows, w) > kLargestSubspaces, or when cancelled.
std::vector<double> subspaceOverlap(const Field& a, Span rowsOfA, const Field& b, Span rowsOfB, std::int64_t most,
                                    const CancelToken& cancel = currentCancel());

} // namespace phasor
