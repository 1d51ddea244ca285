// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal.h"

#include <algorithm>

namespace phasor {

namespace {

// [begin, end) of `rect`'s columns inside [first, first + count), as offsets from `first`.
Span columnsInside(Rect rect, std::int64_t first, std::int64_t count)
{
    const std::int64_t begin = std::clamp<std::int64_t>(rect.col - first, 0, count);
    const std::int64_t end = std::clamp<std::int64_t>(rect.col + rect.cols - first, 0, count);
    return {begin, end};
}

} // namespace

Sinusoidal::Sinusoidal(const EncodingSettings& settings)
    : SinusoidalTable(settings)
    , m_pairs(takeFixed())
{
}

SinusoidWindow Sinusoidal::window(Rect rect, std::int64_t pair, std::int64_t pairs) const
{
    return {static_cast<std::uint64_t>(settings().firstPosition + rect.row), rect.rows, pair, pairs};
}

void Sinusoidal::write(Rect rect, MatrixView<float> out, bool stream) const
{
    if (rect.empty())
        return;
    if (columns().order == ColumnOrder::Interleaved)
        writeInterleaved(rect, out, stream);
    else
        writeHalves(rect, out, stream);
}

void Sinusoidal::writeInterleaved(Rect rect, MatrixView<float> out, bool stream) const
{
    const std::int64_t end = rect.col + rect.cols;
    const std::int64_t first = (rect.col + 1) / 2;
    const std::int64_t last = end / 2;
    if (rect.col % 2 == 1)
        m_pairs.separate(window(rect, rect.col / 2, 1), nullptr, out.data(), out.stride());
    if (first < last)
        m_pairs.interleaved(window(rect, first, last - first), out.data() + (2 * first - rect.col), out.stride(),
                            stream);
    if (end % 2 == 1 && end > rect.col)
        m_pairs.separate(window(rect, last, 1), out.data() + (end - 1 - rect.col), nullptr, out.stride());
}

void Sinusoidal::writeHalves(Rect rect, MatrixView<float> out, bool stream) const
{
    const Columns& all = columns();
    const Span sines = columnsInside(rect, 0, all.sines);
    const Span cosines = columnsInside(rect, all.sines, all.cosines);
    const Span zeros = columnsInside(rect, all.sines + all.cosines, all.zeros);

    // The runs of pairs of which the same of the two columns are wanted.
    const std::int64_t edges[4] = {sines.begin, sines.end, cosines.begin, cosines.end};
    std::int64_t sorted[4];
    std::partial_sort_copy(edges, edges + 4, sorted, sorted + 4);
    for (int k = 0; k < 3; ++k) {
        const std::int64_t pair = sorted[k];
        const std::int64_t pairs = sorted[k + 1] - pair;
        const bool wantSine = pair >= sines.begin && pair < sines.end;
        const bool wantCosine = pair >= cosines.begin && pair < cosines.end;
        if (pairs > 0)
            m_pairs.separate(window(rect, pair, pairs), wantSine ? out.data() + (pair - rect.col) : nullptr,
                             wantCosine ? out.data() + (all.sines + pair - rect.col) : nullptr, out.stride(), stream);
    }
    if (zeros.size() > 0) {
        for (std::int64_t r = 0; r < rect.rows; ++r)
            std::fill_n(out.row(r) + (all.sines + all.cosines + zeros.begin - rect.col), zeros.size(), 0.0F);
    }
}

} // namespace phasor
