// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the sinusoid kernel: sines and cosines of fixed-point angles in double; anchors of its rotations, and the
// rotors: exact sines and cosines of a chunk of columns; and its stores. Compiled once per instruction set.
#include "kernels/sinusoid/sinusoid.h"

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#ifndef PHASOR_SINUSOIDPARTS_ONCE // shared by all instruction sets
#define PHASOR_SINUSOIDPARTS_ONCE

namespace phasor {

inline constexpr std::size_t kChunk = 128; // columns computed together: state and rotors stay in the L1 cache

// Rotations of every column by some numbers of positions: arrays of cosines and sines, one after the other, `step`
// doubles apart. The step is not a multiple of a page, so that the arrays don't compete for the same cache lines.
struct RotorArrays
{
    static constexpr std::size_t kCount = 6;
    static constexpr std::uint64_t kPositions[kCount]
        = {1, 2, 3, 4, SinusoidColumns::kGroup, SinusoidColumns::kHalfBlock};
    static constexpr std::size_t kByGroup = 4;
    static constexpr std::size_t kByHalfBlock = 5;

    double* data;
    std::size_t step;
    double* cosine(std::size_t rotor) const { return data + 2 * rotor * step; }
    double* sine(std::size_t rotor) const { return data + (2 * rotor + 1) * step; }
};

// The part of SinusoidColumns that a kernel needs.
struct SinusoidSource
{
    const PairFrequency* frequencies;
    SinusoidOrder order;
    RotorArrays rotors;
};

} // namespace phasor

#endif

#if defined(PHASOR_SINUSOIDPARTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PHASOR_SINUSOIDPARTS_INL_H
#undef PHASOR_SINUSOIDPARTS_INL_H
#else
#define PHASOR_SINUSOIDPARTS_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, 8>;
using V = hn::VFromD<D>;

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

// State of a chunk of columns at a group's middle row: values and their derivatives by the angle (for a sine the cosine
// and vice versa).
struct State
{
    alignas(64) double value[kChunk];
    alignas(64) double slope[kChunk];
};

// Sines and cosines of angles: of consecutive pairs, or of the columns of a chunk.
struct Angles
{
    static constexpr std::size_t kMost = kChunk + 8; // full vectors, and one pair more than a chunk needs
    alignas(64) double sine[kMost];
    alignas(64) double cosine[kMost];
};

// Angles of pairs at `halves` half positions. Writes full vectors.
inline void anglesOfPairs(const PairFrequency* frequencies, std::size_t pairs, std::uint64_t halves, double* sines,
                          double* cosines)
{
    const D d;
    const hn::RebindToSigned<D> di;
    const std::size_t lanes = hn::Lanes(d);
    alignas(64) double rest[Angles::kMost];
    alignas(64) std::int64_t quarters[Angles::kMost];
    for (std::size_t i = 0; i < pairs; ++i) {
        const ReducedAngle angle = reducedAngle(frequencies[i], halves);
        rest[i] = angle.rest;
        quarters[i] = angle.quarters;
    }
    for (std::size_t i = pairs; i % lanes != 0; ++i) {
        rest[i] = 0;
        quarters[i] = 0;
    }
    for (std::size_t i = 0; i < pairs; i += lanes) {
        V sine;
        V cosine;
        sinCos(d, hn::Load(d, rest + i), hn::Load(di, quarters + i), sine, cosine);
        hn::StoreU(sine, d, sines + i);
        hn::StoreU(cosine, d, cosines + i);
    }
}

// Writes every value twice; if `odd`, the first only once, for columns that begin with a cosine.
inline void writeTwice(const double* from, std::size_t pairs, bool odd, double* to)
{
    if (odd) {
        *to++ = *from++;
        --pairs;
    }
    for (std::size_t k = 0; k < pairs; ++k) {
        to[2 * k] = from[k];
        to[2 * k + 1] = from[k];
    }
}

