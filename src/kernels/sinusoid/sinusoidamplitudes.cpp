// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sinusoid/sinusoid.h"

#include <hwy/foreach_target.h> // before highway.h

#include "kernels/sinusoid/sinusoidangle-inl.h"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {

using DD = hn::CappedTag<double, 8>;
using VD = hn::VFromD<DD>;

constexpr std::int64_t kChunk = 256; // terms that are prepared together

// Below this value of sin(omega / 2), the quotient of the sines equals that of the cosines in double precision.
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

} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(amplitudes);

void sinusoidAmplitudes(const PairFrequency* frequencies, const SinusoidTerm* terms, std::int64_t count,
                        std::uint64_t size, float* out)
{
    HWY_DYNAMIC_DISPATCH(amplitudes)(frequencies, terms, count, size, out);
}

} // namespace phasor
#endif
