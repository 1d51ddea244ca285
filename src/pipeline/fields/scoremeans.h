// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

#include <span>

namespace phasor {

// out(i, j) = mean of q · k over the queries rows[i] and the keys cols[j]: the mean of the products of all pairs is the
// product of the mean query and the mean key, so that it costs each row once, and not each pair. For queries [n, w] and
// keys [m, w] whose rows the spans are; they may overlap, none is empty.
void meansOfProducts(const Field& queries, const Field& keys, std::span<const Span> rows, std::span<const Span> cols,
                     MatrixView<float> out);

} // namespace phasor
