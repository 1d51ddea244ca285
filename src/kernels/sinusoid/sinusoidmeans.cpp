// SPDX-License-Identifier: GPL-3.0-or-later
// Means of sinusoids over blocks of positions, 16 rows of pixels (a vector) at a time. The header has the formula and
// drawings. For each column and chunk of kTerms terms:
//
//     prepare()    sines and cosines of each vector's origin and of each lane
//     addTerms()   their products, added to the sums of all rows
#include "kernels/sinusoid/sinusoid.h"

#include <hwy/foreach_target.h> // before highway.h
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using DF = hn::CappedTag<float, 16>;
using DU = hn::RebindToUnsigned<DF>;
using DI = hn::RebindToSigned<DF>;
using VF = hn::VFromD<DF>;
using VU = hn::VFromD<DU>;

constexpr int kLanes = SinusoidMeanRows::kLanes;
constexpr int kJitters = SinusoidMeanRows::kJitters;
constexpr std::size_t kVectors = SinusoidMeanRows::kVectors;
constexpr std::int64_t kTerms = 16; // terms of a chunk, so that its factors fit into the L1 cache
constexpr std::int64_t kColumns = 4; // written together

// Sine of an angle in 2^-32 of a full turn, within 1e-7. y = |angle + pi/2| - pi/2 lies in [-pi/2, pi/2] and has
// sin(y) = sin(angle). In units of pi/2, y is in [-1, 1], where the odd polynomial (minimax) is within 4e-9.
HWY_INLINE VF sineOf(VU angle)
{
    const DF df;
    const DI di;
    const VU turned = hn::Add(angle, hn::Set(DU(), 1U << 30));
    const auto folded = hn::Sub(hn::Abs(hn::BitCast(di, turned)), hn::Set(di, 1 << 30));
    const VF y = hn::Mul(hn::ConvertTo(df, folded), hn::Set(df, 0x1p-30F));
    const VF z = hn::Mul(y, y);
    VF p = hn::Add(hn::Mul(z, hn::Set(df, 1.50820562e-4F)), hn::Set(df, -4.67222792e-3F));
    p = hn::Add(hn::Mul(p, z), hn::Set(df, 7.96884805e-2F));
    p = hn::Add(hn::Mul(p, z), hn::Set(df, -6.45963360e-1F));
    p = hn::Add(hn::Mul(p, z), hn::Set(df, 1.57079629F));
    return hn::Mul(y, p);
}

HWY_INLINE VF cosineOf(VU angle)
{
    return sineOf(hn::Add(angle, hn::Set(DU(), 1U << 30)));
}

HWY_INLINE void sinCosOf(const std::uint32_t* angles, std::size_t count, float* sines, float* cosines)
{
    const DU du;
    const DF df;
    for (std::size_t i = 0; i < count; i += hn::Lanes(du)) {
        const VU angle = hn::Load(du, angles + i);
        hn::Store(sineOf(angle), df, sines + i);
        hn::Store(cosineOf(angle), df, cosines + i);
    }
}

// Angles turns * steps / 2^32 + shift, in 2^-32 of a full turn; steps are half positions, below 2^32.
HWY_INLINE void anglesOf(std::uint64_t turns, std::uint32_t shift, const std::uint64_t* steps, std::size_t count,
                         std::uint32_t* angles)
{
    constexpr std::uint64_t kHalf = std::uint64_t{1} << 31;
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t i = 0; i < count; ++i)
        angles[i] = static_cast<std::uint32_t>((turns * steps[i] + kHalf) >> 32) + shift;
#else
    const DU du;
    const hn::RepartitionToWide<DU> wide;
    const std::size_t lanes = hn::Lanes(wide);
    const auto low = hn::BitCast(du, hn::Set(wide, turns));
    const auto high = hn::BitCast(du, hn::Set(wide, turns >> 32));
    const auto half = hn::Set(wide, kHalf);
    // steps < 2^32
    const auto product = [&](std::size_t i) HWY_ATTR {
        const auto step = hn::BitCast(du, hn::Load(wide, steps + i));
        const auto upper = hn::ShiftLeft<32>(hn::MulEven(high, step));
        return hn::BitCast(du, hn::Add(hn::Add(hn::MulEven(low, step), half), upper));
    };
    for (std::size_t i = 0; i < count; i += 2 * lanes)
        hn::Store(hn::Add(hn::ConcatOdd(du, product(i + lanes), product(i)), hn::Set(du, shift)), du, angles + i);
