// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/pixels.h"
#include "kernels/dispatch.h"

#include <hwy/foreach_target.h> // before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int32_t kNanIndex = -1; // index of NaN's color, before the first of the table

struct Range
{
    double low, high, middle, factor;
};

// Indices of the values at `values`, one per lane of the double tag `d`.
template <typename D>
HWY_INLINE hn::Vec<hn::Rebind<std::int32_t, D>> indices(D d, const float* values, const Range& range)
{
    const hn::Rebind<float, D> df;
    const hn::Rebind<std::int32_t, D> di;
    const auto v = hn::PromoteTo(d, hn::LoadU(df, values));
    const auto last = hn::Set(d, kColors - 1);
    auto t = hn::Mul(hn::Sub(v, hn::Set(d, range.middle)), hn::Set(d, range.factor));
    t = hn::Min(hn::Max(hn::Add(t, hn::Set(d, kColors / 2)), hn::Zero(d)), last);
    t = hn::IfThenElse(hn::Ge(v, hn::Set(d, range.high)), last, t);
    t = hn::IfThenZeroElse(hn::Le(v, hn::Set(d, range.low)), t);
    t = hn::IfThenElse(hn::IsNaN(v), hn::Set(d, kNanIndex), t);
    return hn::DemoteTo(di, t); // truncation is floor: t >= 0 or is -1
}

// out[i] = index of values[i] in the table of colors, kNanIndex for NaN.
void colorIndicesKernel(const float* values, std::int64_t n, double low, double high, std::int32_t* out)
{
    if (low == high) {
        for (std::int64_t i = 0; i < n; ++i)
            out[i] = values[i] == values[i] ? kColors / 2 : kNanIndex;
        return;
    }
    const double half = high / 2 - low / 2; // the width of [-1e308, 1e308] is not a double
    const double factor = std::min(0.5 * kColors / half, std::numeric_limits<double>::max());
    const Range range{low, high, low / 2 + high / 2, factor};
    const hn::ScalableTag<double> d;
    const hn::CappedTag<double, 1> one;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        hn::StoreU(indices(d, values + i, range), hn::Rebind<std::int32_t, decltype(d)>(), out + i);
    for (; i < n; ++i)
        hn::StoreU(indices(one, values + i, range), hn::Rebind<std::int32_t, decltype(one)>(), out + i);
}

constexpr std::size_t kLanes = kFoldedRows;
constexpr std::size_t kPixels = 64; // made before they are written

// Four values of four rows; value v of row r is in[r * inStep + v].
HWY_INLINE void turnSquare(const float* in, std::int64_t inStep, float* out, std::int64_t outStep)
{
    const hn::CappedTag<float, 4> d;
    alignas(16) float turned[16];
    for (std::size_t v = 0; v < 4; v += hn::Lanes(d))
        hn::StoreInterleaved4(hn::LoadU(d, in + v), hn::LoadU(d, in + inStep + v), hn::LoadU(d, in + 2 * inStep + v),
                              hn::LoadU(d, in + 3 * inStep + v), d, turned + 4 * v);
    for (std::int64_t v = 0; v < 4; ++v)
        std::memcpy(out + v * outStep, turned + 4 * v, 4 * sizeof(float));
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

void foldColumnsKernel(const float* in, std::int64_t inStride, std::int64_t rows, const ColumnFolds& folds, float* out,
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

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(colorIndicesKernel);

// Color look-up, outside the kernels: there the compiler would use gathers, but two single loads per clock from a table
// in the L1 cache are faster. NaN's color is before the others, so that no pixel needs a branch.
void colorRow(const float* values, std::int64_t n, double low, double high, const std::uint32_t* table,
              std::uint32_t nanColor, std::uint32_t* pixels)
{
    constexpr std::int64_t kBlock = 512;
    std::uint32_t colors[kColors + 1];
    colors[0] = nanColor;
    std::copy(table, table + kColors, colors + 1);
    std::int32_t index[kBlock];
    for (std::int64_t begin = 0; begin < n; begin += kBlock) {
        const std::int64_t count = std::min(kBlock, n - begin);
        HWY_DYNAMIC_DISPATCH(colorIndicesKernel)(values + begin, count, low, high, index);
        for (std::int64_t i = 0; i < count; ++i)
            pixels[begin + i] = colors[index[i] + 1];
    }
}

PHASOR_KERNEL(void, foldColumns,
              (const float* in, std::int64_t inStride, std::int64_t rows, const ColumnFolds& folds, float* out,
               std::int64_t outStride),
              (in, inStride, rows, folds, out, outStride))

} // namespace phasor
#endif
