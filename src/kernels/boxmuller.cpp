// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/boxmuller.h"

#include <hwy/foreach_target.h> // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

// Half a block: a radius and its angle are in the same lane of two vectors.
using Floats = hn::CappedTag<float, 8>;
using Float = hn::Vec<Floats>;
using Ints = hn::RebindToSigned<Floats>;
using Int = hn::Vec<Ints>;

// a * b + c with one rounding.
template <class D> HWY_INLINE hn::Vec<D> fused(D d, hn::Vec<D> a, hn::Vec<D> b, hn::Vec<D> c)
{
#if HWY_NATIVE_FMA
    (void)d;
    return hn::MulAdd(a, b, c);
#else
    HWY_ALIGN float x[hn::MaxLanes(D())];
    HWY_ALIGN float y[hn::MaxLanes(D())];
    HWY_ALIGN float z[hn::MaxLanes(D())];
    hn::Store(a, d, x);
    hn::Store(b, d, y);
    hn::Store(c, d, z);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i)
        x[i] = ::fmaf(x[i], y[i], z[i]);
    return hn::Load(d, x);
#endif
}

HWY_INLINE Float fused(Floats d, Float a, Float b, float c)
{
    return fused(d, a, b, hn::Set(d, c));
}

template <class D> HWY_INLINE hn::Vec<D> unit(D d, const std::uint32_t* words)
{
    const hn::RebindToUnsigned<D> du;
    const auto low = hn::And(hn::LoadU(du, words), hn::Set(du, 0xffffffu));
    return hn::Mul(hn::ConvertTo(d, hn::BitCast(hn::RebindToSigned<D>(), low)), hn::Set(d, 0x1p-24f));
}

// log256_ps for x in [2^-126, 1].
HWY_INLINE Float logarithm(Floats d, Float x)
{
    const Ints di;
    const Float one = hn::Set(d, 1.0f);
    x = hn::Max(x, hn::Set(d, 0x1p-126f));
    const Int bits = hn::BitCast(di, x);
    Float e = hn::ConvertTo(d, hn::Sub(hn::ShiftRight<23>(bits), hn::Set(di, 126)));
    Float m = hn::BitCast(d, hn::Or(hn::And(bits, hn::Set(di, 0x007fffff)), hn::Set(di, 0x3f000000)));
    const auto small = hn::Lt(m, hn::Set(d, 0.707106781186547524f));
    e = hn::Sub(e, hn::IfThenElseZero(small, one));
    m = hn::Add(hn::Sub(m, one), hn::IfThenElseZero(small, m));
    const Float z = hn::Mul(m, m);
    Float y = hn::Set(d, 7.0376836292E-2f);
    y = fused(d, y, m, -1.1514610310E-1f);
    y = fused(d, y, m, 1.1676998740E-1f);
    y = fused(d, y, m, -1.2420140846E-1f);
    y = fused(d, y, m, 1.4249322787E-1f);
    y = fused(d, y, m, -1.6668057665E-1f);
    y = fused(d, y, m, 2.0000714765E-1f);
    y = fused(d, y, m, -2.4999993993E-1f);
    y = fused(d, y, m, 3.3333331174E-1f);
    y = hn::Mul(y, m);
    y = fused(d, y, z, hn::Mul(e, hn::Set(d, -2.12194440e-4f)));
    y = hn::Sub(y, hn::Mul(z, hn::Set(d, 0.5f)));
    return fused(d, e, hn::Set(d, 0.693359375f), hn::Add(m, y));
}

