// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/matrixfield.h"

#include <algorithm>

namespace phasor {

void MatrixField::fill(Rect rect, MatrixView<float> out) const
{
    const MatrixView<const float> source = m_matrix->view().window(rect);
    for (std::int64_t r = 0; r < rect.rows; ++r)
        std::copy_n(source.row(r), rect.cols, out.row(r));
}

} // namespace phasor
