// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/sinusoidaltable.h"

#include <charconv>
#include <limits>
#include <numbers>

namespace phasor {

namespace {

Columns columnsOf(const EncodingSettings& settings)
{
    const std::int64_t half = settings.dModel / 2;
    if (settings.layout == "tensor2tensor")
        return {ColumnOrder::Halves, half, half, settings.dModel % 2};
    const auto order = settings.layout == "halves" ? ColumnOrder::Halves : ColumnOrder::Interleaved;
    return {order, settings.dModel - half, half, 0};
}

FrequencyLaw lawOf(const EncodingSettings& settings, const Columns& columns)
{
    if (settings.layout == "tensor2tensor")
        return {settings.base, 1, std::max<std::int64_t>(columns.sines - 1, 1), columns.sines};
    return {settings.base, 2, settings.dModel, columns.sines};
}

std::string text(double value)
{
    char buffer[32];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

} // namespace

SinusoidalTable::SinusoidalTable(const EncodingSettings& settings)
    : m_settings(settings)
    , m_columns(columnsOf(settings))
    , m_law(lawOf(settings, m_columns))
{
    Frequencies frequencies = frequenciesOf(m_law);
    m_radians = std::move(frequencies.radians);
    m_fixed = std::move(frequencies.fixed);
}

CellFormula SinusoidalTable::explain(std::int64_t row, std::int64_t dimension) const
{
    CellFormula cell;
    const Columns::Place place = m_columns.place(dimension);
    cell.position = m_settings.firstPosition + row;
    cell.dimension = dimension;
    cell.pair = place.pair;
    cell.cosine = place.cosine;
    if (place.pair < 0) {
        cell.wavelength = std::numeric_limits<double>::infinity();
        cell.formula = "0";
        return cell;
    }
    cell.frequency = m_radians[static_cast<std::size_t>(place.pair)];
    cell.wavelength = 2 * std::numbers::pi / cell.frequency;
    cell.formula = std::string(place.cosine ? "cos(" : "sin(") + std::to_string(cell.position) + " / "
        + text(m_settings.base) + "^(" + std::to_string(m_law.numerator * place.pair) + "/"
        + std::to_string(m_law.denominator) + "))";
    return cell;
}

} // namespace phasor
