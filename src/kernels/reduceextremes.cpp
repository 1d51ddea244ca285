// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reduce.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/reduceextremes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
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

// Whether value is nearer the wanted end than best; false for NaN.
template <bool kLeast, typename V> HWY_INLINE auto better(V value, V best)
{
    if constexpr (kLeast)
        return hn::Lt(value, best);
    else
        return hn::Gt(value, best);
}

template <bool kLeast, typename D> HWY_INLINE void extend(D d, float* best, const float* row)
{
    const auto value = hn::LoadU(d, row);
    const auto old = hn::LoadU(d, best);
    const auto take = hn::Or(hn::IsNaN(old), better<kLeast>(value, old));
    hn::StoreU(hn::IfThenElse(take, value, old), d, best);
}

void extendRowKernel(float* low, float* high, const float* row, std::int64_t n)
{
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> one;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        extend<true>(d, low + i, row + i);
        extend<false>(d, high + i, row + i);
    }
    for (; i < n; ++i) {
        extend<true>(one, low + i, row + i);
        extend<false>(one, high + i, row + i);
    }
}

template <bool kLeast> HWY_ATTR HWY_INLINE float best(const float* bin, std::int64_t n)
{
    constexpr float kWorst = kLeast ? kInfinity : -kInfinity;
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    float result = kWorst;
    std::int64_t i = 0;
    if (n >= lanes) {
        auto found = hn::Set(d, kWorst);
        for (; i + lanes <= n; i += lanes) {
            const auto value = hn::LoadU(d, bin + i);
            found = hn::IfThenElse(better<kLeast>(value, found), value, found);
        }
        result = bestLane<kLeast>(d, found);
    }
    for (; i < n; ++i)
        result = (kLeast ? bin[i] < result : bin[i] > result) ? bin[i] : result;
    if (result == kWorst && std::all_of(bin, bin + n, [](float value) { return std::isnan(value); }))
        return std::numeric_limits<float>::quiet_NaN();
    return plusZero(result);
}

template <bool kLeast>
HWY_ATTR void bestOfBins(const float* row, const std::int64_t* edges, std::int64_t bins, float* out)
{
    for (std::int64_t b = 0; b < bins; ++b)
        out[b] = best<kLeast>(row + edges[b], edges[b + 1] - edges[b]);
}

void binMinimaKernel(const float* row, const std::int64_t* edges, std::int64_t bins, float* out)
{
    bestOfBins<true>(row, edges, bins, out);
}

void binMaximaKernel(const float* row, const std::int64_t* edges, std::int64_t bins, float* out)
{
    bestOfBins<false>(row, edges, bins, out);
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(rowExtremesKernel);
HWY_EXPORT(extendRowKernel);
HWY_EXPORT(binMinimaKernel);
HWY_EXPORT(binMaximaKernel);

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

void extendRow(float* low, float* high, const float* row, std::int64_t n)
{
    HWY_DYNAMIC_DISPATCH(extendRowKernel)(low, high, row, n);
}

void binMinima(const float* row, const std::int64_t* edges, std::int64_t bins, float* out)
{
    HWY_DYNAMIC_DISPATCH(binMinimaKernel)(row, edges, bins, out);
}

void binMaxima(const float* row, const std::int64_t* edges, std::int64_t bins, float* out)
{
    HWY_DYNAMIC_DISPATCH(binMaximaKernel)(row, edges, bins, out);
}

} // namespace phasor
#endif
