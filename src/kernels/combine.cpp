// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/combine.h"
#include "kernels/dispatch.h"

#include <hwy/cache_control.h>
#include <hwy/foreach_target.h> // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// out[i] = op(tag, i), by vectors, and at the ends one by one with the same operations. kStream: bypasses the caches,
// with aligned stores.
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

// e^x = 2^n e^r with an integer n and |r| <= ln 2 / 2; polynomial of Cephes' expf. ln 2 has two parts: the first one
// times n is exact.
template <typename D> HWY_INLINE hn::Vec<D> exponential(D d, hn::Vec<D> given)
{
    const auto least = hn::Set(d, -87.0F); // below it the value is 0; subnormal products would take three times as long
    const auto x = hn::Max(given, least);
    const auto n = hn::Round(hn::Mul(x, hn::Set(d, 1.44269504088896341F)));
    const auto r = hn::Sub(hn::Sub(x, hn::Mul(n, hn::Set(d, 0.693359375F))), hn::Mul(n, hn::Set(d, -2.12194440e-4F)));
    auto p = hn::Set(d, 1.9875691500e-4F);
    for (const float c : {1.3981999507e-3F, 8.3334519073e-3F, 4.1665795894e-2F, 1.6666665459e-1F, 5.0000001201e-1F})
        p = hn::Add(hn::Mul(p, r), hn::Set(d, c));
    const auto power = hn::Add(hn::Add(hn::Mul(hn::Mul(p, r), r), r), hn::Set(d, 1.0F));
    const hn::RebindToSigned<D> whole;
    const auto scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(hn::ConvertTo(whole, n), hn::Set(whole, 127))));
    const auto value = hn::IfThenElseZero(hn::Ge(given, least), hn::Mul(power, scale));
    return hn::IfThenElse(hn::IsNaN(given), given, value);
}

void exponentialsKernel(const float* in, float shift, float* out, std::int64_t n)
{
    forEach(out, n, [=](auto d, std::int64_t i) HWY_ATTR {
        return exponential(d, hn::Sub(hn::LoadU(d, in + i), hn::Set(d, shift)));
    });
}

void storeKernel(float* dst, std::int64_t n, float value, bool stream)
{
    const auto same = [=](auto d, std::int64_t) HWY_ATTR {
        return hn::Set(d, value);
    };
    stream ? forEach<true>(dst, n, same) : forEach<false>(dst, n, same);
}

void streamCopyKernel(const float* in, float* out, std::int64_t n)
{
    forEach<true>(out, n, [=](auto d, std::int64_t i) HWY_ATTR { return hn::LoadU(d, in + i); });
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(storeKernel);
HWY_EXPORT(streamCopyKernel);

PHASOR_KERNEL(void, scale, (const float* in, float s, float* out, std::int64_t n), (in, s, out, n))
PHASOR_KERNEL(void, multiply, (const float* x, const float* noise, float* out, std::int64_t n), (x, noise, out, n))
PHASOR_KERNEL(void, scaleAdd, (const float* e, float s, const float* pe, float* out, std::int64_t n, bool stream),
              (e, s, pe, out, n, stream))
PHASOR_KERNEL(void, dropout, (const float* x, const float* keep, float factor, float* out, std::int64_t n),
              (x, keep, factor, out, n))
PHASOR_KERNEL(void, outputTile,
              (const float* e, float s, const float* pe, const float* keep, float factor, float* out, std::int64_t n,
               bool stream),
              (e, s, pe, keep, factor, out, n, stream))
PHASOR_KERNEL(void, exponentials, (const float* in, float shift, float* out, std::int64_t n), (in, shift, out, n))

void plainStore(float* dst, std::int64_t n, float value)
{
    HWY_DYNAMIC_DISPATCH(storeKernel)(dst, n, value, false);
}

void streamStore(float* dst, std::int64_t n, float value)
{
    HWY_DYNAMIC_DISPATCH(storeKernel)(dst, n, value, true);
    storeFence();
}

void streamCopy(const float* in, float* out, std::int64_t n)
{
    HWY_DYNAMIC_DISPATCH(streamCopyKernel)(in, out, n);
    storeFence();
}

void storeFence()
{
    hwy::FlushStream();
}

const char* kernelTarget()
{
    const std::int64_t possible = hwy::SupportedTargets() & HWY_TARGETS;
    return hwy::TargetName(possible & -possible); // the best has the lowest bit
}

} // namespace phasor
#endif
