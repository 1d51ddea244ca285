// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/sinusoidal.h"

#include <algorithm>

namespace phasor {

namespace {

SinusoidOrder orderOf(const Columns& columns)
{
    return {columns.width() - columns.zeros, columns.order == ColumnOrder::Interleaved ? 0 : columns.sines};
}

} // namespace

Sinusoidal::Sinusoidal(Shape shape, const SinusoidalSettings& settings)
    : SinusoidalTable(shape, settings)
    , m_waves(takeFixed(), orderOf(columns()))
{
}

void Sinusoidal::write(Rect rect, MatrixView<float> out, bool stream) const
{
    const std::int64_t waves = std::clamp<std::int64_t>(m_waves.count() - rect.col, 0, rect.cols);
    const auto position = static_cast<std::uint64_t>(settings().firstPosition + rect.row);
    m_waves.write({position, rect.rows, rect.col, waves}, out.data(), out.stride(), stream);
    if (waves < rect.cols) {
        for (std::int64_t r = 0; r < rect.rows; ++r)
            std::fill(out.row(r) + waves, out.row(r) + rect.cols, 0.0F);
    }
}

} // namespace phasor
