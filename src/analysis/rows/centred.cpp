// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/centred.h"

#include "field/computedfield.h"

namespace phasor {

FieldPtr lessRow(FieldPtr x, std::vector<double> mean)
{
    const double reach = x->bounds().high - x->bounds().low;
    const auto fill = [x, mean = std::move(mean)](Rect rect, MatrixView<float> out) {
        x->fill(rect, out);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c)
                out(r, c) -= static_cast<float>(mean[static_cast<std::size_t>(rect.col + c)]);
        }
    };
    return computedField(x->shape(), {-reach, reach}, fill);
}

} // namespace phasor
