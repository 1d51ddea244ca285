// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/symmetric.h"

#ifndef PHASOR_KERNELS_TOGETHER
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/symmetric.cpp"
#include <hwy/foreach_target.h>
#endif
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kPartialSums = 8;

// The cells of one column below its diagonal, and what belongs to their rows.
struct Below
{
    double* column;
    const double* v;
    const double* w;
    const double* u;
    double* product;
    std::int64_t n;
};

// What belongs to the column.
struct Across
{
    double v;
    double w;
    double u;
};

// New cells; adds what they give to the product of their rows, and returns what they give to that of their column.
template <typename D> HWY_INLINE hn::Vec<D> update(D d, const Below& below, const Across& across, std::int64_t i)
{
    const auto first = hn::Mul(hn::LoadU(d, below.v + i), hn::Set(d, across.w));
    const auto second = hn::Mul(hn::LoadU(d, below.w + i), hn::Set(d, across.v));
    const auto cell = hn::Sub(hn::Sub(hn::LoadU(d, below.column + i), first), second);
    hn::StoreU(cell, d, below.column + i);
    const auto product = hn::Add(hn::LoadU(d, below.product + i), hn::Mul(cell, hn::Set(d, across.u)));
    hn::StoreU(product, d, below.product + i);
    return hn::Mul(cell, hn::LoadU(d, below.u + i));
}

double updateColumn(const Below& below, const Across& across)
{
    const hn::CappedTag<double, kPartialSums> d;
    const hn::CappedTag<double, 1> one;
    constexpr std::int64_t kLanes = hn::MaxLanes(decltype(d)());
    constexpr std::int64_t kVectors = kPartialSums / kLanes;
    hn::Vec<decltype(d)> sums[kVectors];
    for (auto& sum : sums)
        sum = hn::Zero(d);
    std::int64_t i = 0;
    for (; i + kPartialSums <= below.n; i += kPartialSums) {
        for (std::int64_t k = 0; k < kVectors; ++k)
            sums[k] = hn::Add(sums[k], update(d, below, across, i + k * kLanes));
    }
    double folded[kPartialSums];
    for (std::int64_t k = 0; k < kVectors; ++k)
        hn::StoreU(sums[k], d, folded + k * kLanes);
    for (std::int64_t half = kPartialSums / 2; half > 0; half /= 2) {
        for (std::int64_t k = 0; k < half; ++k)
            folded[k] += folded[k + half];
    }
    double total = folded[0];
    for (; i < below.n; ++i)
        total += hn::GetLane(update(one, below, across, i));
    return total;
}

void updateAndMultiplyKernel(double* lower, std::int64_t stride, std::int64_t n, const double* v, const double* w,
                             const double* u, double* product)
{
    std::fill_n(product, n, 0.0);
    for (std::int64_t j = 0; j < n; ++j) {
        double* const column = lower + j * stride;
        column[j] = column[j] - v[j] * w[j] - w[j] * v[j];
        const std::int64_t i = j + 1;
        const double below = updateColumn({column + i, v + i, w + i, u + i, product + i, n - i}, {v[j], w[j], u[j]});
        product[j] += column[j] * u[j] + below;
    }
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(updateAndMultiplyKernel);

void updateAndMultiply(double* lower, std::int64_t stride, std::int64_t n, const double* v, const double* w,
                       const double* u, double* product)
{
    HWY_DYNAMIC_DISPATCH(updateAndMultiplyKernel)(lower, stride, n, v, w, u, product);
}

} // namespace phasor
#endif
