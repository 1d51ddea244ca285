// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reduce.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/reducehistogram.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The bins of n values as equal widths guess them, -1 for a value in no bin.
void guessBinsKernel(const float* row, std::int64_t n, const double* edges, std::int64_t bins, std::int32_t* out)
{
    const double first = edges[0];
    const double last = edges[bins];
    const double count = static_cast<double>(bins);
    const double factor = std::min(count / 2 / (last / 2 - first / 2), std::numeric_limits<double>::max());
    const auto guess = [=](auto d, std::int64_t i) HWY_ATTR {
        const hn::Rebind<float, decltype(d)> df;
        const hn::Rebind<std::int32_t, decltype(d)> di;
        const auto value = hn::PromoteTo(d, hn::LoadU(df, row + i));
        const auto inside = hn::And(hn::Ge(value, hn::Set(d, first)), hn::Le(value, hn::Set(d, last)));
        const auto bin = hn::Mul(hn::Sub(value, hn::Set(d, first)), hn::Set(d, factor));
        const auto clamped = hn::Min(hn::Max(bin, hn::Zero(d)), hn::Set(d, count - 1));
        hn::StoreU(hn::DemoteTo(di, hn::IfThenElse(inside, clamped, hn::Set(d, -1.0))), di, out + i);
    };
    const hn::ScalableTag<double> d;
    const hn::CappedTag<double, 1> one;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        guess(d, i);
    for (; i < n; ++i)
        guess(one, i);
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(guessBinsKernel);

std::int64_t addHistogram(const float* row, std::int64_t n, const double* edges, std::int64_t bins,
                          std::int64_t* counts)
{
    constexpr std::int64_t kBlock = 512;
    std::int32_t guesses[kBlock];
    std::int64_t outside = 0;
    for (std::int64_t begin = 0; begin < n; begin += kBlock) {
        const std::int64_t block = std::min(kBlock, n - begin);
        HWY_DYNAMIC_DISPATCH(guessBinsKernel)(row + begin, block, edges, bins, guesses);
        for (std::int64_t i = 0; i < block; ++i) {
            std::int64_t bin = guesses[i];
            if (bin < 0) {
                ++outside;
                continue;
            }
            // The edges decide: the guess may be one off where a value touches an edge.
            const double value = row[begin + i];
            while (value < edges[bin])
                --bin;
            while (bin + 1 < bins && value >= edges[bin + 1])
                ++bin;
            ++counts[bin];
        }
    }
    return outside;
}

} // namespace phasor
#endif
