// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/rotation/settings.h"

#include "encodings/sinusoidal/framework/frameworksinusoidal.h"

namespace phasor {

// inv_freq as transformers (modeling_rope_utils.py) computes it with PyTorch: Python's own numbers in double, tensors
// in float32, one rounding after each operation.

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

Tensor yarn(const RopeLaw& law)
{
    const std::optional<YarnRamp> ramp = yarnRamp(law);
    const auto factor = static_cast<float>(law.settings.factor);
    Tensor omegas = powers(law, law.settings.base);
    for (std::size_t i = 0; i < omegas.size(); ++i) {
        const float share = ramp ? std::clamp((static_cast<float>(i) - static_cast<float>(ramp->low))
                                                  / static_cast<float>(ramp->high - ramp->low),
                                              0.0F, 1.0F)
                                 : 0.0F;
        const float extrapolation = 1.0F - share;
        const float kept = 1.0F / omegas[i];
        const float interpolated = 1.0F / (factor * omegas[i]);
        omegas[i] = interpolated * (1.0F - extrapolation) + kept * extrapolation;
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

} // namespace

std::vector<float> frameworkFrequencies(const RopeLaw& law)
{
    const RopeSettings& s = law.settings;
    switch (s.scaling) {
    case RopeScaling::None:
        break;
    case RopeScaling::Linear:
        return mapped(inverse(powers(law, s.base)),
                      [factor = static_cast<float>(s.factor)](float omega) { return omega / factor; });
    case RopeScaling::Ntk:
        return inverse(powers(law, stretchedBase(law, s.factor)));
    case RopeScaling::DynamicNtk: {
        const auto original = static_cast<double>(s.original);
        const double length = std::max(static_cast<double>(law.maxLen), original);
        return inverse(powers(law, stretchedBase(law, s.factor * length / original - (s.factor - 1))));
    }
    case RopeScaling::Yarn:
        return yarn(law);
    case RopeScaling::Llama3:
        return llama3(law);
    case RopeScaling::LongRope: {
        std::vector<float> omegas = powers(law, s.base);
        for (std::size_t i = 0; i < omegas.size(); ++i)
            omegas[i] = 1.0F / (static_cast<float>(law.factors[i]) * omegas[i]);
        return omegas;
    }
    }
    return inverse(powers(law, s.base));
}

Result<std::int64_t> rotaryWidth(const RopeSettings& settings, std::int64_t headWidth)
{
    if (headWidth == 0)
        return usageError("RANGE", "--heads", WORDS("d_model is not divisible by the number of heads"),
                          WORDS("use %1 that divide it, or another %2")
                              .with(Message::option("--heads"), Message::option("--d-model")));
    const auto width = static_cast<std::int64_t>(static_cast<double>(headWidth) * settings.fraction);
    const bool whole = settings.fraction == 1;
    if (width < 2 || width % 2 != 0)
        return usageError("RANGE", whole ? "--heads" : "--rotary-fraction",
                          WORDS("RoPE needs an even number of rotated dimensions, not %1 of %2").with(width, headWidth),
                          whole ? WORDS("use %1 and %2 with an even quotient")
                                      .with(Message::option("--d-model"), Message::option("--heads"))
                                : WORDS("use a fraction that rotates an even number of dimensions"));
    const bool ntk = settings.scaling == RopeScaling::Ntk || settings.scaling == RopeScaling::DynamicNtk;
    if (ntk && width == 2)
        return usageError("RANGE", "--rope-scaling", WORDS("NTK scaling needs two dimension pairs, but a head has one"),
                          WORDS("use fewer heads or another scaling"));
    return width;
}

Status checkRope(const RopeSettings& settings)
{
    const bool yarn = settings.scaling == RopeScaling::Yarn;
    const auto below = [](const char* option, double value, const char* other, double least) {
        return usageError("RANGE", option,
                          WORDS("%1 is below %2 %3").with(printReal(value), Message::option(other), printReal(least)),
                          WORDS("use a larger value"));
    };
    if (settings.scaling != RopeScaling::None && (settings.base < 1 || (yarn && settings.base == 1)))
        return usageError("RANGE", "--base", WORDS("%1 is too small to be scaled").with(printReal(settings.base)),
                          WORDS("use a base above 1, or %1 none").with(Message::option("--rope-scaling")));
    if (yarn && settings.betaFast < settings.betaSlow)
        return below("--rope-beta-fast", settings.betaFast, "--rope-beta-slow", settings.betaSlow);
    if (settings.scaling == RopeScaling::Llama3 && settings.highFreqFactor < settings.lowFreqFactor)
        return below("--rope-high-freq-factor", settings.highFreqFactor, "--rope-low-freq-factor",
                     settings.lowFreqFactor);
    if (settings.scaling == RopeScaling::LongRope && settings.factors.empty())
        return usageError("MISSING", "--rope-factors", WORDS("longrope needs a factor for each dimension pair"),
                          WORDS("use a JSON file with short_factor and long_factor"));
    return Done{};
}

double attentionFactorOf(const RopeSettings& settings, std::int64_t maxLen)
{
    if (settings.attentionFactor)
        return *settings.attentionFactor;
    if (settings.scaling == RopeScaling::Yarn) {
        const auto temperature = [factor = settings.factor](double mscale) {
            return factor <= 1 ? 1 : 0.1 * mscale * std::log(factor) + 1;
        };
        const double mscale = settings.mscale.value_or(0);
        const double all = settings.mscaleAllDim.value_or(0);
        return mscale != 0 && all != 0 ? temperature(mscale) / temperature(all) : temperature(1);
    }
    if (settings.scaling != RopeScaling::LongRope)
        return 1;
    // Factor by which the model extends L₀: from the length, if no factor is given.
    const auto original = static_cast<double>(settings.original);
    const double factor = settings.factor > 1 ? settings.factor : static_cast<double>(maxLen) / original;
    return factor <= 1 || original <= 1 ? 1 : std::sqrt(1 + std::log(factor) / std::log(original));
}

} // namespace phasor
