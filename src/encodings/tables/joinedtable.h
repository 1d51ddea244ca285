// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "encodings/sinusoidal/frequencies.h"
#include "encodings/sinusoidal/wavecolumns.h"

#include <functional>
#include <string>
#include <vector>

namespace phasor {

// A table of exact sines and cosines of any frequencies, in any order of columns.
class WaveTable final : public PositionTable
{
public:
    // The angle at a position in words, "2^3·37/5000".
    using Angle = std::function<std::string(std::int64_t position, std::int64_t pair)>;

    // `clean`: sets values below 1e-12 to 0. Only for waves whose exact values are 0 or larger than that, so that what
    // is removed is rounding.
    WaveTable(std::int64_t rows, const Columns& columns, Frequencies frequencies, std::int64_t firstPosition,
              Angle angle, bool clean = false)
        : m_shape{rows, columns.width()}
        , m_columns(columns)
        , m_radians(std::move(frequencies.radians))
        , m_firstPosition(firstPosition)
        , m_angle(std::move(angle))
        , m_waves(columns, std::move(frequencies.fixed), firstPosition)
        , m_clean(clean)
    {
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {-1, 1}; }
    void fill(Rect rect, MatrixView<float> out) const override;
    const StreamingStores* stores() const override { return m_clean ? nullptr : &m_waves; }
    const MeansOfBlocks* means() const override { return &m_waves; }
    std::string formula(std::int64_t row, std::int64_t column) const override;
    std::optional<ColumnWave> wave(std::int64_t column) const override;

    const std::vector<double>& frequencies() const { return m_radians; }

private:
    Shape m_shape;
    Columns m_columns;
    std::vector<double> m_radians;
    std::int64_t m_firstPosition;
    Angle m_angle;
    WaveColumns m_waves;
    bool m_clean;
};

// 2π
inline constexpr WideReal kWideTurn{(WideReal::Mantissa{0xc90fdaa22168c234} << 64) | 0xc4c6628b80dc1cd1, 2};

// One of the tables that are joined: equal numbers of rows, columns next to each other. Tables without columns are left
// out. `pairs`: number of its frequencies; pairs of later tables are numbered after those of earlier ones.
struct TablePart
{
    PositionTablePtr table;
    std::int64_t pairs = 0;
};
PositionTablePtr joinedTable(std::vector<TablePart> parts);

// (a · position + b) / c in each of `columns` columns: NeRF's x, Time2Vec's linear term, zeros.
struct LinearTerm
{
    double a = 0;
    double b = 0;
    double c = 1;
    std::function<std::string(std::int64_t position)> text; // the formula
};
PositionTablePtr linearTable(Shape shape, LinearTerm term);
PositionTablePtr zeroTable(Shape shape);

} // namespace phasor
