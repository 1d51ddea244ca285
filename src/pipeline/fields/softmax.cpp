// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/combine.h"
#include "kernels/reduce.h"
#include "pipeline/fields/stagefields.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

// Softmax of a row that may not fit in memory: keeps the largest score so far and the sum of exponentials.
class RowSoftmax
{
    static constexpr float kInfinity = std::numeric_limits<float>::infinity();

public:
    // Adds the row's next scores. They become exponentials relative to the largest of them.
    void take(float* scores, std::int64_t size)
    {
        const std::int64_t n = seenOf(scores, size);
        std::fill(scores + n, scores + size, 0.0F);
        const Extremes found = rowExtremes(scores, n);
        const float high = found.plusInf > 0 ? kInfinity : found.high;
        const float greatest = std::max(m_greatest, high);
        if (high == -kInfinity && found.nan == 0)
            return; // everything is masked
        exponentials(scores, high, scores, n);
        m_sum = m_sum * relative(m_greatest, greatest) + rowSum(scores, n) * relative(high, greatest);
        m_greatest = greatest;
    }

    float greatest() const { return m_greatest; }
    // 1 / sum; NaN if the entire row is masked.
    float factor() const
    {
        return m_sum == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(1 / m_sum);
    }

private:
    // Number of scores without the masked ones at the end (causal mask). Their e^−∞ is 0; leaving out entire blocks of
    // rowSum's 16 partial sums changes no bit.
    static std::int64_t seenOf(const float* scores, std::int64_t n)
    {
        constexpr std::int64_t kPartialSums = 16;
        const auto masked = [scores](std::int64_t begin, std::int64_t end) {
            bool seen = false;
            for (std::int64_t i = begin; i < end; ++i) // all of them, so that vectors are used
                seen |= scores[i] != -kInfinity;
            return !seen;
        };
        std::int64_t seen = n - n % kPartialSums;
        if (!masked(seen, n))
            return n;
        while (seen > 0 && masked(seen - kPartialSums, seen))
            seen -= kPartialSums;
        return seen;
    }

    static double relative(float score, float to)
    {
        return score == to ? 1 : std::exp(static_cast<double>(score) - static_cast<double>(to));
    }

    float m_greatest = -kInfinity;
    double m_sum = 0;
};

constexpr std::int64_t kScoresAtOnce = 1 << 20; // scores of one row that are computed together

void fillRows(const Field& field, Rect place, Matrix& scores, MatrixView<float> out)
{
    const std::int64_t keys = field.shape().cols;
    scores.resize({place.rows, keys});
    field.fill({place.row, 0, place.rows, keys}, scores.view());
    for (std::int64_t r = 0; r < place.rows; ++r) {
        float* const row = scores.view().row(r);
        RowSoftmax softmax;
        softmax.take(row, keys);
        scale(row + place.col, softmax.factor(), out.row(r), place.cols);
    }
}

// One row, computed block by block: all scores for the sum, then the requested ones again.
void fillLongRow(const Field& field, Rect place, Matrix& scores, MatrixView<float> out)
{
    RowSoftmax softmax;
    for (std::int64_t c = 0; c < field.shape().cols; c += kScoresAtOnce) {
        scores.resize({1, std::min(kScoresAtOnce, field.shape().cols - c)});
        field.fill({place.row, c, 1, scores.cols()}, scores.view());
        softmax.take(scores.data(), scores.cols());
    }
    field.fill(place, out);
    exponentials(out.row(0), softmax.greatest(), out.row(0), place.cols);
    scale(out.row(0), softmax.factor(), out.row(0), place.cols);
}

} // namespace

FieldPtr attention(FieldPtr scores)
{
    const Shape shape = scores->shape();
    return computedField(shape, {0, 1}, [field = std::move(scores)](Rect rect, MatrixView<float> out) {
        constexpr std::int64_t kCells = 1 << 16; // scores that stay in a core's own cache
        constexpr std::int64_t kMostRows = 128; // rows whose scores are computed together
        const std::int64_t keys = field->shape().cols;
        const std::int64_t rows = std::clamp<std::int64_t>(kCells / keys, 1, kMostRows);
        Matrix scratch;
        for (std::int64_t r = 0; r < rect.rows && rect.cols > 0; r += rows) {
            const Rect place{rect.row + r, rect.col, std::min(rows, rect.rows - r), rect.cols};
            const MatrixView<float> target = out.window({r, 0, place.rows, place.cols});
            (keys <= kScoresAtOnce ? fillRows : fillLongRow)(*field, place, scratch, target);
        }
    });
}

} // namespace phasor
