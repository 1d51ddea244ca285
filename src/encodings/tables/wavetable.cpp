// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/tables/wavetable.h"

#include <algorithm>
#include <cmath>

namespace phasor {

void WaveTable::fill(Rect rect, MatrixView<float> out) const
{
    constexpr float kNothing = 1e-12F;
    m_waves.fill(rect, out);
    for (std::int64_t r = 0; r < rect.rows && m_clean; ++r)
        std::replace_if(
            out.row(r), out.row(r) + rect.cols, [](float cell) { return std::fabs(cell) < kNothing; }, 0.0F);
}

std::string WaveTable::formula(std::int64_t row, std::int64_t column) const
{
    const Columns::Place place = m_columns.place(column);
    if (place.pair < 0)
        return "0";
    return (place.cosine ? "cos(" : "sin(") + m_angle(m_firstPosition + row, place.pair) + ")";
}

std::optional<ColumnWave> WaveTable::wave(std::int64_t column) const
{
    const Columns::Place place = m_columns.place(column);
    if (place.pair < 0)
        return std::nullopt;
    return ColumnWave{place.pair, place.cosine, m_radians[static_cast<std::size_t>(place.pair)]};
}

} // namespace phasor
