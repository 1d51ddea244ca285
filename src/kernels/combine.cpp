// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/combine.h"

#ifndef PHASOR_KERNELS_TOGETHER
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/combine.cpp"
#include <hwy/foreach_target.h>
#endif
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// out[i] = op(tag, i), by whole vectors and, at the ends, with the same operations one by one. kStream: past the
// caches, which takes aligned stores.
template <bool kStream = false, typename Op> HWY_ATTR void forEach(float* out, std::int64_t n, Op op)
{
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> one;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    if constexpr (kStream) {
        const std::uintptr_t bytes = hn::Lanes(d) * sizeof(float);
        for (; i < n && reinterpret_cast<std::uintptr_t>(out + i) % bytes != 0; ++i)
            hn::StoreU(op(one, i), one, out + i);
        for (; i + lanes <= n; i += lanes)
            hn::Stream(op(d, i), d, out + i);
    }
    for (; i + lanes <= n; i += lanes)
        hn::StoreU(op(d, i), d, out + i);
    for (; i < n; ++i)
        hn::StoreU(op(one, i), one, out + i);
}

template <typename D> HWY_INLINE hn::Vec<D> noise(D d, const float* keep, float factor)
{
    return hn::IfThenZeroElse(hn::Eq(hn::LoadU(d, keep), hn::Zero(d)), hn::Set(d, factor));
}

void scaleKernel(const float* in, float s, float* out, std::int64_t n)
{
    forEach(out, n, [=](auto d, std::int64_t i) HWY_ATTR { return hn::Mul(hn::LoadU(d, in + i), hn::Set(d, s)); });
}

void multiplyKernel(const float* x, const float* factors, float* out, std::int64_t n)
{
    forEach(out, n,
            [=](auto d, std::int64_t i) HWY_ATTR { return hn::Mul(hn::LoadU(d, x + i), hn::LoadU(d, factors + i)); });
}

void scaleAddKernel(const float* e, float s, const float* pe, float* out, std::int64_t n, bool stream)
{
    const auto sum = [=](auto d, std::int64_t i) HWY_ATTR {
        return hn::Add(hn::Mul(hn::LoadU(d, e + i), hn::Set(d, s)), hn::LoadU(d, pe + i));
    };
    stream ? forEach<true>(out, n, sum) : forEach<false>(out, n, sum);
}

void dropoutKernel(const float* x, const float* keep, float factor, float* out, std::int64_t n)
{
    forEach(out, n,
            [=](auto d, std::int64_t i) HWY_ATTR { return hn::Mul(hn::LoadU(d, x + i), noise(d, keep + i, factor)); });
}

void outputTileKernel(const float* e, float s, const float* pe, const float* keep, float factor, float* out,
                      std::int64_t n, bool stream)
{
    const auto output = [=](auto d, std::int64_t i) HWY_ATTR {
        const auto sum = hn::Add(hn::Mul(hn::LoadU(d, e + i), hn::Set(d, s)), hn::LoadU(d, pe + i));
        return hn::Mul(sum, noise(d, keep + i, factor));
    };
    stream ? forEach<true>(out, n, output) : forEach<false>(out, n, output);
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(scaleKernel);
HWY_EXPORT(multiplyKernel);
HWY_EXPORT(scaleAddKernel);
HWY_EXPORT(dropoutKernel);
HWY_EXPORT(outputTileKernel);

void scale(const float* in, float s, float* out, std::int64_t n)
{
    HWY_DYNAMIC_DISPATCH(scaleKernel)(in, s, out, n);
}

void multiply(const float* x, const float* noise, float* out, std::int64_t n)
{
    HWY_DYNAMIC_DISPATCH(multiplyKernel)(x, noise, out, n);
}

void scaleAdd(const float* e, float s, const float* pe, float* out, std::int64_t n, bool stream)
{
    HWY_DYNAMIC_DISPATCH(scaleAddKernel)(e, s, pe, out, n, stream);
}

void dropout(const float* x, const float* keep, float factor, float* out, std::int64_t n)
{
    HWY_DYNAMIC_DISPATCH(dropoutKernel)(x, keep, factor, out, n);
}

void outputTile(const float* e, float s, const float* pe, const float* keep, float factor, float* out, std::int64_t n,
                bool stream)
{
    HWY_DYNAMIC_DISPATCH(outputTileKernel)(e, s, pe, keep, factor, out, n, stream);
}

} // namespace phasor
#endif
