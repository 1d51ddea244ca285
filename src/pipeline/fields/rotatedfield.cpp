// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/rotatedfield.h"

#include "pipeline/fields/computedonce.h"
#include "pipeline/fields/fieldtiles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace phasor {

namespace {

// (p − ⌈n/2⌉) / span
double powerAt(const PositionRotation& rotation, std::int64_t position, std::int64_t n)
{
    return static_cast<double>(position - (n + 1) / 2) / rotation.growthSpan;
}

class Rotated final : public Field
{
public:
    Rotated(FieldPtr x, std::shared_ptr<const PositionRotation> rotation, HeadSide side)
        : m_x(std::move(x))
        , m_rotation(std::move(rotation))
        , m_side(side)
    {
    }

    Shape shape() const override { return m_x->shape(); }

    Interval bounds() const override
    {
        const Interval within = m_x->bounds();
        double most = std::max(std::fabs(within.low), std::fabs(within.high)) * std::sqrt(2.0);
        const std::int64_t n = shape().rows;
        double grown = 1;
        for (std::int64_t pair = 0; pair < static_cast<std::int64_t>(m_rotation->growth.size()); ++pair) {
            for (const std::int64_t end : {std::int64_t{0}, n - 1})
                grown = std::max<double>(grown, growthAt(*m_rotation, m_side, pair, end, n));
        }
        most = std::min<double>(most * std::max(1.0, m_rotation->attentionFactor) * grown,
                                std::numeric_limits<float>::max());
        return {-most, most};
    }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        constexpr std::int64_t kRotatedRows = 128;
        for (std::int64_t r = 0; r < rect.rows && rect.cols > 0; r += kRotatedRows) {
            const std::int64_t rows = std::min(kRotatedRows, rect.rows - r);
            fillRows({rect.row + r, rect.col, rows, rect.cols}, out.window({r, 0, rows, rect.cols}));
        }
    }

private:
    // The columns of a rect that are the first of their pair, or the second, as pairs.
    Span pairsOf(Span columns, bool second) const
    {
        if (m_rotation->layout == PairLayout::Interleaved)
            return second ? Span{columns.begin / 2, columns.end / 2}
                          : Span{(columns.begin + 1) / 2, (columns.end + 1) / 2};
        const std::int64_t offset = second ? m_rotation->pairs() : 0;
        return {std::clamp<std::int64_t>(columns.begin - offset, 0, m_rotation->pairs()),
                std::clamp<std::int64_t>(columns.end - offset, 0, m_rotation->pairs())};
    }

    void fillRows(Rect rect, MatrixView<float> out) const
    {
        const std::int64_t end = rect.col + rect.cols;
        const std::int64_t turned = std::clamp(m_rotation->width(), rect.col, end);
        if (turned < end) // further columns stay as they are
            m_x->fill({rect.row, turned, rect.rows, end - turned},
                      out.window({0, turned - rect.col, rect.rows, end - turned}));
        const Span first = pairsOf({rect.col, turned}, false);
        const Span second = pairsOf({rect.col, turned}, true);
        Span all = first.size() == 0 ? second : first;
        if (second.size() > 0)
            all = {std::min(all.begin, second.begin), std::max(all.end, second.end)};
        if (all.size() == 0)
            return;
        const Operands operands(*this, rect, all);
        std::vector<float> growth(static_cast<std::size_t>(all.size()), 1.0F);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t i = 0; i < all.size() && !m_rotation->growth.empty(); ++i)
                growth[static_cast<std::size_t>(i)]
                    = growthAt(*m_rotation, m_side, all.begin + i, rect.row + r, shape().rows);
            turnRow(operands.row(r), growth, first, second, all.begin, out.row(r) - rect.col);
        }
    }

    // One row's pairs: their values, cosines and sines, `step` apart.
    struct Row
    {
        const float* a;
        const float* b;
        const float* cosine;
        const float* sine;
        std::int64_t step;
    };

    // Heads and table at the columns of some pairs: one window of both, or one of each.
    class Operands
    {
    public:
        Operands(const Rotated& of, Rect rect, Span pairs)
            : m_interleaved(of.m_rotation->layout == PairLayout::Interleaved)
            , m_x0(*of.m_x)
            , m_x1(*of.m_x)
            , m_t0(*of.m_rotation->table)
            , m_t1(*of.m_rotation->table)
        {
            const std::int64_t width = m_interleaved ? 2 * pairs.size() : pairs.size();
            const Rect first{rect.row, of.m_rotation->firstOf(pairs.begin), rect.rows, width};
            m_x[0] = m_x0.values(first);
            m_t[0] = m_t0.values(first);
            if (m_interleaved)
                return;
            const Rect second{rect.row, of.m_rotation->secondOf(pairs.begin), rect.rows, width};
            m_x[1] = m_x1.values(second);
            m_t[1] = m_t1.values(second);
        }

        Row row(std::int64_t r) const
        {
            if (m_interleaved)
                return {m_x[0].row(r), m_x[0].row(r) + 1, m_t[0].row(r), m_t[0].row(r) + 1, 2};
            return {m_x[0].row(r), m_x[1].row(r), m_t[0].row(r), m_t[1].row(r), 1};
        }

    private:
        bool m_interleaved;
        TileOperand m_x0, m_x1, m_t0, m_t1;
        MatrixView<const float> m_x[2];
        MatrixView<const float> m_t[2];
    };

    // `out` is the head's column 0.
    void turnRow(const Row& row, const std::vector<float>& growth, Span first, Span second, std::int64_t begin,
                 float* out) const
    {
        const float* const g = growth.data() - begin;
        const std::int64_t step = row.step;
        for (std::int64_t i = first.begin; i < first.end; ++i) {
            const std::int64_t at = (i - begin) * step;
            out[m_rotation->firstOf(i)] = row.a[at] * (row.cosine[at] * g[i]) - row.b[at] * (row.sine[at] * g[i]);
        }
        for (std::int64_t i = second.begin; i < second.end; ++i) {
            const std::int64_t at = (i - begin) * step;
            out[m_rotation->secondOf(i)] = row.b[at] * (row.cosine[at] * g[i]) + row.a[at] * (row.sine[at] * g[i]);
        }
    }

    FieldPtr m_x;
    std::shared_ptr<const PositionRotation> m_rotation;
    HeadSide m_side;
};

} // namespace

float growthAt(const PositionRotation& rotation, HeadSide side, std::int64_t pair, std::int64_t position,
               std::int64_t n)
{
    if (rotation.growth.empty())
        return 1;
    const double power = powerAt(rotation, position, n);
    return static_cast<float>(
        std::pow(rotation.growth[static_cast<std::size_t>(pair)], side == HeadSide::Queries ? power : -power));
}

FieldPtr rotated(FieldPtr x, std::shared_ptr<const PositionRotation> rotation, HeadSide side)
{
    return computedOnce(std::make_shared<Rotated>(std::move(x), std::move(rotation), side));
}

} // namespace phasor
