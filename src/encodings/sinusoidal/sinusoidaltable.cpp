// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/sinusoidaltable.h"

#include "text/numbers.h"

#include <algorithm>

namespace phasor {

namespace {

Columns columnsOf(std::int64_t width, SinusoidalLayout layout)
{
    const std::int64_t half = width / 2;
    if (layout == SinusoidalLayout::Tensor2tensor)
        return {ColumnOrder::Halves, half, half, width % 2};
    const auto order = layout == SinusoidalLayout::Halves ? ColumnOrder::Halves : ColumnOrder::Interleaved;
    return {order, width - half, half, 0};
}

FrequencyLaw lawOf(std::int64_t width, const SinusoidalSettings& settings, const Columns& columns)
{
    if (settings.layout == SinusoidalLayout::Tensor2tensor)
        return {settings.base, 1, std::max<std::int64_t>(columns.sines - 1, 1), columns.sines};
    return {settings.base, 2, width, columns.sines};
}

} // namespace

SinusoidalTable::SinusoidalTable(Shape shape, const SinusoidalSettings& settings)
    : m_shape(shape)
    , m_settings(settings)
    , m_columns(columnsOf(shape.cols, settings.layout))
    , m_law(lawOf(shape.cols, settings, m_columns))
{
    Frequencies frequencies = frequenciesOf(m_law);
    m_radians = std::move(frequencies.radians);
    m_fixed = std::move(frequencies.fixed);
}

std::string SinusoidalTable::formula(std::int64_t row, std::int64_t column) const
{
    const Columns::Place place = m_columns.place(column);
    if (place.pair < 0)
        return "0";
    return std::string(place.cosine ? "cos(" : "sin(") + std::to_string(m_settings.firstPosition + row) + " / "
        + printReal(m_settings.base) + "^(" + std::to_string(m_law.numerator * place.pair) + "/"
        + std::to_string(m_law.denominator) + "))";
}

std::optional<ColumnWave> SinusoidalTable::wave(std::int64_t column) const
{
    const Columns::Place place = m_columns.place(column);
    if (place.pair < 0)
        return std::nullopt;
    return ColumnWave{place.pair, place.cosine, m_radians[static_cast<std::size_t>(place.pair)]};
}

Waves SinusoidalTable::waves() const
{
    return {m_radians, m_settings.precision == Precision::Exact};
}

} // namespace phasor