#endif
}

// Rows of one pass, in the form that every term uses.
struct Rows
{
    alignas(64) std::uint64_t lane[kLanes];
    alignas(64) std::uint64_t vector[kVectors]; // origins, less the smallest origin
    alignas(64) std::int32_t second[kJitters][kLanes];
    alignas(64) std::int32_t jitter[kVectors][kLanes];
    std::size_t runs[kVectors + 1]; // ends of runs of vectors with the same jitters
    std::size_t runCount = 0;
    std::size_t vectors = 0;
    std::uint64_t origin = 0;
};

void describe(const SinusoidMeanRows& rows, std::size_t first, std::size_t end, Rows& out)
{
    out.vectors = end - first;
    out.runCount = 0;
    out.origin = rows.vectors.front().origin;
    for (const SinusoidMeanRows::Vector& vector : rows.vectors)
        out.origin = std::min(out.origin, vector.origin);
    std::copy(rows.lane.begin(), rows.lane.end(), out.lane);
    std::fill(out.vector, out.vector + kVectors, std::uint64_t{0});
    for (std::size_t v = 0; v < out.vectors; ++v) {
        const SinusoidMeanRows::Vector& vector = rows.vectors[first + v];
        out.vector[v] = vector.origin - out.origin;
        std::copy(vector.jitter.begin(), vector.jitter.end(), out.jitter[v]);
        if (v > 0 && vector.jitter != rows.vectors[first + v - 1].jitter)
            out.runs[out.runCount++] = v;
    }
    out.runs[out.runCount++] = out.vectors;
    for (int j = 0; j < kJitters; ++j)
        std::copy(rows.second[j], rows.second[j] + kLanes, out.second[j]);
}

// Factors of a chunk's terms, for the addition theorem: lane l of vector v gets
// sine[v] * cosines[jitter][l] + cosine[v] * sines[jitter][l].
struct Factors
{
    alignas(64) float sine[kTerms][kVectors];
    alignas(64) float cosine[kTerms][kVectors];
    alignas(64) float cosines[kTerms][kJitters][kLanes]; // times the amplitude
    alignas(64) float sines[kTerms][kJitters][kLanes];
};

void prepare(const SinusoidMeanColumns& columns, std::int64_t begin, std::int64_t count, const Rows& rows,
             Factors& factors)
{
    const SinusoidTerm* const terms = columns.terms + begin;
    const float* const first = columns.first + begin;
    const float* const second = columns.second + begin;
    const DF df;
    const DI di;
    alignas(64) std::uint32_t angles[kVectors];
    const std::size_t padded = (rows.vectors + kLanes - 1) / kLanes * kLanes;
    for (std::int64_t t = 0; t < count; ++t) {
        const std::uint64_t turns = columns.frequencies[terms[t].pair].high;
        const auto start = static_cast<std::uint32_t>((turns * rows.origin + (std::uint64_t{1} << 31)) >> 32);
        anglesOf(turns, start + terms[t].shift, rows.vector, padded, angles);
        sinCosOf(angles, padded, factors.sine[t], factors.cosine[t]);

        // Jitter 1 from its own angle; jitters 0 and 2 are half a position before and after it.
        const auto unit = static_cast<std::uint32_t>((turns + (std::uint64_t{1} << 31)) >> 32);
        const VF unitSine = sineOf(hn::Set(DU(), unit));
        const VF unitCosine = cosineOf(hn::Set(DU(), unit));
        anglesOf(turns, unit, rows.lane, kLanes, angles);
        for (int l = 0; l < kLanes; l += static_cast<int>(hn::Lanes(df))) {
            const VU angle = hn::Load(DU(), angles + l);
            const VF sine = sineOf(angle);
            const VF cosine = cosineOf(angle);
            const VF sine1 = hn::Mul(sine, unitCosine);
            const VF sine2 = hn::Mul(cosine, unitSine);
            const VF cosine1 = hn::Mul(cosine, unitCosine);
            const VF cosine2 = hn::Mul(sine, unitSine);
            const VF sines[kJitters] = {hn::Sub(sine1, sine2), sine, hn::Add(sine1, sine2)};
            const VF cosines[kJitters] = {hn::Add(cosine1, cosine2), cosine, hn::Sub(cosine1, cosine2)};
            for (int j = 0; j < kJitters; ++j) {
                const auto isSecond = hn::RebindMask(df, hn::Ne(hn::Load(di, rows.second[j] + l), hn::Zero(di)));
                const VF amplitude = hn::IfThenElse(isSecond, hn::Set(df, second[t]), hn::Set(df, first[t]));
                hn::Store(hn::Mul(amplitude, cosines[j]), df, factors.cosines[t][j] + l);
                hn::Store(hn::Mul(amplitude, sines[j]), df, factors.sines[t][j] + l);
            }
        }
    }
}

