// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal.h"

#include <algorithm>

namespace phasor {

namespace {

std::vector<SinusoidColumn> wavesOf(const Columns& columns)
{
    std::vector<SinusoidColumn> waves;
    const std::int64_t count = columns.width() - columns.zeros;
    waves.reserve(static_cast<std::size_t>(count));
    for (std::int64_t column = 0; column < count; ++column) {
        const Columns::Place place = columns.place(column);
        waves.push_back({place.pair, place.cosine});
    }
    return waves;
}

} // namespace

Sinusoidal::Sinusoidal(const EncodingSettings& settings)
    : SinusoidalTable(settings)
    , m_waves(takeFixed(), wavesOf(columns()))
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
