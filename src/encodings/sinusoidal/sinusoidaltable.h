// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "encodings/sinusoidal/frequencies.h"
#include "encodings/sinusoidal/settings.h"
#include "encodings/sinusoidal/wavecolumns.h"

#include <vector>

namespace phasor {

// Common base of the sinusoidal tables of every precision: columns, frequencies, texts. The caller must have checked
// `settings`.
class SinusoidalTable : public PositionTable
{
public:
    SinusoidalTable(Shape shape, const SinusoidalSettings& settings);

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {-1, 1}; }
    std::string formula(std::int64_t row, std::int64_t column) const override;
    std::optional<ColumnWave> wave(std::int64_t column) const override;

    Waves waves() const;

protected:
    const SinusoidalSettings& settings() const { return m_settings; }
    const FrequencyLaw& law() const { return m_law; }
    const Columns& columns() const { return m_columns; }
    std::vector<PairFrequency> takeFixed() { return std::move(m_fixed); }

private:
    Shape m_shape;
    SinusoidalSettings m_settings;
    Columns m_columns;
    FrequencyLaw m_law;
    std::vector<double> m_radians;
    std::vector<PairFrequency> m_fixed; // until a kernel takes them
};

} // namespace phasor
