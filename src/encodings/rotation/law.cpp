// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/rotation/law.h"

#include "text/numbers.h"

#include <cmath>

namespace phasor {

namespace {

// YaRN's temperature.
double magnitude(double factor, double mscale)
{
    return factor <= 1 ? 1 : 0.1 * mscale * std::log(factor) + 1;
}

double yarnAttention(const RopeSettings& settings)
{
    const double mscale = settings.mscale.value_or(0);
    const double all = settings.mscaleAllDim.value_or(0);
    if (mscale != 0 && all != 0)
        return magnitude(settings.factor, mscale) / magnitude(settings.factor, all);
    return magnitude(settings.factor, 1);
}

// How much further than L₀ the model reads: by the length, where no factor is given.
double longRopeAttention(const RopeSettings& settings, std::int64_t maxLen)
{
    const auto original = static_cast<double>(settings.original);
    const double factor = settings.factor > 1 ? settings.factor : static_cast<double>(maxLen) / original;
    return factor <= 1 || original <= 1 ? 1 : std::sqrt(1 + std::log(factor) / std::log(original));
}

} // namespace

Result<std::int64_t> rotaryWidth(const RopeSettings& settings, std::int64_t headWidth)
{
    const auto width = static_cast<std::int64_t>(static_cast<double>(headWidth) * settings.fraction);
    const bool whole = settings.fraction == 1;
    if (width < 2 || width % 2 != 0)
        return usageError("RANGE", whole ? "--heads" : "--rotary-fraction",
                          WORDS("columns are rotated in pairs, but %1 of a head of %2 columns would be rotated")
                              .with(width, headWidth),
                          whole ? WORDS("give %1 and %2 that make heads of an even width")
                                      .with(Message::option("--d-model"), Message::option("--heads"))
                                : WORDS("give a fraction that makes an even number of columns"));
    const bool ntk = settings.scaling == RopeScaling::Ntk || settings.scaling == RopeScaling::DynamicNtk;
    if (ntk && width == 2)
        return usageError("RANGE", "--rope-scaling", WORDS("NTK scaling needs two pairs, but a head has one"),
                          WORDS("give wider heads or another scaling"));
    return width;
}

Status checkRope(const RopeSettings& settings)
{
    const bool yarn = settings.scaling == RopeScaling::Yarn;
    const auto below = [](const char* option, double value, const char* other, double least) {
        return usageError("RANGE", option,
                          WORDS("%1 is below %2 %3").with(printReal(value), Message::option(other), printReal(least)),
                          WORDS("give a larger one"));
    };
    if (settings.scaling != RopeScaling::None && (settings.base < 1 || (yarn && settings.base == 1)))
        return usageError("RANGE", "--base", WORDS("%1 is too small to be scaled").with(printReal(settings.base)),
                          WORDS("give a base above 1, or %1 none").with(Message::option("--rope-scaling")));
    if (yarn && settings.betaFast < settings.betaSlow)
        return below("--rope-beta-fast", settings.betaFast, "--rope-beta-slow", settings.betaSlow);
    if (settings.scaling == RopeScaling::Llama3 && settings.highFreqFactor < settings.lowFreqFactor)
        return below("--rope-high-freq-factor", settings.highFreqFactor, "--rope-low-freq-factor",
                     settings.lowFreqFactor);
    if (settings.scaling == RopeScaling::LongRope && settings.factors.empty())
        return usageError("MISSING", "--rope-factors", WORDS("longrope divides each pair by a factor of its own"),
                          WORDS("give a JSON file with short_factor and long_factor"));
    return Done{};
}

double attentionFactorOf(const RopeSettings& settings, std::int64_t maxLen)
{
    if (settings.attentionFactor)
        return *settings.attentionFactor;
    if (settings.scaling == RopeScaling::Yarn)
        return yarnAttention(settings);
    return settings.scaling == RopeScaling::LongRope ? longRopeAttention(settings, maxLen) : 1;
}

} // namespace phasor
