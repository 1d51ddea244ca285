// SPDX-License-Identifier: GPL-3.0-or-later
// Frequencies of every scaling, with enough bits for exact angles at two billion positions.
#include "encodings/rotation/settings.h"
#include "encodings/sinusoidal/frequencies.h"

#include <algorithm>

namespace phasor {

namespace {

using Wide = WideReal::Mantissa;

constexpr WideReal kOne{Wide{1} << 127, 0};
constexpr WideReal kLogOfTwoPi{(Wide{0xeb3f8e4325f5a534} << 64) | 0x94bc900144192023, 0};
constexpr WideReal kInverseTwoPi{(Wide{0xa2f9836e4e441529} << 64) | 0xfc2757d1f534ddc0, -3};

WideReal whole(std::int64_t n)
{
    return {Wide{static_cast<std::uint64_t>(n)}, 127};
}

// |ln x|
WideReal logOf(double x)
{
    return WideReal::fromFixed(wideLog(x));
}

template <typename Change> void forEach(std::vector<WideReal>& omegas, Change&& change)
{
    for (std::size_t i = 0; i < omegas.size(); ++i)
        omegas[i] = change(omegas[i], i);
}

// The base times α^(w/(w − 2)): θ_i α^(−2i/(w − 2)), for α >= 1.
void stretch(std::vector<WideReal>& omegas, const RopeLaw& law, const WideReal& alpha)
{
    const double near = alpha.toDouble();
    const WideReal rounded(near);
    const bool above = rounded < alpha;
    const WideReal rest = (above ? alpha - rounded : rounded - alpha) / rounded;
    const std::vector<WideReal> powers = wideFrequencies({near, 2, law.width - 2, law.pairs()});
    forEach(omegas, [&](const WideReal& omega, std::size_t i) {
        // (1 + rest)^(−x) = 1 − x rest: the next term is below 2^-100.
        const WideReal change = rest * whole(2 * static_cast<std::int64_t>(i)) / whole(law.width - 2);
        return omega * powers[i] * (above ? kOne - change : kOne + change);
    });
}

// 1 + s (n − L₀) / L₀ for n = max(length, L₀)
WideReal dynamicFactor(const RopeLaw& law)
{
    const std::int64_t original = law.settings.original;
    const std::int64_t beyond = std::max<std::int64_t>(law.maxLen - original, 0);
    return kOne + WideReal(law.settings.factor) * whole(beyond) / whole(original);
}

// A number with its sign.
struct Signed
{
    WideReal magnitude;
    bool negative = false;
};

// The pair (fractional) with `turns` turns within L₀: w ln(L₀ / (2π turns)) / (2 ln b).
Signed pairThatTurns(const RopeLaw& law, double turns)
{
    WideReal above = logOf(static_cast<double>(law.settings.original));
    WideReal below = kLogOfTwoPi;
    (turns < 1 ? above : below) = (turns < 1 ? above : below) + logOf(turns);
    const bool negative = above < below;
    const WideReal logarithm = negative ? below - above : above - below;
    return {logarithm * whole(law.width) / (logOf(law.settings.base) * WideReal(2.0)), negative};
}

// ⌊x⌋ (up = false) or ⌈x⌉, of |x| below 2^63.
Signed rounded(const Signed& x, bool up)
{
    const bool away = up != x.negative && !x.magnitude.isInteger();
    return {whole(static_cast<std::int64_t>(x.magnitude.floor()) + (away ? 1 : 0)), x.negative};
}

// Between 0 (kept) and 1 (interpolated).
WideReal rampAt(const YarnRamp& ramp, std::size_t i)
{
    const WideReal pair = whole(static_cast<std::int64_t>(i));
    const bool rising = ramp.low < ramp.high;
    const WideReal& zero = ramp.low; // value where the ramp is 0
    if (rising ? pair < zero : zero < pair)
        return {};
    const WideReal run = rising ? pair - zero : zero - pair;
    const WideReal length = rising ? ramp.high - zero : zero - ramp.high;
    return run < length ? run / length : kOne;
}

void yarn(std::vector<WideReal>& omegas, const RopeLaw& law)
{
    const YarnRamp ramp = yarnRamp(law);
    if (ramp.none)
        return;
    const WideReal interpolated = kOne / WideReal(law.settings.factor);
    forEach(omegas, [&](const WideReal& omega, std::size_t i) {
        const WideReal share = rampAt(ramp, i);
        return omega * (share * interpolated + (kOne - share));
    });
}

void llama3(std::vector<WideReal>& omegas, const RopeLaw& law)
{
    const RopeSettings& s = law.settings;
    const WideReal interpolated = kOne / WideReal(s.factor);
    const WideReal low(s.lowFreqFactor);
    const WideReal high(s.highFreqFactor);
    forEach(omegas, [&](const WideReal& omega, std::size_t) {
        const WideReal turns = omega * whole(s.original) * kInverseTwoPi; // within L₀
        if (high < turns || (!(low < high) && !(turns < low)))
            return omega; // equal factors make a step
        if (turns < low)
            return omega * interpolated;
        const WideReal kept = (turns - low) / (high - low);
        return omega * ((kOne - kept) * interpolated + kept);
    });
}

} // namespace

YarnRamp yarnRamp(const RopeLaw& law)
{
    const RopeSettings& s = law.settings;
    Signed low = pairThatTurns(law, s.betaFast);
    Signed high = pairThatTurns(law, s.betaSlow);
    if (s.truncate) {
        low = rounded(low, false);
        high = rounded(high, true);
    }
    YarnRamp ramp;
    ramp.low = low.negative ? WideReal() : low.magnitude;
    const WideReal last = whole(law.width - 1);
    ramp.none = high.negative && !high.magnitude.isZero();
    ramp.high = high.negative ? WideReal() : last < high.magnitude ? last : high.magnitude;
    if (!(ramp.low < ramp.high) && !(ramp.high < ramp.low))
        ramp.high = ramp.low + WideReal(0.001);
    return ramp;
}

std::vector<WideReal> exactFrequencies(const RopeLaw& law)
{
    std::vector<WideReal> omegas = wideFrequencies({law.settings.base, 2, law.width, law.pairs()}); // b^(−2i/w)
    switch (law.settings.scaling) {
    case RopeScaling::None:
        break;
    case RopeScaling::Linear: {
        const WideReal interpolated = kOne / WideReal(law.settings.factor);
        forEach(omegas, [&](const WideReal& omega, std::size_t) { return omega * interpolated; });
        break;
    }
    case RopeScaling::Ntk:
        stretch(omegas, law, WideReal(law.settings.factor));
        break;
    case RopeScaling::DynamicNtk:
        stretch(omegas, law, dynamicFactor(law));
        break;
    case RopeScaling::Yarn:
        yarn(omegas, law);
        break;
    case RopeScaling::Llama3:
        llama3(omegas, law);
        break;
    case RopeScaling::LongRope:
        forEach(omegas, [&](const WideReal& omega, std::size_t i) { return omega / WideReal(law.factors[i]); });
        break;
    }
    return omegas;
}

} // namespace phasor
