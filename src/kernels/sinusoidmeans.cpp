// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sinusoidmeans.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sinusoidmeans.cpp"
#include <hwy/foreach_target.h>

#include "kernels/sinusoidangle-inl.h"

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace phasor {
namespace HWY_NAMESPACE {

using DD = hn::CappedTag<double, 8>;
using VD = hn::VFromD<DD>;
using DF = hn::CappedTag<float, 16>;
using DU = hn::RebindToUnsigned<DF>;
using DI = hn::RebindToSigned<DF>;
using VF = hn::VFromD<DF>;
using VU = hn::VFromD<DU>;

constexpr std::int64_t kChunk = 256; // terms that are prepared together

// Where sin(omega / 2) is below this, the quotient of the sines is that of the cosines, to double precision.
constexpr double kAliased = 1e-290;

void amplitudes(const PairFrequency* frequencies, const SinusoidTerm* terms, std::int64_t count, std::uint64_t size,
                float* out)
{
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

// What the lanes need of the terms of a chunk: row r is at r * step + jitter[r] * unit + start, in 2^-32 turns.
struct Angles
{
    std::uint32_t step[kChunk];
    std::uint32_t unit[kChunk];
    std::uint32_t start[kChunk]; // with a quarter turn more, see termOf
};

void prepare(const PairFrequency* frequencies, const SinusoidTerm* terms, std::int64_t count,
             const SinusoidMeanRows& rows, Angles& angles)
{
    constexpr std::uint64_t kHalf = std::uint64_t{1} << 31;
    const std::uint64_t origin = rows.origin;
    const std::uint64_t step = rows.step;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint64_t turns = frequencies[terms[i].pair].high;
        angles.step[i] = static_cast<std::uint32_t>((turns * step + kHalf) >> 32);
        angles.unit[i] = static_cast<std::uint32_t>((turns + kHalf) >> 32);
        angles.start[i] = static_cast<std::uint32_t>((turns * origin + kHalf) >> 32) + terms[i].shift + (1U << 30);
    }
}

// What all the terms of a group of rows share.
struct Lanes
{
    VU row;
    VU jitter;
    hn::Mask<DF> second;
};

// amplitude * sine of one term. The sine: |angle| - pi/2 folds a turn onto [-pi/2, pi/2] = [-1, 1], where an odd
// polynomial (minimax, absolute) is within 6e-7. The amplitude is that of the row's size of blocks.
HWY_INLINE VF termOf(const Lanes& lanes, const Angles& angles, std::int64_t i, const float* first, const float* second)
{
    const DF df;
    const DU du;
    const DI di;
    const VU turning = hn::Add(hn::Mul(lanes.jitter, hn::Set(du, angles.unit[i])), hn::Set(du, angles.start[i]));
    const VU angle = hn::Add(hn::Mul(lanes.row, hn::Set(du, angles.step[i])), turning);
    const auto folded = hn::Sub(hn::Abs(hn::BitCast(di, angle)), hn::Set(di, 1 << 30));
    const VF y = hn::Mul(hn::ConvertTo(df, folded), hn::Set(df, 0x1p-30F));
    const VF z = hn::Mul(y, y);
    VF p = hn::Add(hn::Mul(z, hn::Set(df, -0.00433309532217F)), hn::Set(df, 0.0794343446672F));
    p = hn::Add(hn::Mul(p, z), hn::Set(df, -0.645892849571F));
    p = hn::Add(hn::Mul(p, z), hn::Set(df, 1.57079101108F));
    const VF amplitude = hn::IfThenElse(lanes.second, hn::Set(df, *second), hn::Set(df, *first));
    return hn::Mul(hn::Mul(amplitude, y), p);
}

HWY_INLINE Lanes lanesOf(const SinusoidMeanRows& rows, int first)
{
    const DF df;
    const DU du;
    const hn::RebindToSigned<DF> di;
    alignas(64) float second[hn::MaxLanes(df)];
    for (int r = 0; r < static_cast<int>(hn::Lanes(df)); ++r)
        second[r] = rows.second[first + r] ? 1.0F : 0.0F;
    return {hn::Iota(du, static_cast<std::uint32_t>(first)), hn::BitCast(du, hn::LoadU(di, rows.jitter + first)),
            hn::Ne(hn::Load(df, second), hn::Zero(df))};
}

constexpr std::int64_t kColumns = 4; // whose sums wait to be written together
using Sums = float[kColumns][kSinusoidMeanRows];

void writeOneByOne(const Sums& sums, int first, int end, std::int64_t column, std::int64_t count,
                   const SinusoidMeanRows& rows)
{
    for (int r = first; r < end; ++r) {
        for (std::int64_t c = 0; c < count; ++c)
            rows.out[r][column + c] = sums[c][r];
    }
}

#if HWY_TARGET == HWY_SCALAR

void writeColumns(const Sums& sums, int first, int end, std::int64_t column, const SinusoidMeanRows& rows)
{
    writeOneByOne(sums, first, end, column, kColumns, rows);
}

#else

// Rows [first, end): four columns of a row become 16 bytes, instead of a store for each value.
void writeColumns(const Sums& sums, int first, int end, std::int64_t column, const SinusoidMeanRows& rows)
{
    const DF df;
    const hn::RepartitionToWide<DF> wide;
    const auto lanes = static_cast<int>(hn::Lanes(df));
    alignas(64) float turned[kColumns][hn::MaxLanes(df)];
    for (; first + lanes <= end; first += lanes) {
        const VF c0 = hn::Load(df, sums[0] + first);
        const VF c1 = hn::Load(df, sums[1] + first);
        const VF c2 = hn::Load(df, sums[2] + first);
        const VF c3 = hn::Load(df, sums[3] + first);
        const auto lower01 = hn::BitCast(wide, hn::InterleaveLower(df, c0, c1));
        const auto lower23 = hn::BitCast(wide, hn::InterleaveLower(df, c2, c3));
        const auto upper01 = hn::BitCast(wide, hn::InterleaveUpper(df, c0, c1));
        const auto upper23 = hn::BitCast(wide, hn::InterleaveUpper(df, c2, c3));
        hn::Store(hn::BitCast(df, hn::InterleaveLower(wide, lower01, lower23)), df, turned[0]);
        hn::Store(hn::BitCast(df, hn::InterleaveUpper(wide, lower01, lower23)), df, turned[1]);
        hn::Store(hn::BitCast(df, hn::InterleaveLower(wide, upper01, upper23)), df, turned[2]);
        hn::Store(hn::BitCast(df, hn::InterleaveUpper(wide, upper01, upper23)), df, turned[3]);
        for (int r = 0; r < lanes; ++r)
            std::memcpy(rows.out[first + r] + column, turned[r % 4] + r / 4 * 4, kColumns * sizeof(float));
    }
    writeOneByOne(sums, first, end, column, kColumns, rows);
}

#endif

// Lanes are rows: no sum runs across lanes, and a column of any width costs its terms. Two vectors of rows share what a
// term needs.
void means(const PairFrequency* frequencies, const SinusoidTerm* terms, const float* firstAmplitudes,
           const float* secondAmplitudes, const std::int64_t* begin, std::int64_t columns, const SinusoidMeanRows& rows)
{
    const DF df;
    const auto step = static_cast<int>(hn::Lanes(df));
    Angles angles;
    alignas(64) Sums sums;
    for (int first = 0; first < rows.count; first += 2 * step) {
        const Lanes upper = lanesOf(rows, first);
        const Lanes lower = lanesOf(rows, first + step);
        const int rowEnd = std::min(rows.count, first + 2 * step);
        std::int64_t chunk = begin[0]; // `angles` has the terms [chunk, ready)
        std::int64_t ready = begin[0];
        for (std::int64_t j = 0; j < columns; ++j) {
            VF upperSum = hn::Zero(df);
            VF lowerSum = hn::Zero(df);
            for (std::int64_t t = begin[j]; t < begin[j + 1];) {
                if (t == ready) {
                    chunk = t;
                    ready = std::min(t + kChunk, begin[columns]);
                    prepare(frequencies, terms + chunk, ready - chunk, rows, angles);
                }
                for (const std::int64_t end = std::min(begin[j + 1], ready); t < end; ++t) {
                    const std::int64_t i = t - chunk;
                    upperSum = hn::Add(upperSum, termOf(upper, angles, i, firstAmplitudes + t, secondAmplitudes + t));
                    lowerSum = hn::Add(lowerSum, termOf(lower, angles, i, firstAmplitudes + t, secondAmplitudes + t));
                }
            }
            hn::Store(upperSum, df, sums[j % kColumns] + first);
            hn::Store(lowerSum, df, sums[j % kColumns] + first + step);
            if (j % kColumns == kColumns - 1)
                writeColumns(sums, first, rowEnd, j + 1 - kColumns, rows);
        }
        const std::int64_t left = columns % kColumns;
        writeOneByOne(sums, first, rowEnd, columns - left, left, rows);
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
                   const SinusoidMeanRows& rows)
{
    HWY_DYNAMIC_DISPATCH(means)
    (frequencies, terms, firstAmplitudes, secondAmplitudes, begin, columns, rows);
}

} // namespace phasor
#endif
