// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/foldcolumns.h"

#include <hwy/foreach_target.h> // before highway.h

#include "kernels/turnblocks-inl.h"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = kFoldedRows;
constexpr std::size_t kPixels = 64; // made before they are written

// Four values of four rows; value v of row r is in[r * inStep + v].
HWY_INLINE void turnSquare(const float* in, std::int64_t inStep, float* out, std::int64_t outStep)
{
#if HWY_TARGET == HWY_SCALAR
    for (std::int64_t r = 0; r < 4; ++r) {
        for (std::int64_t v = 0; v < 4; ++v)
            out[v * outStep + r] = in[r * inStep + v];
    }
#else
    const hn::FixedTag<float, 4> d;
    turnBlocks(d, hn::LoadU(d, in), hn::LoadU(d, in + inStep), hn::LoadU(d, in + 2 * inStep),
               hn::LoadU(d, in + 3 * inStep), out, outStep);
#endif
}

// out[v * outStep + r] = in[r * inStep + v] for all values v of all rows r.
void turn(const float* in, std::int64_t inStep, std::int64_t rows, std::int64_t values, float* out,
          std::int64_t outStep)
{
    const std::int64_t wholeRows = rows / 4 * 4;
    const std::int64_t wholeValues = values / 4 * 4;
    for (std::int64_t r = 0; r < wholeRows; r += 4) {
        for (std::int64_t v = 0; v < wholeValues; v += 4)
            turnSquare(in + r * inStep + v, inStep, out + v * outStep + r, outStep);
    }
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t v = r < wholeRows ? wholeValues : 0; v < values; ++v)
            out[v * outStep + r] = in[r * inStep + v];
    }
}

// One pixel of all rows; `columns` are its columns, a vector of rows each.
HWY_INLINE void foldPixel(const float* columns, const float* weights, std::size_t count, float* pixel)
{
    const hn::CappedTag<float, kLanes> d;
    for (std::size_t l = 0; l < kLanes; l += hn::Lanes(d)) {
        auto sum = hn::Mul(hn::Set(d, weights[0]), hn::Load(d, columns + l));
        for (std::size_t k = 1; k < count; ++k)
            sum = hn::Add(sum, hn::Mul(hn::Set(d, weights[k]), hn::Load(d, columns + k * kLanes + l)));
        hn::Store(sum, d, pixel + l);
    }
}

void fold(const float* in, std::int64_t inStride, std::int64_t rows, const ColumnFolds& folds, float* out,
          std::int64_t outStride)
{
    alignas(64) float columns[ColumnFolds::kMost * kLanes];
    if (rows < kFoldedRows) // lanes without a row are computed, too
        std::fill_n(columns, ColumnFolds::kMost * kLanes, 0.0F);
    alignas(64) float pixels[kPixels * kLanes];
    const auto count = static_cast<std::size_t>(folds.count);
    const auto endOf = [&](std::size_t pixel) {
        return folds.first[pixel] + folds.begin[pixel + 1] - folds.begin[pixel];
    };
    for (std::size_t begin = 0; begin < count;) {
        const std::size_t first = folds.first[begin];
        std::size_t last = endOf(begin);
        std::size_t end = begin + 1;
        for (; end < count && end - begin < kPixels && endOf(end) - first <= ColumnFolds::kMost; ++end)
            last = std::max(last, endOf(end));
        turn(in + (first - folds.first[0]), inStride, rows, static_cast<std::int64_t>(last - first), columns, kLanes);
        for (std::size_t x = begin; x < end; ++x)
            foldPixel(columns + (folds.first[x] - first) * kLanes, folds.weights + folds.begin[x],
                      folds.begin[x + 1] - folds.begin[x], pixels + (x - begin) * kLanes);
        turn(pixels, kLanes, static_cast<std::int64_t>(end - begin), rows, out + begin, outStride);
        begin = end;
    }
}

} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(fold);

void foldColumns(const float* in, std::int64_t inStride, std::int64_t rows, const ColumnFolds& folds, float* out,
                 std::int64_t outStride)
{
    HWY_DYNAMIC_DISPATCH(fold)(in, inStride, rows, folds, out, outStride);
}

} // namespace phasor
#endif
