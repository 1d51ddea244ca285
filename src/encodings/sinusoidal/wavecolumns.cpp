// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/wavecolumns.h"

#include <algorithm>

namespace phasor {

namespace {

SinusoidOrder orderOf(const Columns& columns, double amplitude)
{
    return {columns.width() - columns.zeros, columns.order == ColumnOrder::Interleaved ? 0 : columns.sines,
            columns.cosineFirst, amplitude};
}

} // namespace

WaveColumns::WaveColumns(const Columns& columns, std::vector<PairFrequency> frequencies, std::int64_t firstPosition,
                         double amplitude)
    : m_columns(columns)
    , m_firstPosition(firstPosition)
    , m_amplitude(amplitude)
    , m_waves(std::move(frequencies), orderOf(columns, amplitude))
{
}

// Of position 0, where what is multiplied by an amplitude does not cancel in the last bit.
void WaveColumns::clearSines(Rect rect, MatrixView<float> out) const
{
    for (std::int64_t c = 0; c < rect.cols && rect.rows > 0; ++c) {
        if (!m_columns.place(rect.col + c).cosine)
            out(0, c) = 0.0F;
    }
}

void WaveColumns::write(Rect rect, MatrixView<float> out, bool stream) const
{
    const std::int64_t waves = std::clamp<std::int64_t>(m_waves.count() - rect.col, 0, rect.cols);
    const auto position = static_cast<std::uint64_t>(m_firstPosition + rect.row);
    m_waves.write({position, rect.rows, rect.col, waves}, out.data(), out.stride(), stream);
    if (m_amplitude != 1 && position == 0)
        clearSines(rect, out);
    if (waves < rect.cols) {
        for (std::int64_t r = 0; r < rect.rows; ++r)
            std::fill(out.row(r) + waves, out.row(r) + rect.cols, 0.0F);
    }
}

std::optional<CellRounding> roundingOf(const PositionTable& table, const WaveColumns& exact, std::int64_t row,
                                       std::int64_t column, CellRounding known)
{
    float is = 0;
    float should = 0;
    table.fill({row, column, 1, 1}, {&is, 1, 1, 1});
    exact.fill({row, column, 1, 1}, {&should, 1, 1, 1});
    if (is == should)
        return std::nullopt;
    known.exact = should;
    return known;
}

} // namespace phasor
