// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/exponential.h"

#ifndef PHASOR_KERNELS_TOGETHER
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/exponential.cpp"
#include <hwy/foreach_target.h>
#endif
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// e^x = 2^n e^r with n whole and |r| <= ln 2 / 2; the polynomial of Cephes' expf. ln 2 is in two parts, of which the
// first times n is exact.
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
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> one;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        hn::StoreU(exponential(d, hn::Sub(hn::LoadU(d, in + i), hn::Set(d, shift))), d, out + i);
    for (; i < n; ++i)
        hn::StoreU(exponential(one, hn::Sub(hn::LoadU(one, in + i), hn::Set(one, shift))), one, out + i);
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(exponentialsKernel);

void exponentials(const float* in, float shift, float* out, std::int64_t n)
{
    HWY_DYNAMIC_DISPATCH(exponentialsKernel)(in, shift, out, n);
}

} // namespace phasor
#endif
