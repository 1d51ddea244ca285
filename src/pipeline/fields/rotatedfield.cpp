// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/fields/stagefields.h"

#include <cmath>
#include <limits>

namespace phasor {

static void turnRows(const Field& x, const PositionRotation& rotation, HeadSide side, Rect rect, MatrixView<float> out)
{
    const std::int64_t end = rect.col + rect.cols;
    const std::int64_t turned = std::clamp(rotation.width(), rect.col, end);
    if (turned < end) // further columns stay as they are
        x.fill({rect.row, turned, rect.rows, end - turned},
               out.window({0, turned - rect.col, rect.rows, end - turned}));
    // Pair i has its first column at i · step, its second one `apart` columns later.
    const std::int64_t step = rotation.firstOf(1);
    const std::int64_t apart = rotation.secondOf(0);
    const auto pairsFrom = [step, most = rotation.pairs()](std::int64_t column) {
        return std::clamp<std::int64_t>((column + step - 1) / step, 0, most);
    };
    const Span first{pairsFrom(rect.col), pairsFrom(turned)};
    const Span second{pairsFrom(rect.col - apart), pairsFrom(turned - apart)};
    Span all = first.size() == 0 ? second : first;
    if (second.size() > 0)
        all = {std::min(all.begin, second.begin), std::max(all.end, second.end)};
    if (all.size() == 0)
        return;
    const Rect window{rect.row, all.begin * step, rect.rows, (all.size() - 1) * step + apart + 1};
    TileOperand xOperand(x);
    TileOperand tableOperand(*rotation.table);
    const MatrixView<const float> values = xOperand.values(window);
    const MatrixView<const float> waves = tableOperand.values(window);
    std::vector<float> growth(static_cast<std::size_t>(all.size()), 1.0F);
    const float* const g = growth.data() - all.begin;
    for (std::int64_t r = 0; r < rect.rows; ++r) {
        for (std::int64_t i = 0; i < all.size() && !rotation.growth.empty(); ++i)
            growth[static_cast<std::size_t>(i)] = growthAt(rotation, side, all.begin + i, rect.row + r, x.shape().rows);
        const float* const a = values.row(r) - window.col; // the head's column 0
        const float* const b = a + apart;
        const float* const cosine = waves.row(r) - window.col;
        const float* const sine = cosine + apart;
        float* const head = out.row(r) - rect.col;
        for (std::int64_t i = first.begin; i < first.end; ++i) {
            const std::int64_t at = i * step;
            head[at] = a[at] * (cosine[at] * g[i]) - b[at] * (sine[at] * g[i]);
        }
        for (std::int64_t i = second.begin; i < second.end; ++i) {
            const std::int64_t at = i * step;
            head[at + apart] = b[at] * (cosine[at] * g[i]) + a[at] * (sine[at] * g[i]);
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
    const std::int64_t middle = (n + 1) / 2;
    const double power = static_cast<double>(position - middle) / rotation.growthSpan;
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
