// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace phasor {

// sin(w_j position + b_j) in column j, within one unit of float32's last place at any position below 2^31: the angle is
// kept in turns of 128 bits, which wrap around as angles do. A sine for each cell: for the few columns of a picture.
class PhasedTable final : public PositionTable, private MeansOfBlocks
{
public:
    // "w·37 + b" in words.
    using Line = std::function<std::string(float w, std::int64_t position, float b)>;

    // As many phases as frequencies, both finite.
    PhasedTable(std::int64_t rows, std::vector<float> frequencies, std::vector<float> phases, Line line);

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {-1, 1}; }
    void fill(Rect rect, MatrixView<float> out) const override;
    const MeansOfBlocks* means() const override { return this; }
    std::string formula(std::int64_t row, std::int64_t column) const override;
    std::optional<ColumnWave> wave(std::int64_t column) const override;

    std::vector<double> frequencies() const { return {m_frequencies.begin(), m_frequencies.end()}; }

private:
    __extension__ using Turns = unsigned __int128; // of 2^128

    // Of a column at a number of half positions, in −π … π.
    double angle(std::size_t column, std::uint64_t halfPositions) const;

    bool inClosedForm() const override { return true; }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override;
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override;

    // amplitude(half an angle in rad, rows): what is left of a wave in the mean of a block.
    template <typename Amplitude>
    void means(std::span<const Span> rows, std::span<const Span> cols, const Amplitude& amplitude,
               MatrixView<float> out) const;
    template <typename Amplitude>
    void addColumnMeans(std::size_t column, std::span<const Span> rows, const Amplitude& amplitude,
                        std::vector<double>& sums) const;

    Shape m_shape;
    std::vector<float> m_frequencies;
    std::vector<float> m_phases;
    std::vector<Turns> m_turns; // per half position
    std::vector<Turns> m_start;
    Line m_line;
};

} // namespace phasor
