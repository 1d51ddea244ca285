// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/stagefields.h"

#include <cmath>
#include <limits>

namespace phasor {

// Pairs of a rect's columns that are the first of their pair, or the second.
static Span pairsOf(const PositionRotation& rotation, Span columns, bool second)
{
    if (rotation.layout == PairLayout::Interleaved)
        return second ? Span{columns.begin / 2, columns.end / 2} : Span{(columns.begin + 1) / 2, (columns.end + 1) / 2};
    const std::int64_t offset = second ? rotation.pairs() : 0;
    return {std::clamp<std::int64_t>(columns.begin - offset, 0, rotation.pairs()),
            std::clamp<std::int64_t>(columns.end - offset, 0, rotation.pairs())};
}

static void turnRows(const Field& x, const PositionRotation& rotation, HeadSide side, Rect rect, MatrixView<float> out)
{
    const std::int64_t end = rect.col + rect.cols;
    const std::int64_t turned = std::clamp(rotation.width(), rect.col, end);
    if (turned < end) // further columns stay as they are
        x.fill({rect.row, turned, rect.rows, end - turned},
               out.window({0, turned - rect.col, rect.rows, end - turned}));
    const Span first = pairsOf(rotation, {rect.col, turned}, false);
    const Span second = pairsOf(rotation, {rect.col, turned}, true);
    Span all = first.size() == 0 ? second : first;
    if (second.size() > 0)
        all = {std::min(all.begin, second.begin), std::max(all.end, second.end)};
    if (all.size() == 0)
        return;
    // Windows of heads and table at the columns of the pairs, `step` apart: one window for both columns, or two.
    const bool oneWindow = rotation.layout == PairLayout::Interleaved;
    const std::int64_t step = oneWindow ? 2 : 1;
    const Rect firsts{rect.row, rotation.firstOf(all.begin), rect.rows, step * all.size()};
    const Rect seconds{rect.row, rotation.secondOf(all.begin), rect.rows, all.size()};
    const Rect behind{0, 1, rect.rows, firsts.cols - 1};
    TileOperand xOfFirsts(x);
    TileOperand xOfSeconds(x);
    TileOperand tableOfFirsts(*rotation.table);
    TileOperand tableOfSeconds(*rotation.table);
    const MatrixView<const float> as = xOfFirsts.values(firsts);
    const MatrixView<const float> cosines = tableOfFirsts.values(firsts);
    const MatrixView<const float> bs = oneWindow ? as.window(behind) : xOfSeconds.values(seconds);
    const MatrixView<const float> sines = oneWindow ? cosines.window(behind) : tableOfSeconds.values(seconds);
    std::vector<float> growth(static_cast<std::size_t>(all.size()), 1.0F);
    const float* const g = growth.data() - all.begin;
    for (std::int64_t r = 0; r < rect.rows; ++r) {
        for (std::int64_t i = 0; i < all.size() && !rotation.growth.empty(); ++i)
            growth[static_cast<std::size_t>(i)] = growthAt(rotation, side, all.begin + i, rect.row + r, x.shape().rows);
        const float* const a = as.row(r);
        const float* const b = bs.row(r);
        const float* const cosine = cosines.row(r);
        const float* const sine = sines.row(r);
        float* const head = out.row(r) - rect.col; // the head's column 0
        for (std::int64_t i = first.begin; i < first.end; ++i) {
            const std::int64_t at = (i - all.begin) * step;
            head[rotation.firstOf(i)] = a[at] * (cosine[at] * g[i]) - b[at] * (sine[at] * g[i]);
        }
        for (std::int64_t i = second.begin; i < second.end; ++i) {
            const std::int64_t at = (i - all.begin) * step;
            head[rotation.secondOf(i)] = b[at] * (cosine[at] * g[i]) + a[at] * (sine[at] * g[i]);
        }
    }
}

static Interval boundsOf(const Field& x, const PositionRotation& rotation, HeadSide side)
{
    const std::int64_t n = x.shape().rows;
    double grown = 1;
    for (std::int64_t pair = 0; pair < std::ssize(rotation.growth); ++pair) {
        for (const std::int64_t end : {std::int64_t{0}, n - 1})
            grown = std::max<double>(grown, growthAt(rotation, side, pair, end, n));
    }
    const double most = x.bounds().reach() * std::sqrt(2.0) * std::max(1.0, rotation.attentionFactor) * grown;
    const double finite = std::min<double>(most, std::numeric_limits<float>::max());
    return {-finite, finite};
}

float growthAt(const PositionRotation& rotation, HeadSide side, std::int64_t pair, std::int64_t position,
               std::int64_t n)
{
    if (rotation.growth.empty())
        return 1;
    const double power = static_cast<double>(position - (n + 1) / 2) / rotation.growthSpan; // (p − ⌈n/2⌉) / span
    return static_cast<float>(
        std::pow(rotation.growth[static_cast<std::size_t>(pair)], side == HeadSide::Queries ? power : -power));
}

FieldPtr rotated(FieldPtr x, std::shared_ptr<const PositionRotation> rotation, HeadSide side)
{
    const Shape shape = x->shape();
    const Interval bounds = boundsOf(*x, *rotation, side);
    const auto fill = [x = std::move(x), rotation = std::move(rotation), side](Rect rect, MatrixView<float> out) {
        constexpr std::int64_t kAtOnce = 128; // rows
        for (std::int64_t r = 0; r < rect.rows && rect.cols > 0; r += kAtOnce) {
            const std::int64_t rows = std::min(kAtOnce, rect.rows - r);
            turnRows(*x, *rotation, side, {rect.row + r, rect.col, rows, rect.cols},
                     out.window({r, 0, rows, rect.cols}));
        }
    };
    return computedOnce(computedField(shape, bounds, fill));
}

} // namespace phasor
