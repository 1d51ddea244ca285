// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sinusoidmeans.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sinusoidmeans.cpp"
#include <hwy/foreach_target.h>

#include "kernels/sinusoidangle-inl.h"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace phasor {
namespace HWY_NAMESPACE {

using DD = hn::CappedTag<double, 8>;
using VD = hn::VFromD<DD>;
using DF = hn::CappedTag<float, kSinusoidMeanRows>;
using DU = hn::RebindToUnsigned<DF>;
using DI = hn::RebindToSigned<DF>;
using VF = hn::VFromD<DF>;
using VU = hn::VFromD<DU>;

// Where sin(omega / 2) is below this, the quotient of the sines is that of the cosines, to double precision.
constexpr double kAliased = 1e-290;

void amplitudes(const PairFrequency* frequencies, const SinusoidTerm* terms, std::int64_t count, std::uint64_t size,
                float* out)
{
    constexpr std::int64_t kChunk = 64;
    const DD d;
    const hn::RebindToSigned<DD> di;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    alignas(64) double rest[2][kChunk] = {};
    alignas(64) std::int64_t quarters[2][kChunk] = {};
    alignas(64) double quotient[kChunk];
    const VD scale = hn::Set(d, 1.0 / static_cast<double>(size));
    for (std::int64_t begin = 0; begin < count; begin += kChunk) {
        const std::int64_t n = std::min(kChunk, count - begin);
        for (std::int64_t i = 0; i < n; ++i) {
            const PairFrequency& frequency = frequencies[terms[begin + i].pair];
            const ReducedAngle whole = reducedAngle(frequency, size);
            const ReducedAngle half = reducedAngle(frequency, 1);
            rest[0][i] = whole.rest;
            quarters[0][i] = whole.quarters;
            rest[1][i] = half.rest;
            quarters[1][i] = half.quarters;
        }
        for (std::int64_t i = 0; i < n; i += lanes) {
            VD sineWhole;
            VD cosineWhole;
            VD sineHalf;
            VD cosineHalf;
            sinCos(d, hn::Load(d, rest[0] + i), hn::Load(di, quarters[0] + i), sineWhole, cosineWhole);
            sinCos(d, hn::Load(d, rest[1] + i), hn::Load(di, quarters[1] + i), sineHalf, cosineHalf);
            const auto aliased = hn::Lt(hn::Abs(sineHalf), hn::Set(d, kAliased));
            const VD above = hn::IfThenElse(aliased, cosineWhole, hn::Mul(sineWhole, scale));
            hn::Store(hn::Div(above, hn::IfThenElse(aliased, cosineHalf, sineHalf)), d, quotient + i);
        }
        for (std::int64_t i = 0; i < n; ++i)
            out[begin + i] = static_cast<float>(quotient[i] * static_cast<double>(terms[begin + i].weight));
    }
}

// The upper 32 bits of the products.
HWY_INLINE VU mulHigh(VU a, VU aOdd, VU b)
{
    const DU du;
#if HWY_TARGET == HWY_SCALAR
    (void)aOdd;
    return hn::Set(du, static_cast<std::uint32_t>(std::uint64_t{hn::GetLane(a)} * hn::GetLane(b) >> 32));
#else
    const VU even = hn::BitCast(du, hn::ShiftRight<32>(hn::MulEven(a, b)));
    return hn::OddEven(hn::BitCast(du, hn::MulEven(aOdd, b)), even);
#endif
}

// Each lane's odd neighbour in its place.
HWY_INLINE VU oddLanes(VU a)
{
#if HWY_TARGET == HWY_SCALAR
    return a;
#else
    const hn::RepartitionToWide<DU> wide;
    return hn::BitCast(DU(), hn::ShiftRight<32>(hn::BitCast(wide, a)));
#endif
}

// y and P of sin(2 pi t / 2^32 - pi/2) = y P, within 4e-9, t an angle in 2^-32 turns.
HWY_INLINE void sineFactors(VU t, VF& y, VF& p)
{
    const DF df;
    const DI di;
    const auto folded = hn::Sub(hn::Abs(hn::BitCast(di, t)), hn::Set(di, 1 << 30)); // [-2^30, 2^30] = a quarter turn
    y = hn::Mul(hn::ConvertTo(df, folded), hn::Set(df, 0x1p-30F));
    const VF z = hn::Mul(y, y);
    p = hn::Add(hn::Mul(z, hn::Set(df, 0.000150820567177F)), hn::Set(df, -0.00467222792893F));
    p = hn::Add(hn::Mul(p, z), hn::Set(df, 0.0796884805443F));
    p = hn::Add(hn::Mul(p, z), hn::Set(df, -0.645963359867F));
    p = hn::Add(hn::Mul(p, z), hn::Set(df, 1.57079629002F));
}

// Lanes are rows: no sum runs across lanes, and a column of any width costs its terms.
void means(const PairFrequency* frequencies, const SinusoidTerm* terms, const float* firstAmplitudes,
           const float* secondAmplitudes, const std::int64_t* begin, std::int64_t columns, const SinusoidMeanRows& rows,
           float* out, std::int64_t stride)
{
    const DF df;
    const DU du;
    const auto lanes = static_cast<int>(hn::Lanes(df));
    alignas(64) float values[kSinusoidMeanRows];
    alignas(64) float secondRow[kSinusoidMeanRows];
    for (int r = 0; r < kSinusoidMeanRows; ++r)
        secondRow[r] = rows.second[r] ? 1.0F : 0.0F;
    for (int first = 0; first < rows.count; first += lanes) {
        const VU offset = hn::LoadU(du, rows.offset + first);
        const VU offsetOdd = oddLanes(offset);
        const auto isSecond = hn::Ne(hn::Load(df, secondRow + first), hn::Zero(df));
        const int rowEnd = std::min(rows.count, first + lanes);
        for (std::int64_t j = 0; j < columns; ++j) {
            VF sum = hn::Zero(df);
            for (std::int64_t t = begin[j]; t < begin[j + 1]; ++t) {
                const SinusoidTerm& term = terms[t];
                const std::uint64_t turns = frequencies[term.pair].high;
                const auto start = static_cast<std::uint32_t>(turns * rows.origin >> 32) + term.shift + (1U << 30);
                VU angle = hn::Mul(offset, hn::Set(du, static_cast<std::uint32_t>(turns >> 32)));
                angle = hn::Add(angle, mulHigh(offset, offsetOdd, hn::Set(du, static_cast<std::uint32_t>(turns))));
                angle = hn::Add(angle, hn::Set(du, start));
                VF y;
                VF p;
                sineFactors(angle, y, p);
                const VF amplitude
                    = hn::IfThenElse(isSecond, hn::Set(df, secondAmplitudes[t]), hn::Set(df, firstAmplitudes[t]));
                sum = hn::Add(sum, hn::Mul(hn::Mul(amplitude, y), p));
            }
            hn::Store(sum, df, values + first);
            for (int r = first; r < rowEnd; ++r)
                out[r * stride + j] = values[r];
        }
    }
}

} // namespace HWY_NAMESPACE
} // namespace phasor
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(amplitudes);
HWY_EXPORT(means);

void sinusoidAmplitudes(const PairFrequency* frequencies, const SinusoidTerm* terms, std::int64_t count,
                        std::uint64_t size, float* out)
{
    HWY_DYNAMIC_DISPATCH(amplitudes)(frequencies, terms, count, size, out);
}

void sinusoidMeans(const PairFrequency* frequencies, const SinusoidTerm* terms, const float* firstAmplitudes,
                   const float* secondAmplitudes, const std::int64_t* begin, std::int64_t columns,
                   const SinusoidMeanRows& rows, float* out, std::int64_t stride)
{
    HWY_DYNAMIC_DISPATCH(means)
    (frequencies, terms, firstAmplitudes, secondAmplitudes, begin, columns, rows, out, stride);
}

} // namespace phasor
#endif
