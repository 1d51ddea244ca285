// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "encodings/sinusoidal/frequencies.h"
#include "encodings/sinusoidal/settings.h"

#include <algorithm>
#include <functional>

namespace phasor {

// Column layout of a table: sines, cosines and zeros. sines - cosines is 0 or 1 (an odd d_model ends on a sine).
struct Columns
{
    PairLayout order = PairLayout::Interleaved; // sin 0, cos 0, sin 1 …; Halves: all sines, all cosines, then zeros
    std::int64_t sines = 0;
    std::int64_t cosines = 0;
    std::int64_t zeros = 0; // Halves only
    bool cosineFirst = false; // cos 0, sin 0 …, or all cosines, then all sines; needs sines == cosines

    // A column's pair (−1: a column of zeros), and whether it is the cosine.
    struct Place
    {
        std::int64_t pair = 0;
        bool cosine = false;
    };

    std::int64_t width() const { return sines + cosines + zeros; }

    Place place(std::int64_t column) const
    {
        if (order == PairLayout::Interleaved)
            return {column / 2, (column % 2 == 1) != cosineFirst};
        if (column < sines)
            return {column, cosineFirst};
        if (column < sines + cosines)
            return {column - sines, !cosineFirst};
        return {-1, false};
    }

    // Column of a pair's sine or cosine; −1: the pair has none.
    std::int64_t column(std::int64_t pair, bool cosine) const
    {
        if (pair >= (cosine ? cosines : sines))
            return -1;
        const bool second = cosine != cosineFirst;
        if (order == PairLayout::Interleaved)
            return 2 * pair + (second ? 1 : 0);
        return second ? sines + pair : pair;
    }

    // Smallest range of pairs that contains the pairs of the columns [begin, end).
    Span pairs(std::int64_t begin, std::int64_t end) const
    {
        if (order == PairLayout::Interleaved)
            return {begin / 2, (end + 1) / 2};
        const Span sine{std::min(begin, sines), std::min(end, sines)};
        const Span cosine{std::clamp<std::int64_t>(begin - sines, 0, cosines),
                          std::clamp<std::int64_t>(end - sines, 0, cosines)};
        if (sine.size() == 0 || cosine.size() == 0)
            return sine.size() == 0 ? cosine : sine;
        return {std::min(sine.begin, cosine.begin), std::max(sine.end, cosine.end)};
    }
};

// What a table of waves is made of: amplitude · sin(p ω) and amplitude · cos(p ω) in some order of columns.
struct WaveLaw
{
    std::int64_t rows = 0;
    Columns columns;
    Frequencies frequencies;
    // The angle at a position in words, "2^3·37/5000".
    std::function<std::string(std::int64_t position, std::int64_t pair)> angle;
    std::int64_t firstPosition = 0; // of row 0
    double amplitude = 1;
    // Sets values below 1e-12 to 0. Only for waves whose exact values are 0 or larger than that, so that what is
    // removed is rounding.
    bool clean = false;
    // Each cell is rounded once more: `pe.to(torch.bfloat16)` of a float32 table, as in models that keep positions and
    // frequencies in a wide type. Error at any position: at most half a unit of the narrow type.
    NarrowType type = {};
};

// Table of exact waves, correctly rounded (kernels/sinusoid/sinusoid.h has the bound), and then maybe to a narrow type.
// Tables that compute cells in another way derive from it.
class WaveTable : public PositionTable, protected MeansOfBlocks
{
public:
    explicit WaveTable(WaveLaw law);

    Shape shape() const override { return {m_law.rows, m_law.columns.width()}; }
    Interval bounds() const override;
    // Fastest for wide windows whose first position and height are multiples of 256.
    void fill(Rect rect, MatrixView<float> out) const override;
    void fillStreaming(Rect rect, MatrixView<float> out) const override
    {
        m_law.clean || rounds() ? fill(rect, out) : write(rect, out, true); // streamed cells stay as they are
    }
    const MeansOfBlocks* means() const override { return rounds() ? nullptr : this; }
    std::string formula(std::int64_t row, std::int64_t column) const override;
    std::optional<CellRounding> rounding(std::int64_t row, std::int64_t column) const override;
    std::optional<ColumnWave> wave(std::int64_t column) const override;

    const std::vector<double>& frequencies() const { return m_law.frequencies.radians; }

protected:
    const WaveLaw& law() const { return m_law; }
    // Rounding of one cell of a derived table: `known` plus the exact value; nothing if the cell has the exact value.
    std::optional<CellRounding> roundingOf(std::int64_t row, std::int64_t column, CellRounding known) const;

private:
    bool rounds() const { return m_law.type.round != nullptr; }

    // Error of a mean: at most 1e-6 times the amplitude, for blocks of any size. Runs on the workers.
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override;
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override;

    void write(Rect rect, MatrixView<float> out, bool stream) const;
    void writeMeans(std::span<const Span> rows, const BellRows* bell, std::span<const Span> cols,
                    MatrixView<float> out) const;

    WaveLaw m_law; // its frequencies.fixed are in m_waves
    SinusoidColumns m_waves; // all columns except the zeros at the end
};

// Rows of pixels for one call of sinusoidMeans: see SinusoidMeanRows.
struct MeanRowGroup
{
    std::vector<std::uint64_t> sizes; // block sizes in positions, at most two
    SinusoidMeanRows rows;
};

// Arranges a zoomed-out picture's rows of pixels for the kernel sinusoidMeans (sinusoid.h has a drawing). Row r of
// `out` is the mean over the positions spans[r], counted from firstPosition. Spans have 1 … 2^31 positions, in any
// order. A picture needs one or two groups; irregular spans need up to one group each.
std::vector<MeanRowGroup> meanRowGroups(std::span<const Span> spans, std::int64_t firstPosition, MatrixView<float> out);

} // namespace phasor
