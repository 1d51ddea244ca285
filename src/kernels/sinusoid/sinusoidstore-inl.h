// SPDX-License-Identifier: GPL-3.0-or-later
// Stores of the sinusoid kernel, compiled once per instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#if defined(PHASOR_SINUSOIDSTORE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PHASOR_SINUSOIDSTORE_INL_H
#undef PHASOR_SINUSOIDSTORE_INL_H
#else
#define PHASOR_SINUSOIDSTORE_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Two vectors of doubles as floats, side by side.
template <bool kStream, class DF, class V> HWY_INLINE void storeTwo(DF df, V first, V second, float* out)
{
    const auto lower = hn::DemoteTo(df, first);
    const auto upper = hn::DemoteTo(df, second);
#if HWY_TARGET == HWY_SCALAR
    hn::Store(lower, df, out);
    hn::Store(upper, df, out + 1);
#else
    if constexpr (kStream) {
        const hn::Twice<DF> both;
        hn::Stream(hn::Combine(both, upper, lower), both, out);
    } else { // two stores are cheaper than a shuffle and one
        hn::StoreU(lower, df, out);
        hn::StoreU(upper, df, out + hn::Lanes(df));
    }
#endif
}

// Bypasses the caches where `to` has full cache lines. A store fence must follow.
inline void streamFloats(const float* from, float* to, std::size_t n)
{
    const hn::ScalableTag<float> d;
    const std::size_t lanes = hn::Lanes(d);
    constexpr std::size_t kLine = 64;
    const std::size_t off = reinterpret_cast<std::uintptr_t>(to) % kLine;
    std::size_t i = std::min(n, off ? (kLine - off) / sizeof(float) : 0);
    std::memcpy(to, from, i * sizeof(float));
    for (; i + kLine / sizeof(float) <= n; i += kLine / sizeof(float)) {
        for (std::size_t j = 0; j < kLine / sizeof(float); j += lanes)
            hn::Stream(hn::LoadU(d, from + i + j), d, to + i + j);
    }
    std::memcpy(to + i, from + i, (n - i) * sizeof(float));
}

inline void copyRows(const float* from, std::size_t fromStride, float* to, std::int64_t stride, std::size_t rows,
                     std::size_t n, bool stream)
{
    for (std::size_t r = 0; r < rows; ++r) {
        float* const row = to + static_cast<std::int64_t>(r) * stride;
        if (stream)
            streamFloats(from + r * fromStride, row, n);
        else
            std::memcpy(row, from + r * fromStride, n * sizeof(float));
    }
}

} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
