// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reduce.h"

#ifndef PHASOR_KERNELS_TOGETHER
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/reduce.cpp"
#include <hwy/foreach_target.h>
#endif
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kSumLanes = 16;

template <typename D> HWY_INLINE hn::Vec<D> load(D d, const float* from)
{
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from));
}

// Sum of term(tag, i) over i < n in the order that the header promises.
template <typename Term> HWY_ATTR HWY_INLINE double orderedSum(std::int64_t n, Term term)
{
    const hn::CappedTag<double, kSumLanes> d;
    const hn::CappedTag<double, 1> one;
    constexpr std::int64_t kVectorLanes = hn::MaxLanes(decltype(d)());
    constexpr std::int64_t kVectors = kSumLanes / kVectorLanes;
    std::int64_t i = 0;
    double total = 0;
    if (n >= kSumLanes) {
        hn::Vec<decltype(d)> lanes[kVectors];
        for (auto& vector : lanes)
            vector = hn::Zero(d);
        for (; i + kSumLanes <= n; i += kSumLanes) {
            for (std::int64_t k = 0; k < kVectors; ++k)
                lanes[k] = hn::Add(lanes[k], term(d, i + k * kVectorLanes));
        }
        double folded[kSumLanes];
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

// update(tag, i) for all i < n, by whole vectors of double and then one by one.
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

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(rowSumKernel);
HWY_EXPORT(rowDotKernel);
HWY_EXPORT(addColumnEnergiesKernel);
HWY_EXPORT(addRowKernel);

double rowSum(const float* row, std::int64_t n)
{
    return HWY_DYNAMIC_DISPATCH(rowSumKernel)(row, n);
}

double rowSumSquares(const float* row, std::int64_t n)
{
    return rowDot(row, row, n);
}

double rowDot(const float* a, const float* b, std::int64_t n)
{
    return HWY_DYNAMIC_DISPATCH(rowDotKernel)(a, b, n);
}

void addColumnEnergies(const float* row, std::int64_t n, double* sum, double* sumSquares)
{
    HWY_DYNAMIC_DISPATCH(addColumnEnergiesKernel)(row, n, sum, sumSquares);
}

void addRow(double* total, const float* row, std::int64_t n)
{
    HWY_DYNAMIC_DISPATCH(addRowKernel)(total, row, n);
}

} // namespace phasor
#endif
