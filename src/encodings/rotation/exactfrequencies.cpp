// SPDX-License-Identifier: GPL-3.0-or-later
// Frequencies of every scaling, with enough bits for exact angles at two billion positions.
#include "encodings/rotation/settings.h"
#include "encodings/sinusoidal/widereal.h"

#include <algorithm>

namespace phasor {

namespace {

template <typename Change> void forEach(std::vector<WideReal>& omegas, Change&& change)
{
    for (std::size_t i = 0; i < omegas.size(); ++i)
        omegas[i] *= change(omegas[i], i);
}

// The base times α^(w/(w − 2)): θ_i α^(−2i/(w − 2)).
void stretch(std::vector<WideReal>& omegas, const RopeLaw& law, const WideReal& alpha)
{
    const std::vector<WideReal> powers = fallingPowers(alpha, WideReal(2) / (law.width - 2), law.pairs());
    forEach(omegas, [&](const WideReal&, std::size_t i) { return powers[i]; });
}

// 1 + s (n − L₀) / L₀ for n = max(length, L₀)
WideReal dynamicFactor(const RopeLaw& law)
{
    const std::int64_t original = law.settings.original;
    return 1 + WideReal(law.settings.factor) * std::max<std::int64_t>(law.maxLen - original, 0) / original;
}

// The pair (fractional) with `turns` turns within L₀: w ln(L₀ / (2π turns)) / (2 ln b).
WideReal pairThatTurns(const RopeLaw& law, double turns)
{
    const WideReal logarithm = log(law.settings.original / (wideTurn() * turns));
    return logarithm * law.width / (2 * log(WideReal(law.settings.base)));
}

// Between 0 (before `low`) and 1 (from `high` on).
WideReal rampAt(const WideReal& x, const WideReal& low, const WideReal& high)
{
    return std::clamp<WideReal>((x - low) / (high - low), 0, 1);
}

// YarnRamp in all digits; an empty one has high < 0.
struct WideRamp
{
    WideReal low, high;
};

WideRamp wideRamp(const RopeLaw& law)
{
    WideReal low = pairThatTurns(law, law.settings.betaFast);
    WideReal high = pairThatTurns(law, law.settings.betaSlow);
    if (law.settings.truncate) {
        low = floor(low);
        high = ceil(high);
    }
    low = std::max<WideReal>(low, 0);
    high = std::min<WideReal>(high, law.width - 1);
    return {low, low == high ? WideReal(low + 0.001) : high};
}

} // namespace

std::optional<YarnRamp> yarnRamp(const RopeLaw& law)
{
    const WideRamp ramp = wideRamp(law);
    if (ramp.high < 0)
        return std::nullopt;
    return YarnRamp{static_cast<double>(ramp.low), static_cast<double>(ramp.high)};
}

Frequencies exactFrequencies(const RopeLaw& law)
{
    const RopeSettings& s = law.settings;
    std::vector<WideReal> omegas = wideFrequencies({s.base, 2, law.width, law.pairs()}); // b^(−2i/w)
    const WideReal interpolated = 1 / WideReal(s.factor);
    const auto mixed = [&](const WideReal& kept) -> WideReal {
        return kept + (1 - kept) * interpolated;
    };
    switch (s.scaling) {
    case RopeScaling::None:
        break;
    case RopeScaling::Linear:
        forEach(omegas, [&](const WideReal&, std::size_t) -> const WideReal& { return interpolated; });
        break;
    case RopeScaling::Ntk:
        stretch(omegas, law, s.factor);
        break;
    case RopeScaling::DynamicNtk:
        stretch(omegas, law, dynamicFactor(law));
        break;
    case RopeScaling::Yarn:
        if (const WideRamp ramp = wideRamp(law); ramp.high >= 0)
            forEach(omegas, [&](const WideReal&, std::size_t i) { return mixed(1 - rampAt(i, ramp.low, ramp.high)); });
        break;
    case RopeScaling::Llama3:
        forEach(omegas, [&](const WideReal& omega, std::size_t) {
            const WideReal turns = omega * s.original / wideTurn(); // within L₀
            if (s.lowFreqFactor == s.highFreqFactor) // a step
                return mixed(turns < s.lowFreqFactor ? 0 : 1);
            return mixed(rampAt(turns, s.lowFreqFactor, s.highFreqFactor));
        });
        break;
    case RopeScaling::LongRope:
        forEach(omegas, [&](const WideReal&, std::size_t i) { return 1 / WideReal(law.factors[i]); });
        break;
    }
    return frequenciesOf(omegas);
}

} // namespace phasor
