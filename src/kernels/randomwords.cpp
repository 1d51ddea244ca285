// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/randomwords.h"
#include "kernels/dispatch.h"

#include <hwy/foreach_target.h> // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kMersenneShift = 397;

// 624 is a multiple of 16, and 16 is less than the 227 words that the recurrence goes back: no remainder, no overlap.
using Words = hn::CappedTag<std::uint32_t, 16>;
using Word = hn::Vec<Words>;

template <class D> HWY_ATTR hn::Vec<D> temper(D d, hn::Vec<D> y)
{
    y = hn::Xor(y, hn::ShiftRight<11>(y));
    y = hn::Xor(y, hn::And(hn::ShiftLeft<7>(y), hn::Set(d, 0x9d2c5680u)));
    y = hn::Xor(y, hn::And(hn::ShiftLeft<15>(y), hn::Set(d, 0xefc60000u)));
    return hn::Xor(y, hn::ShiftRight<18>(y));
}

HWY_ATTR void mersenneAdvanceKernel(std::uint32_t* HWY_RESTRICT words, std::size_t blocks)
{
    const Words d;
    const Word upper = hn::Set(d, 0x80000000u);
    const Word one = hn::Set(d, 1u);
    const Word matrix = hn::Set(d, 0x9908b0dfu);
    for (std::size_t k = 0; k < blocks * kMersenneBlock; k += hn::Lanes(d)) {
        const Word here = hn::LoadU(d, words + k);
        const Word next = hn::LoadU(d, words + k + 1);
        const Word y = hn::OrAnd(hn::AndNot(upper, next), upper, here);
        const Word odd = hn::Sub(hn::Zero(d), hn::And(next, one)); // all ones if the last bit is set
        const Word mixed = hn::Xor(hn::ShiftRight<1>(y), hn::And(odd, matrix));
        hn::StoreU(hn::Xor(hn::LoadU(d, words + k + kMersenneShift), mixed), d, words + k + kMersenneBlock);
    }
}

// body(tag, i) for all i < count, by vectors of `d`, then one by one.
template <class D, typename Body> HWY_ATTR HWY_INLINE void eachVector(D d, std::size_t count, Body body)
{
    const hn::CappedTag<hn::TFromD<D>, 1> one;
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d))
        body(d, i);
    for (; i < count; ++i)
        body(one, i);
}

HWY_ATTR void mersenneTemperKernel(const std::uint32_t* raw, std::size_t count, std::uint32_t* out)
{
    eachVector(Words(), count,
               [=](auto d, std::size_t i) HWY_ATTR { hn::StoreU(temper(d, hn::LoadU(d, raw + i)), d, out + i); });
}

HWY_ATTR void keepBelow32Kernel(const std::uint32_t* HWY_RESTRICT words, std::size_t count, std::uint32_t threshold,
                                float* HWY_RESTRICT out)
{
    eachVector(hn::ScalableTag<std::uint32_t>(), count, [=](auto d, std::size_t i) HWY_ATTR {
        const hn::RebindToFloat<decltype(d)> df;
        const auto kept = hn::RebindMask(df, hn::Lt(hn::LoadU(d, words + i), hn::Set(d, threshold)));
        hn::StoreU(hn::IfThenElseZero(kept, hn::Set(df, 1.0f)), df, out + i);
    });
}

#if HWY_TARGET == HWY_SCALAR // one lane cannot hold two words

HWY_ATTR void keepMcg31Kernel(std::uint32_t x, std::size_t count, std::uint32_t threshold, float* HWY_RESTRICT out)
{
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = x < threshold ? 1.0f : 0.0f;
        x = static_cast<std::uint32_t>(std::uint64_t{x} * 1132489760u % 0x7fffffffu);
    }
}

#else

using Lanes64 = hn::ScalableTag<std::uint64_t>;
using Wide = hn::Vec<Lanes64>;
using Mask64 = hn::Mask<Lanes64>;

// Stores one float32 for each 64-bit lane: 1 if kept, else 0.
HWY_INLINE void storeKept(Lanes64 d, Mask64 kept, float* out)
{
    const hn::Rebind<std::uint32_t, Lanes64> d32;
    const Wide one = hn::Set(d, 0x3f800000u); // the bits of 1.0f
    const auto bits = hn::TruncateTo(d32, hn::IfThenElseZero(kept, one));
    const hn::Rebind<float, Lanes64> df;
    hn::StoreU(hn::BitCast(df, bits), df, out);
}

// x * factor mod 2^31 - 1 in each lane of 64 bits, both factors below the modulus, neither 0.
HWY_INLINE Wide times(Lanes64 d, Wide x, Wide factor)
{
    const hn::Repartition<std::uint32_t, Lanes64> d32;
    const Wide modulus = hn::Set(d, 0x7fffffffu);
    const Wide p = hn::MulEven(hn::BitCast(d32, x), hn::BitCast(d32, factor));
    // 2^31 = 1: the upper part is added to the lower, which leaves at most one modulus too much
    const auto sum = hn::BitCast(d32, hn::Add(hn::And(p, modulus), hn::ShiftRight<31>(p)));
    return hn::BitCast(d, hn::Min(sum, hn::Sub(sum, hn::BitCast(d32, modulus))));
}