// sincos256_ps for x >= 0.
HWY_INLINE void sineCosine(Floats d, Float x, Float& sine, Float& cosine)
{
    const Ints di;
    Int j = hn::ConvertTo(di, hn::Mul(x, hn::Set(d, 1.27323954473516f)));
    j = hn::And(hn::Add(j, hn::Set(di, 1)), hn::Set(di, ~1));
    const Float y = hn::ConvertTo(d, j);
    x = fused(d, y, hn::Set(d, -0.78515625f), x);
    x = fused(d, y, hn::Set(d, -2.4187564849853515625e-4f), x);
    x = fused(d, y, hn::Set(d, -3.77489497744594108e-8f), x);
    const Float z = hn::Mul(x, x);
    Float c = fused(d, hn::Set(d, 2.443315711809948E-005f), z, -1.388731625493765E-003f);
    c = hn::Mul(fused(d, c, z, 4.166664568298827E-002f), z);
    c = hn::Add(fused(d, c, z, hn::Mul(z, hn::Set(d, -0.5f))), hn::Set(d, 1.0f));
    Float s = fused(d, hn::Set(d, -1.9515295891E-4f), z, 8.3321608736E-3f);
    s = hn::Mul(fused(d, s, z, -1.6666654611E-1f), z);
    s = fused(d, s, x, x);
    const auto swap = hn::RebindMask(d, hn::Ne(hn::And(j, hn::Set(di, 2)), hn::Zero(di)));
    const Int sineSign = hn::ShiftLeft<29>(hn::And(j, hn::Set(di, 4)));
    const Int cosineSign = hn::ShiftLeft<29>(hn::AndNot(hn::Sub(j, hn::Set(di, 2)), hn::Set(di, 4)));
    sine = hn::Xor(hn::IfThenElse(swap, c, s), hn::BitCast(d, sineSign));
    cosine = hn::Xor(hn::IfThenElse(swap, s, c), hn::BitCast(d, cosineSign));
}

HWY_ATTR void normals(const std::uint32_t* HWY_RESTRICT words, std::size_t blocks, float mean, float std,
                      float* HWY_RESTRICT out)
{
    const Floats d;
    const Float center = hn::Set(d, mean);
    const Float deviation = hn::Set(d, std);
    constexpr std::size_t kHalf = 8;
    for (std::size_t block = 0; block < blocks; ++block, words += 2 * kHalf, out += 2 * kHalf) {
        for (std::size_t i = 0; i < kHalf; i += hn::Lanes(d)) {
            const Float u1 = hn::Sub(hn::Set(d, 1.0f), unit(d, words + i));
            const Float radius = hn::Sqrt(hn::Mul(hn::Set(d, -2.0f), logarithm(d, u1)));
            const Float angle = hn::Mul(hn::Set(d, 6.283185307179586f), unit(d, words + kHalf + i));
            Float sine = center;
            Float cosine = center;
            sineCosine(d, angle, sine, cosine);
            hn::StoreU(fused(d, hn::Mul(radius, cosine), deviation, center), d, out + i);
            hn::StoreU(fused(d, hn::Mul(radius, sine), deviation, center), d, out + kHalf + i);
        }
    }
}

template <class D> HWY_ATTR void uniform(D d, const std::uint32_t* words, float scale, float low, float* out)
{
    hn::StoreU(fused(d, unit(d, words), hn::Set(d, scale), hn::Set(d, low)), d, out);
}

HWY_ATTR void uniforms(const std::uint32_t* HWY_RESTRICT words, std::size_t count, float scale, float low,
                       float* HWY_RESTRICT out)
{
    const hn::ScalableTag<float> d;
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d))
        uniform(d, words + i, scale, low, out + i);
    for (; i < count; ++i)
        uniform(hn::CappedTag<float, 1>(), words + i, scale, low, out + i);
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(normals);
HWY_EXPORT(uniforms);

void boxMuller(const std::uint32_t* words, std::size_t blocks, float mean, float std, float* out)
{
    HWY_DYNAMIC_DISPATCH(normals)(words, blocks, mean, std, out);
}

void uniformFloats(const std::uint32_t* words, std::size_t count, float scale, float low, float* out)
{
    HWY_DYNAMIC_DISPATCH(uniforms)(words, count, scale, low, out);
}

} // namespace phasor
#endif
