// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matrix.h"

#include <new>

namespace phasor {

namespace {
constexpr std::align_val_t kAlignment{64};
}

void Matrix::Free::operator()(float* data) const
{
    ::operator delete[](data, kAlignment);
}

void Matrix::resize(Shape shape)
{
    const std::size_t needed = static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.cols);
    if (needed > m_capacity) {
        m_data.reset();
        m_capacity = 0;
        m_data.reset(static_cast<float*>(::operator new[](needed * sizeof(float), kAlignment)));
        m_capacity = needed;
    }
    m_shape = shape;
}

} // namespace phasor