using Sum = float[kLanes]; // sums of a vector of rows

// Adds the terms of a chunk to kCount vectors that have the same jitters.
template <std::size_t kCount>
HWY_INLINE void addTerms(const Factors& factors, std::int64_t terms, const Rows& rows, std::size_t vector, Sum* sums)
{
    const DF df;
    const DI di;
    for (int l = 0; l < kLanes; l += static_cast<int>(hn::Lanes(df))) {
        const auto jitter = hn::Load(di, rows.jitter[vector] + l);
        const auto one = hn::RebindMask(df, hn::Eq(jitter, hn::Set(di, 1)));
        const auto two = hn::RebindMask(df, hn::Eq(jitter, hn::Set(di, 2)));
        const auto chosen = [&](const float(&by)[kJitters][kLanes]) HWY_ATTR {
            const VF some = hn::IfThenElse(one, hn::Load(df, by[1] + l), hn::Load(df, by[0] + l));
            return hn::IfThenElse(two, hn::Load(df, by[2] + l), some);
        };
        VF sum[kCount];
        for (std::size_t v = 0; v < kCount; ++v)
            sum[v] = hn::Load(df, sums[vector + v] + l);
        for (std::int64_t t = 0; t < terms; ++t) {
            const VF cosines = chosen(factors.cosines[t]);
            const VF sines = chosen(factors.sines[t]);
            const float* const sine = factors.sine[t] + vector;
            const float* const cosine = factors.cosine[t] + vector;
            for (std::size_t v = 0; v < kCount; ++v)
                sum[v] = hn::Add(
                    sum[v], hn::Add(hn::Mul(hn::Set(df, sine[v]), cosines), hn::Mul(hn::Set(df, cosine[v]), sines)));
        }
        for (std::size_t v = 0; v < kCount; ++v)
            hn::Store(sum[v], df, sums[vector + v] + l);
    }
}

void addTerms(const Factors& factors, std::int64_t terms, const Rows& rows, Sum* sums)
{
    constexpr std::size_t kTogether = 4;
    std::size_t vector = 0;
    for (std::size_t run = 0; run < rows.runCount; ++run) {
        const std::size_t end = rows.runs[run];
        for (; vector + kTogether <= end; vector += kTogether)
            addTerms<kTogether>(factors, terms, rows, vector, sums);
        const std::size_t left = end - vector;
        if (left == 3)
            addTerms<3>(factors, terms, rows, vector, sums);
        else if (left == 2)
            addTerms<2>(factors, terms, rows, vector, sums);
        else if (left == 1)
            addTerms<1>(factors, terms, rows, vector, sums);
        vector = end;
    }
}

