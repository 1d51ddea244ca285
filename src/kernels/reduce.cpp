// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reduce.h"
#include "kernels/dispatch.h"

#include <hwy/foreach_target.h> // before highway.h
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <typename D> HWY_INLINE hn::Vec<D> load(D d, const float* from)
{
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from));
}

// Sum of term(tag, i) over i < n by kSumLanes partial sums, in the order that the header promises.
template <std::int64_t kSumLanes = 16, typename Term> HWY_ATTR HWY_INLINE double orderedSum(std::int64_t n, Term term)
{
    const hn::CappedTag<double, std::size_t{kSumLanes}> d;
    const hn::CappedTag<double, 1> one;
    constexpr std::int64_t kVectorLanes = hn::MaxLanes(decltype(d)());
    constexpr std::int64_t kVectors = kSumLanes / kVectorLanes;
    std::int64_t i = 0;
    double total = 0;
    if (n >= kSumLanes) {
        hn::Vec<decltype(d)> lanes[std::size_t{kVectors}];
        for (auto& vector : lanes)
            vector = hn::Zero(d);
        for (; i + kSumLanes <= n; i += kSumLanes) {
            for (std::int64_t k = 0; k < kVectors; ++k)
                lanes[k] = hn::Add(lanes[k], term(d, i + k * kVectorLanes));
        }
        double folded[std::size_t{kSumLanes}];
        for (std::int64_t k = 0; k < kVectors; ++k)
            hn::StoreU(lanes[k], d, folded + k * kVectorLanes);
        for (std::int64_t width = kSumLanes / 2; width > 0; width /= 2) {
            for (std::int64_t j = 0; j < width; ++j)
                folded[j] += folded[j + width];
        }
        total = folded[0];
    }
    for (; i < n; ++i)
        total += hn::GetLane(term(one, i));
    return total;
}

double rowSumKernel(const float* row, std::int64_t n)
{
    return orderedSum(n, [=](auto d, std::int64_t i) HWY_ATTR { return load(d, row + i); });
}

double rowDotKernel(const float* a, const float* b, std::int64_t n)
{
    return orderedSum(n, [=](auto d, std::int64_t i) HWY_ATTR { return hn::Mul(load(d, a + i), load(d, b + i)); });
}

// update(tag, i) for all i < n, by vectors of double, then one by one.
template <typename Update> HWY_ATTR HWY_INLINE void forEach(std::int64_t n, Update update)
{
    const hn::ScalableTag<double> d;
    const hn::CappedTag<double, 1> one;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        update(d, i);
    for (; i < n; ++i)
        update(one, i);
}

template <typename D> HWY_INLINE void addTo(D d, double* total, hn::Vec<D> value)
{
    hn::StoreU(hn::Add(hn::LoadU(d, total), value), d, total);
}

void addColumnEnergiesKernel(const float* row, std::int64_t n, double* sum, double* sumSquares)
{
    forEach(n, [=](auto d, std::int64_t i) HWY_ATTR {
        const auto value = load(d, row + i);
        addTo(d, sum + i, value);
        addTo(d, sumSquares + i, hn::Mul(value, value));
    });
}

void addRowKernel(double* total, const float* row, std::int64_t n)
{
    forEach(n, [=](auto d, std::int64_t i) HWY_ATTR { addTo(d, total + i, load(d, row + i)); });
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Makes both zeros +0 by adding +0, as the zero that a minimum returns depends on the instruction set.
float plusZero(float value)
{
    return value + 0.0F;
}

// Smallest (largest) of lanes without NaN. Not MinOfLanes: Highway 1.0.3 starts its emulation at the largest finite
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

// Includes the vector at `row` in `bounds`, and counts values that are not finite (rare).
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

void updateAndMultiplyKernel(double* lower, std::int64_t stride, std::int64_t n, const double* v, const double* w,
                             const double* u, double* product)
{
    std::fill_n(product, n, 0.0);
    for (std::int64_t j = 0; j < n; ++j) {
        double* const column = lower + j * stride;
        column[j] = column[j] - v[j] * w[j] - w[j] * v[j];
        // Updates cells below the diagonal. Adds their part of the product to the rows, and returns that of the column.
        const auto update = [=, vj = v[j], wj = w[j], uj = u[j]](auto d, std::int64_t k) HWY_ATTR {
            const std::int64_t i = j + 1 + k;
            const auto first = hn::Mul(hn::LoadU(d, v + i), hn::Set(d, wj));
            const auto second = hn::Mul(hn::LoadU(d, w + i), hn::Set(d, vj));
            const auto cell = hn::Sub(hn::Sub(hn::LoadU(d, column + i), first), second);
            hn::StoreU(cell, d, column + i);
            hn::StoreU(hn::Add(hn::LoadU(d, product + i), hn::Mul(cell, hn::Set(d, uj))), d, product + i);
            return hn::Mul(cell, hn::LoadU(d, u + i));
        };
        product[j] += column[j] * u[j] + orderedSum<8>(n - j - 1, update);
    }
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(rowExtremesKernel);

PHASOR_KERNEL(double, rowSum, (const float* row, std::int64_t n), (row, n))
PHASOR_KERNEL(double, rowDot, (const float* a, const float* b, std::int64_t n), (a, b, n))
PHASOR_KERNEL(void, addColumnEnergies, (const float* row, std::int64_t n, double* sum, double* sumSquares),
              (row, n, sum, sumSquares))
PHASOR_KERNEL(void, addRow, (double* total, const float* row, std::int64_t n), (total, row, n))

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

PHASOR_KERNEL(void, updateAndMultiply,
              (double* lower, std::int64_t stride, std::int64_t n, const double* v, const double* w, const double* u,
               double* product),
              (lower, stride, n, v, w, u, product))

} // namespace phasor
#endif
