// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/memory.h"

#ifndef PHASOR_KERNELS_TOGETHER
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/memory.cpp"
#include <hwy/foreach_target.h>
#endif
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// out[i] = source(tag, i). Vectors are stored aligned, both because Stream() must and because a store across two cache
// lines would measure something else.
template <bool kStream, typename Source> HWY_ATTR void write(float* out, std::int64_t n, Source source)
{
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> one;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const std::uintptr_t bytes = hn::Lanes(d) * sizeof(float);
    std::int64_t i = 0;
    for (; i < n && reinterpret_cast<std::uintptr_t>(out + i) % bytes != 0; ++i)
        hn::StoreU(source(one, i), one, out + i);
    for (; i + lanes <= n; i += lanes) {
        if constexpr (kStream)
            hn::Stream(source(d, i), d, out + i);
        else
            hn::Store(source(d, i), d, out + i);
    }
    for (; i < n; ++i)
        hn::StoreU(source(one, i), one, out + i);
    if constexpr (kStream)
        hwy::FlushStream();
}

template <bool kStream> HWY_ATTR void store(float* dst, std::int64_t n, float value)
{
    write<kStream>(dst, n, [=](auto d, std::int64_t) HWY_ATTR { return hn::Set(d, value); });
}

void plainStoreKernel(float* dst, std::int64_t n, float value)
{
    store<false>(dst, n, value);
}

void streamStoreKernel(float* dst, std::int64_t n, float value)
{
    store<true>(dst, n, value);
}

void streamCopyKernel(const float* in, float* out, std::int64_t n)
{
    write<true>(out, n, [=](auto d, std::int64_t i) HWY_ATTR { return hn::LoadU(d, in + i); });
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(plainStoreKernel);
HWY_EXPORT(streamStoreKernel);
HWY_EXPORT(streamCopyKernel);

void plainStore(float* dst, std::int64_t n, float value)
{
    HWY_DYNAMIC_DISPATCH(plainStoreKernel)(dst, n, value);
}

void streamStore(float* dst, std::int64_t n, float value)
{
    HWY_DYNAMIC_DISPATCH(streamStoreKernel)(dst, n, value);
}

void streamCopy(const float* in, float* out, std::int64_t n)
{
    HWY_DYNAMIC_DISPATCH(streamCopyKernel)(in, out, n);
}

void storeFence()
{
    hwy::FlushStream();
}

} // namespace phasor
#endif
