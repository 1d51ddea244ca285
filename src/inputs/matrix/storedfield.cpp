// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/storedfield.h"

#include <algorithm>
#include <limits>
#include <mutex>

namespace phasor {

void StoredField::fill(Rect rect, MatrixView<float> out) const
{
    const Result<ConversionCount> read = m_matrix->read(rect, out);
    if (read.ok())
        return;
    for (std::int64_t r = 0; r < rect.rows; ++r)
        std::fill_n(out.row(r), rect.cols, std::numeric_limits<float>::quiet_NaN());
    const std::lock_guard lock(m_mutex);
    if (!m_fault)
        m_fault = read.error();
}

std::optional<Error> StoredField::fault() const
{
    const std::lock_guard lock(m_mutex);
    return m_fault;
}

} // namespace phasor