inline void anglesOfColumns(const SinusoidSource& source, std::size_t column, std::size_t columns,
                            std::uint64_t position, Angles& out)
{
    if (source.order.sines == 0) {
        const std::size_t first = column / 2;
        const std::size_t pairs = (column + columns + 1) / 2 - first;
        Angles each;
        anglesOfPairs(source.frequencies + first, pairs, 2 * position, each.sine, each.cosine);
        writeTwice(each.sine, pairs, column % 2 == 1, out.sine);
        writeTwice(each.cosine, pairs, column % 2 == 1, out.cosine);
        return;
    }
    const auto allSines = static_cast<std::size_t>(source.order.sines);
    const std::size_t sines = std::min(columns, allSines - std::min(column, allSines));
    anglesOfPairs(source.frequencies + column, sines, 2 * position, out.sine, out.cosine);
    if (columns <= sines)
        return;
    const std::size_t first = column + sines - allSines; // pair of the first cosine
    if (first >= column && first + (columns - sines) <= column + sines) { // a narrow table: the same pairs again
        std::copy_n(out.sine + (first - column), columns - sines, out.sine + sines);
        std::copy_n(out.cosine + (first - column), columns - sines, out.cosine + sines);
        return;
    }
    anglesOfPairs(source.frequencies + first, columns - sines, 2 * position, out.sine + sines, out.cosine + sines);
}

// The state at `position`. Beyond the last column it is 0.
inline void anchor(const SinusoidSource& source, std::size_t column, std::size_t columns, std::uint64_t position,
                   State& state)
{
    const D d;
    const hn::RebindToSigned<D> di;
    Angles angles;
    anglesOfColumns(source, column, columns, position, angles);
    const bool interleaved = source.order.sines == 0;
    const auto one = hn::Set(di, 1);
    const auto lastSine = hn::Set(di, source.order.sines - 1);
    const auto step = hn::Set(di, static_cast<std::int64_t>(hn::Lanes(d)));
    const auto swapped = hn::RebindMask(d, hn::Eq(hn::Set(di, source.order.cosineFirst ? 1 : 0), one));
    const V amplitude = hn::Set(d, source.order.amplitude);
    auto index = hn::Iota(di, static_cast<std::int64_t>(column));
    for (std::size_t i = 0; i < columns; i += hn::Lanes(d)) {
        const auto second = hn::RebindMask(d, interleaved ? hn::Eq(hn::And(index, one), one) : hn::Gt(index, lastSine));
        const auto isCosine = hn::Xor(second, swapped);
        const V sine = hn::Mul(hn::Load(d, angles.sine + i), amplitude);
        const V cosine = hn::Mul(hn::Load(d, angles.cosine + i), amplitude);
        hn::Store(hn::IfThenElse(isCosine, cosine, sine), d, state.value + i);
        hn::Store(hn::IfThenElse(isCosine, hn::Neg(sine), cosine), d, state.slope + i);
        index = hn::Add(index, step);
    }
    std::fill(state.value + columns, state.value + kChunk, 0.0);
    std::fill(state.slope + columns, state.slope + kChunk, 0.0);
}

// The rotors of a chunk. Beyond the last column they are 0.
inline void makeRotors(const SinusoidSource& source, std::size_t chunk)
{
    const std::size_t column = chunk * kChunk;
    const std::size_t n = std::min(kChunk, static_cast<std::size_t>(source.order.columns) - column);
    for (std::size_t rotor = 0; rotor < RotorArrays::kCount; ++rotor) {
        Angles angles;
        anglesOfColumns(source, column, n, RotorArrays::kPositions[rotor], angles);
        double* const cosines = std::copy_n(angles.cosine, n, source.rotors.cosine(rotor) + column);
        double* const sines = std::copy_n(angles.sine, n, source.rotors.sine(rotor) + column);
        std::fill_n(cosines, kChunk - n, 0.0);
        std::fill_n(sines, kChunk - n, 0.0);
    }
}

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

} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
