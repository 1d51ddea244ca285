// SPDX-License-Identifier: GPL-3.0-or-later
// inv_freq as transformers (modeling_rope_utils.py) computes it with PyTorch: Python's own numbers in double, tensors
// in float32, one rounding after each operation.
#include "encodings/rotation/law.h"
#include "encodings/sinusoidal/framework/frameworkmath.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phasor {

namespace {

using Tensor = std::vector<float>;

template <typename Change> Tensor mapped(Tensor x, Change&& change)
{
    std::transform(x.begin(), x.end(), x.begin(), change);
    return x;
}

// base ** (arange(0, width, 2).float() / width)
Tensor powers(const RopeLaw& law, double base)
{
    Tensor exponents;
    for (std::int64_t i = 0; i < law.width; i += 2)
        exponents.push_back(static_cast<float>(i) / static_cast<float>(law.width));
    frameworkPow(static_cast<float>(base), exponents.data(), exponents.data(), exponents.size());
    return exponents;
}

Tensor inverse(Tensor x)
{
    return mapped(std::move(x), [](float value) { return 1.0F / value; });
}

double stretchedBase(const RopeLaw& law, double factor)
{
    const auto width = static_cast<double>(law.width);
    return law.settings.base * std::pow(factor, width / (width - 2));
}

Tensor dynamicNtk(const RopeLaw& law)
{
    const auto original = static_cast<double>(law.settings.original);
    const double length = std::max(static_cast<double>(law.maxLen), original);
    const double factor = law.settings.factor * length / original - (law.settings.factor - 1);
    return inverse(powers(law, stretchedBase(law, factor)));
}

Tensor linear(const RopeLaw& law)
{
    const auto factor = static_cast<float>(law.settings.factor);
    return mapped(inverse(powers(law, law.settings.base)), [factor](float omega) { return omega / factor; });
}

// The ramp of each pair: where the double of it rounds to another whole number than the ramp itself, the latter is
// taken.
Tensor yarnExtrapolation(const RopeLaw& law)
{
    const YarnRamp ramp = yarnRamp(law);
    const double low = ramp.low.toDouble();
    const double high = ramp.high.toDouble();
    const auto start = static_cast<float>(low);
    const auto length = static_cast<float>(high - low);
    Tensor shares;
    for (std::int64_t i = 0; i < law.pairs(); ++i) {
        const float share = ramp.none ? 0.0F : std::clamp((static_cast<float>(i) - start) / length, 0.0F, 1.0F);
        shares.push_back(1.0F - share);
    }
    return shares;
}

Tensor yarn(const RopeLaw& law)
{
    const auto factor = static_cast<float>(law.settings.factor);
    const Tensor extrapolation = yarnExtrapolation(law);
    Tensor omegas = powers(law, law.settings.base);
    for (std::size_t i = 0; i < omegas.size(); ++i) {
        const float kept = 1.0F / omegas[i];
        const float interpolated = 1.0F / (factor * omegas[i]);
        omegas[i] = interpolated * (1.0F - extrapolation[i]) + kept * extrapolation[i];
    }
    return omegas;
}

Tensor llama3(const RopeLaw& law)
{
    const RopeSettings& s = law.settings;
    const auto original = static_cast<double>(s.original);
    const auto factor = static_cast<float>(s.factor);
    const auto longWave = static_cast<float>(original / s.lowFreqFactor);
    const auto shortWave = static_cast<float>(original / s.highFreqFactor);
    return mapped(inverse(powers(law, s.base)), [&](float omega) {
        const float wave = 1.0F / omega * static_cast<float>(2 * std::numbers::pi);
        const float divided = wave > longWave ? omega / factor : omega;
        if (wave < shortWave || wave > longWave)
            return divided;
        const float kept = (1.0F / wave * static_cast<float>(original) - static_cast<float>(s.lowFreqFactor))
            / static_cast<float>(s.highFreqFactor - s.lowFreqFactor);
        return (1.0F - kept) * divided / factor + kept * divided;
    });
}

Tensor longRope(const RopeLaw& law)
{
    Tensor omegas = powers(law, law.settings.base);
    for (std::size_t i = 0; i < omegas.size(); ++i)
        omegas[i] = 1.0F / (static_cast<float>(law.factors[i]) * omegas[i]);
    return omegas;
}

} // namespace

std::vector<float> frameworkFrequencies(const RopeLaw& law)
{
    switch (law.settings.scaling) {
    case RopeScaling::None:
        break;
    case RopeScaling::Linear:
        return linear(law);
    case RopeScaling::Ntk:
        return inverse(powers(law, stretchedBase(law, law.settings.factor)));
    case RopeScaling::DynamicNtk:
        return dynamicNtk(law);
    case RopeScaling::Yarn:
        return yarn(law);
    case RopeScaling::Llama3:
        return llama3(law);
    case RopeScaling::LongRope:
        return longRope(law);
    }
    return inverse(powers(law, law.settings.base));
}

} // namespace phasor