// Writes `count` columns of a vector's rows, value by value; sums of neighboring columns are `step` apart.
void writeOneByOne(const Sum* sums, std::size_t step, std::int64_t count, std::int64_t column,
                   const SinusoidMeanRows::Vector& rows)
{
    for (std::size_t l = 0; l < kLanes; ++l) {
        for (std::int64_t c = 0; rows.out[l] != nullptr && c < count; ++c)
            rows.out[l][column + c] = sums[static_cast<std::size_t>(c) * step][l];
    }
}

// Writes four columns of a vector's rows: 16 bytes a row in one store instead of a store for each value.
void writeColumns(const Sum* sums, std::size_t step, std::int64_t column, const SinusoidMeanRows::Vector& rows)
{
    const DF df;
    alignas(64) float turned[kLanes][kColumns];
    for (std::size_t l = 0; l < kLanes; l += hn::Lanes(df))
        hn::StoreInterleaved4(hn::Load(df, sums[0 * step] + l), hn::Load(df, sums[1 * step] + l),
                              hn::Load(df, sums[2 * step] + l), hn::Load(df, sums[3 * step] + l), df, turned[l]);
    for (std::size_t l = 0; l < kLanes; ++l) {
        if (rows.out[l] != nullptr)
            std::memcpy(rows.out[l] + column, turned[l], sizeof turned[l]);
    }
}

// A pass over some vectors, with all columns.
struct Pass
{
    const SinusoidMeanRows& rows;
    std::size_t first;
    std::size_t vectors;
    std::int64_t columnsTogether; // columns written together; a multiple of kColumns
};

constexpr std::size_t kSums = 256; // vectors of sums: they fit into the L1 cache

void meansOf(const SinusoidMeanColumns& columns, const Pass& pass)
{
    Rows shared;
    describe(pass.rows, pass.first, pass.first + pass.vectors, shared);
    Factors factors;
    alignas(64) Sum sums[kSums];
    for (std::int64_t block = 0; block < columns.count; block += pass.columnsTogether) {
        const std::int64_t ready = std::min(pass.columnsTogether, columns.count - block);
        for (std::int64_t c = 0; c < ready; ++c) {
            Sum* const sum = sums + static_cast<std::size_t>(c) * pass.vectors;
            std::fill(sum[0], sum[pass.vectors - 1] + kLanes, 0.0F);
            const std::int64_t end = columns.begin[block + c + 1];
            for (std::int64_t t = columns.begin[block + c]; t < end; t += kTerms) {
                const std::int64_t n = std::min(kTerms, end - t);
                prepare(columns, t, n, shared, factors);
                addTerms(factors, n, shared, sum);
            }
        }
        const std::int64_t place = columns.place + block;
        for (std::size_t v = 0; v < pass.vectors; ++v) {
            const SinusoidMeanRows::Vector& rows = pass.rows.vectors[pass.first + v];
            std::int64_t c = 0;
            for (; c + kColumns <= ready; c += kColumns)
                writeColumns(sums + static_cast<std::size_t>(c) * pass.vectors + v, pass.vectors, place + c, rows);
            writeOneByOne(sums + static_cast<std::size_t>(c) * pass.vectors + v, pass.vectors, ready - c, place + c,
                          rows);
        }
    }
}

void means(const SinusoidMeanColumns& columns, const SinusoidMeanRows& rows)
{
    // With many terms per column, many rows share a term's sines. With few, many columns together fill cache lines.
    const bool few = columns.begin[columns.count] - columns.begin[0] <= columns.count;
    const std::size_t most = few ? kVectors / 4 : kVectors;
    const std::int64_t together = few ? 4 * kColumns : kColumns;
    for (std::size_t first = 0; first < rows.vectors.size(); first += most)
        meansOf(columns, {rows, first, std::min(most, rows.vectors.size() - first), together});
}

} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(means);

void sinusoidMeans(const SinusoidMeanColumns& columns, const SinusoidMeanRows& rows)
{
    if (!rows.vectors.empty())
        HWY_DYNAMIC_DISPATCH(means)(columns, rows);
}

} // namespace phasor
#endif
