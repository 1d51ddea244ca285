// SPDX-License-Identifier: GPL-3.0-or-later
// Sines and cosines of fixed-point angles in double, for the kernels that are compiled once per instruction set.
#include "kernels/sinusoid/sinusoid.h"

#include <hwy/highway.h>

#if defined(PHASOR_SINUSOIDANGLE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PHASOR_SINUSOIDANGLE_INL_H
#undef PHASOR_SINUSOIDANGLE_INL_H
#else
#define PHASOR_SINUSOIDANGLE_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr double kTwoPi = 6.283185307179586476925286766559;

// An angle as `quarters` quarter turns and `rest` in [-pi/4, pi/4], rad, absolute error below 3e-16.
struct ReducedAngle
{
    double rest;
    std::int64_t quarters;
};

// Angle of `halves` half positions: two for each position.
HWY_INLINE ReducedAngle reducedAngle(const PairFrequency& frequency, std::uint64_t halves)
{
    __extension__ using Wide = unsigned __int128;
    const Wide turns = ((Wide{frequency.high} << 64) | frequency.low) * halves;
    const auto high = static_cast<std::uint64_t>(turns >> 64);
    const auto low = static_cast<std::int64_t>(static_cast<std::uint64_t>(turns) >> 1); // signed: converts in one step
    const std::uint64_t quarters = (high + (std::uint64_t{1} << 61)) >> 62;
    const auto rest = static_cast<std::int64_t>(high - (quarters << 62));
    const double part = static_cast<double>(rest) * 0x1p-64 + static_cast<double>(low) * 0x1p-127;
    return {part * kTwoPi + 0.5 * static_cast<double>(halves) * frequency.tiny, static_cast<std::int64_t>(quarters)};
}

// sin and cos of rest + quarters * pi/2, |rest| <= pi/4 + 2^-20; absolute error below 2e-16 beyond that of `rest`.
// Polynomials of the Cephes library (S. Moshier).
template <class D, class V = hn::VFromD<D>>
HWY_INLINE void sinCos(D d, V rest, hn::VFromD<hn::RebindToSigned<D>> quarters, V& sine, V& cosine)
{
    const hn::RebindToSigned<D> di;
    const V z = hn::Mul(rest, rest);
    const auto horner = [&](double a, double b, double c, double e, double f, double g) HWY_ATTR {
        V p = hn::Add(hn::Mul(hn::Set(d, a), z), hn::Set(d, b));
        p = hn::Add(hn::Mul(p, z), hn::Set(d, c));
        p = hn::Add(hn::Mul(p, z), hn::Set(d, e));
        p = hn::Add(hn::Mul(p, z), hn::Set(d, f));
        return hn::Add(hn::Mul(p, z), hn::Set(d, g));
    };
    const V sinTail = horner(1.58962301576546568060e-10, -2.50507477628578072866e-8, 2.75573136213857245213e-6,
                             -1.98412698295895385996e-4, 8.33333333332211858878e-3, -1.66666666666666307295e-1);
    const V cosTail = horner(-1.13585365213876817300e-11, 2.08757008419747316778e-9, -2.75573141792967388112e-7,
                             2.48015872888517045348e-5, -1.38888888888730564116e-3, 4.16666666666665929218e-2);
    const V s = hn::Add(rest, hn::Mul(hn::Mul(rest, z), sinTail));
    const V c = hn::Add(hn::Sub(hn::Set(d, 1.0), hn::Mul(z, hn::Set(d, 0.5))), hn::Mul(hn::Mul(z, z), cosTail));

    const auto one = hn::Set(di, 1);
    const auto swap = hn::MaskFromVec(hn::BitCast(d, hn::Neg(hn::And(quarters, one))));
    const V sineSign = hn::BitCast(d, hn::ShiftLeft<62>(hn::AndNot(one, quarters)));
    const auto next = hn::Add(quarters, one);
    const V cosineSign = hn::BitCast(d, hn::ShiftLeft<62>(hn::AndNot(one, next)));
    const V signBit = hn::BitCast(d, hn::Set(di, std::int64_t{1} << 62 << 1));
    sine = hn::Xor(hn::IfThenElse(swap, c, s), hn::And(sineSign, signBit));
    cosine = hn::Xor(hn::IfThenElse(swap, s, c), hn::And(cosineSign, signBit));
}

} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