HWY_ATTR void keepMcg31Kernel(std::uint32_t x, std::size_t count, std::uint32_t threshold, float* HWY_RESTRICT out)
{
    const Lanes64 d;
    const hn::RebindToSigned<Lanes64> ds;
    constexpr std::size_t kChains = 4; // hide the latency of the product
    const std::size_t lanes = hn::Lanes(d);
    const auto limit = hn::Set(ds, static_cast<std::int64_t>(threshold));
    HWY_ALIGN std::uint64_t start[kChains * hn::MaxLanes(Lanes64())];
    std::uint64_t state = x;
    for (std::size_t k = 0; k < kChains * lanes; ++k) {
        start[k] = state;
        state = state * 1132489760u % 0x7fffffffu;
    }
    const Wide stride = hn::Set(d, skipMcg31(1, kChains * lanes));
    Wide chain[kChains] = {hn::Load(d, start), hn::Load(d, start + lanes), hn::Load(d, start + 2 * lanes),
                           hn::Load(d, start + 3 * lanes)};
    HWY_ALIGN float last[kChains * hn::MaxLanes(Lanes64())];
    for (std::size_t i = 0; i < count; i += kChains * lanes) {
        float* target = i + kChains * lanes <= count ? out + i : last;
        for (std::size_t k = 0; k < kChains; ++k) {
            storeKept(d, hn::RebindMask(d, hn::Lt(hn::BitCast(ds, chain[k]), limit)), target + k * lanes);
            chain[k] = times(d, chain[k], stride);
        }
        for (std::size_t k = 0; target == last && i + k < count; ++k)
            out[i + k] = last[k];
    }
}

#endif

HWY_ATTR void keepBelow53Kernel(const std::uint32_t* HWY_RESTRICT words, std::size_t count, std::uint64_t threshold,
                                float* HWY_RESTRICT out)
{
    std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
    const Lanes64 d;
    const hn::Repartition<std::uint32_t, Lanes64> d32;
    // Both sides are below 2^54, so the signed comparison, which every target has, is correct.
    const hn::RebindToSigned<Lanes64> ds;
    const auto limit = hn::Set(ds, static_cast<std::int64_t>(threshold));
    const auto mask = hn::Set(d, (std::uint64_t{1} << 53) - 1);
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
        const Wide pair = hn::BitCast(d, hn::Shuffle2301(hn::LoadU(d32, words + 2 * i)));
        const auto value = hn::BitCast(ds, hn::And(pair, mask));
        storeKept(d, hn::RebindMask(d, hn::Lt(value, limit)), out + i);
    }
#endif
    for (; i < count; ++i) {
        const std::uint64_t value = (std::uint64_t{words[2 * i] & 0x1fffffu} << 32) | words[2 * i + 1];
        out[i] = value < threshold ? 1.0f : 0.0f;
    }
}

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

HWY_ATTR void boxMullerKernel(const std::uint32_t* HWY_RESTRICT words, std::size_t blocks, float mean, float std,
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

HWY_ATTR void uniformFloatsKernel(const std::uint32_t* HWY_RESTRICT words, std::size_t count, float scale, float low,
                                  float* HWY_RESTRICT out)
{
    eachVector(hn::ScalableTag<float>(), count, [=](auto d, std::size_t i) HWY_ATTR {
        hn::StoreU(fused(d, unit(d, words + i), hn::Set(d, scale), hn::Set(d, low)), d, out + i);
    });
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

PHASOR_KERNEL(void, mersenneAdvance, (std::uint32_t* const words, std::size_t blocks), (words, blocks))
PHASOR_KERNEL(void, mersenneTemper, (const std::uint32_t* raw, std::size_t count, std::uint32_t* out),
              (raw, count, out))
PHASOR_KERNEL(void, keepBelow53, (const std::uint32_t* words, std::size_t count, std::uint64_t threshold, float* out),
              (words, count, threshold, out))
PHASOR_KERNEL(void, keepBelow32, (const std::uint32_t* words, std::size_t count, std::uint32_t threshold, float* out),
              (words, count, threshold, out))
PHASOR_KERNEL(void, keepMcg31, (std::uint32_t x, std::size_t count, std::uint32_t threshold, float* out),
              (x, count, threshold, out))

std::uint32_t skipMcg31(std::uint32_t x, std::uint64_t steps)
{
    std::uint64_t power = 1132489760u;
    std::uint64_t value = x;
    for (; steps != 0; steps >>= 1) {
        if (steps & 1)
            value = value * power % 0x7fffffffu;
        power = power * power % 0x7fffffffu;
    }
    return static_cast<std::uint32_t>(value);
}

PHASOR_KERNEL(void, boxMuller, (const std::uint32_t* words, std::size_t blocks, float mean, float std, float* out),
              (words, blocks, mean, std, out))
PHASOR_KERNEL(void, uniformFloats, (const std::uint32_t* words, std::size_t count, float scale, float low, float* out),
              (words, count, scale, low, out))

} // namespace phasor
#endif
