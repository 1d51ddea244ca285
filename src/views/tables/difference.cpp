// SPDX-License-Identifier: GPL-3.0-or-later
// The table of A − B, cell by cell.
#include "views/tables/picture.h"

#include "field/field.h"

#include <algorithm>
#include <cmath>

namespace phasor {

FieldPtr differenceOf(const FieldPtr& a, const FieldPtr& b, bool absolute)
{
    const Shape shape{std::min(a->shape().rows, b->shape().rows), std::min(a->shape().cols, b->shape().cols)};
    const double reach
        = std::max(std::abs(a->bounds().high - b->bounds().low), std::abs(a->bounds().low - b->bounds().high));
    return computedField(shape, {absolute ? 0 : -reach, reach}, [=](Rect rect, MatrixView<float> out) {
        a->fill(rect, out);
        Matrix other(rect.shape());
        b->fill(rect, other.view());
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c) {
                const float difference = out(r, c) - other(r, c);
                out(r, c) = absolute ? std::abs(difference) : difference;
            }
        }
    });
}

} // namespace phasor
