// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "field/field.h"
#include "field/matrix.h"
#include "field/shape.h"
#include "kernels/sinusoid/sinusoid.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace phasor {

// How the sines and cosines of the pairs lie side by side in a row.
enum class ColumnOrder {
    Interleaved, // sin 0, cos 0, sin 1, cos 1 …
    Halves, // all sines, all cosines, columns of zeros
};

// The columns of a table: `sines` + `cosines` + `zeros` of them, sines - cosines is 0 or 1 (odd d_model ends on a
// sine).
struct Columns
{
    ColumnOrder order = ColumnOrder::Interleaved;
    std::int64_t sines = 0;
    std::int64_t cosines = 0;
    std::int64_t zeros = 0; // Halves only
    bool cosineFirst = false; // cos 0, sin 0 …, or all cosines, then all sines: only where there are as many of both

    // Pair of a column (−1: a column of zeros) and which of its two it is.
    struct Place
    {
        std::int64_t pair = 0;
        bool cosine = false;
    };

    std::int64_t width() const { return sines + cosines + zeros; }

    Place place(std::int64_t column) const
    {
        if (order == ColumnOrder::Interleaved)
            return {column / 2, (column % 2 == 1) != cosineFirst};
        if (column < sines)
            return {column, cosineFirst};
        if (column < sines + cosines)
            return {column - sines, !cosineFirst};
        return {-1, false};
    }

    // The column of a pair's sine or cosine; −1 where it has none.
    std::int64_t column(std::int64_t pair, bool cosine) const
    {
        if (pair >= (cosine ? cosines : sines))
            return -1;
        const bool second = cosine != cosineFirst;
        if (order == ColumnOrder::Interleaved)
            return 2 * pair + (second ? 1 : 0);
        return second ? sines + pair : pair;
    }

    // The least run of pairs that has all those of the columns [begin, end).
    Span pairs(std::int64_t begin, std::int64_t end) const
    {
        if (order == ColumnOrder::Interleaved)
            return {begin / 2, (end + 1) / 2};
        const Span sine{std::min(begin, sines), std::min(end, sines)};
        const Span cosine{std::clamp<std::int64_t>(begin - sines, 0, cosines),
                          std::clamp<std::int64_t>(end - sines, 0, cosines)};
        if (sine.size() == 0 || cosine.size() == 0)
            return sine.size() == 0 ? cosine : sine;
        return {std::min(sine.begin, cosine.begin), std::max(sine.end, cosine.end)};
    }
};

// The cells of a table of exact waves, for the Fields that are one: amplitude · sin(p ω) and amplitude · cos(p ω) in
// some order of columns, row 0 being position `firstPosition`. Correctly rounded (kernels/sinusoid/sinusoid.h has the
// bound). Such a Field holds them, and gives them as its means and stores. Immutable, any thread.
class WaveColumns final : public StreamingStores, public MeansOfBlocks
{
public:
    WaveColumns(const Columns& columns, std::vector<PairFrequency> frequencies, std::int64_t firstPosition,
                double amplitude = 1);

    // Cheapest for windows that are wide, and whose first position and height are multiples of 256.
    void fill(Rect rect, MatrixView<float> out) const { write(rect, out, false); }
    void fillStreaming(Rect rect, MatrixView<float> out) const override { write(rect, out, true); }

    // Within 1e-6 of the mean of the exact cells (times the amplitude), for blocks of any size. On the workers.
    bool inClosedForm() const override { return true; }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override;
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override;

private:
    void write(Rect rect, MatrixView<float> out, bool stream) const;
    void means(std::span<const Span> rows, const BellRows* bell, std::span<const Span> cols,
               MatrixView<float> out) const;
    void clearSines(Rect rect, MatrixView<float> out) const;

    Columns m_columns;
    std::int64_t m_firstPosition;
    double m_amplitude;
    SinusoidColumns m_waves; // all columns but those of zeros, which are the last
};

// What became of a cell of `table` whose exact value `exact` knows: `known` with that value; nothing where it is the
// same.
std::optional<CellRounding> roundingOf(const PositionTable& table, const WaveColumns& exact, std::int64_t row,
                                       std::int64_t column, CellRounding known);

} // namespace phasor
