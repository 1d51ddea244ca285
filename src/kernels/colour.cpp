// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/colour.h"

#include <hwy/foreach_target.h> // before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int32_t kNanIndex = -1; // the place of NaN's colour, before the first of the table

struct Range
{
    double low, high, middle, factor;
};

// Halves before differences: the width of [-1e308, 1e308] is not a double.
Range makeRange(double low, double high)
{
    const double half = high / 2 - low / 2;
    const double factor = std::min(kColours / 2 / half, std::numeric_limits<double>::max());
    return {low, high, low / 2 + high / 2, factor};
}

// Indices of the values at `values`, one per lane of the double tag `d`.
template <typename D>
HWY_INLINE hn::Vec<hn::Rebind<std::int32_t, D>> indices(D d, const float* values, const Range& range)
{
    const hn::Rebind<float, D> df;
    const hn::Rebind<std::int32_t, D> di;
    const auto v = hn::PromoteTo(d, hn::LoadU(df, values));
    const auto last = hn::Set(d, kColours - 1);
    auto t = hn::Mul(hn::Sub(v, hn::Set(d, range.middle)), hn::Set(d, range.factor));
    t = hn::Min(hn::Max(hn::Add(t, hn::Set(d, kColours / 2)), hn::Zero(d)), last);
    t = hn::IfThenElse(hn::Ge(v, hn::Set(d, range.high)), last, t);
    t = hn::IfThenZeroElse(hn::Le(v, hn::Set(d, range.low)), t);
    t = hn::IfThenElse(hn::IsNaN(v), hn::Set(d, kNanIndex), t);
    return hn::DemoteTo(di, t); // truncation is floor: t >= 0 or is -1
}

// out[i] = index of values[i] in the table of colours, kNanIndex for NaN.
void colourIndicesKernel(const float* values, std::int64_t n, double low, double high, std::int32_t* out)
{
    if (low == high) {
        for (std::int64_t i = 0; i < n; ++i)
            out[i] = values[i] == values[i] ? kColours / 2 : kNanIndex;
        return;
    }
    const Range range = makeRange(low, high);
    const hn::ScalableTag<double> d;
    const hn::CappedTag<double, 1> one;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        hn::StoreU(indices(d, values + i, range), hn::Rebind<std::int32_t, decltype(d)>(), out + i);
    for (; i < n; ++i)
        hn::StoreU(indices(one, values + i, range), hn::Rebind<std::int32_t, decltype(one)>(), out + i);
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(colourIndicesKernel);

// The look-up stays out of the kernels, where the compiler would make gathers of it: from a table in the first-level
// cache two single loads a clock are faster. The colour of NaN stands before the others, so that no pixel chooses.
void colourRow(const float* values, std::int64_t n, double low, double high, const std::uint32_t* table,
               std::uint32_t nanColour, std::uint32_t* pixels)
{
    constexpr std::int64_t kBlock = 512;
    std::uint32_t colours[kColours + 1];
    colours[0] = nanColour;
    std::copy(table, table + kColours, colours + 1);
    std::int32_t index[kBlock];
    for (std::int64_t begin = 0; begin < n; begin += kBlock) {
        const std::int64_t count = std::min(kBlock, n - begin);
        HWY_DYNAMIC_DISPATCH(colourIndicesKernel)(values + begin, count, low, high, index);
        for (std::int64_t i = 0; i < count; ++i)
            pixels[begin + i] = colours[index[i] + 1];
    }
}

} // namespace phasor
#endif
