// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/encoding.h"
#include "encodings/encodingsettings.h"
#include "encodings/sinusoidal/columns.h"
#include "encodings/sinusoidal/frequencies.h"

#include <vector>

namespace phasor {

// What the sinusoidal tables of every precision have in common: their columns, their frequencies, their words.
// `settings` are checked by who makes one.
class SinusoidalTable : public Encoding
{
public:
    explicit SinusoidalTable(const EncodingSettings& settings);

    Shape shape() const override { return {m_settings.maxLen, m_settings.dModel}; }
    Interval bounds() const override { return {-1, 1}; }
    CellFormula explain(std::int64_t row, std::int64_t dimension) const override;
    std::span<const double> pairFrequencies() const override { return m_radians; }

protected:
    const EncodingSettings& settings() const { return m_settings; }
    const FrequencyLaw& law() const { return m_law; }
    const Columns& columns() const { return m_columns; }
    std::vector<PairFrequency> takeFixed() { return std::move(m_fixed); }

private:
    EncodingSettings m_settings;
    Columns m_columns;
    FrequencyLaw m_law;
    std::vector<double> m_radians;
    std::vector<PairFrequency> m_fixed; // until a kernel takes them
};

} // namespace phasor
