// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reduce.h"

#ifndef PHASOR_KERNELS_TOGETHER
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/reduceextremes.cpp"
#include <hwy/foreach_target.h>
#endif
#include <hwy/highway.h>

#include <algorithm>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Which of two zeros a minimum returns depends on the instruction set; adding +0 makes both +0.
float plusZero(float value)
{
    return value + 0.0F;
}

// The least (greatest) of lanes without NaN. Not MinOfLanes: Highway 1.0.3 starts its emulation at the largest finite
// number, which is wrong for infinite lanes.
template <bool kLeast, typename D> HWY_INLINE float bestLane(D d, hn::Vec<D> v)
{
    float lanes[hn::MaxLanes(D())];
    hn::StoreU(v, d, lanes);
    float* const end = lanes + hn::Lanes(d);
    return kLeast ? *std::min_element(lanes, end) : *std::max_element(lanes, end);
}

template <typename V> struct Bounds
{
    V low, high;
};

// Takes the vector at `row` into `bounds` and counts what is not finite, which is rare.
template <typename D> HWY_INLINE void take(D d, const float* row, Bounds<hn::Vec<D>>& bounds, Extremes& counts)
{
    const auto value = hn::LoadU(d, row);
    const auto finite = hn::IsFinite(value);
    bounds.low = hn::Min(bounds.low, hn::IfThenElse(finite, value, hn::Set(d, kInfinity)));
    bounds.high = hn::Max(bounds.high, hn::IfThenElse(finite, value, hn::Set(d, -kInfinity)));
    if (HWY_UNLIKELY(!hn::AllTrue(d, finite))) {
        counts.nan += static_cast<std::int64_t>(hn::CountTrue(d, hn::IsNaN(value)));
        counts.plusInf += static_cast<std::int64_t>(hn::CountTrue(d, hn::Eq(value, hn::Set(d, kInfinity))));
        counts.minusInf += static_cast<std::int64_t>(hn::CountTrue(d, hn::Eq(value, hn::Set(d, -kInfinity))));
    }
}

template <typename D> HWY_INLINE Bounds<hn::Vec<D>> noBounds(D d)
{
    return {hn::Set(d, kInfinity), hn::Set(d, -kInfinity)};
}

void rowExtremesKernel(const float* row, std::int64_t n, Extremes& out)
{
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> one;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    auto even = noBounds(d);
    auto odd = noBounds(d);
    auto tail = noBounds(one);
    std::int64_t i = 0;
    for (; i + 2 * lanes <= n; i += 2 * lanes) {
        take(d, row + i, even, out);
        take(d, row + i + lanes, odd, out);
    }
    for (; i < n; ++i)
        take(one, row + i, tail, out);
    const float low = bestLane<true>(d, hn::Min(even.low, odd.low));
    const float high = bestLane<false>(d, hn::Max(even.high, odd.high));
    out.low = plusZero(std::min(low, hn::GetLane(tail.low)));
    out.high = plusZero(std::max(high, hn::GetLane(tail.high)));
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(rowExtremesKernel);

Extremes rowExtremes(const float* row, std::int64_t n)
{
    Extremes out;
    HWY_DYNAMIC_DISPATCH(rowExtremesKernel)(row, n, out);
    return out;
}

Extremes merged(const Extremes& a, const Extremes& b)
{
    return {std::min(a.low, b.low), std::max(a.high, b.high), a.nan + b.nan, a.plusInf + b.plusInf,
            a.minusInf + b.minusInf};
}

} // namespace phasor
#endif
