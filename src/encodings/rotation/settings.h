// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "encodings/schemes.h"
#include "text/result.h"

namespace phasor {

struct Frequencies;

// LongRoPE's `long_factor` (or `short_factor`) from a JSON file: at the top, or where a model's config.json has it. One
// number > 0 for each of `pairs`. Errors of kind Input: those of the file and its JSON, MISSING, TYPE, RANGE, SHAPE.
Result<std::vector<double>> readFactorList(const std::string& path, bool longList, std::int64_t pairs);

// Scaling of a trained model's frequencies for longer inputs.
enum class RopeScaling { None, Linear, Ntk, DynamicNtk, Yarn, Llama3, LongRope };
template <>
inline constexpr EnumChoice<RopeScaling> kChoices<RopeScaling>[] = {
    {RopeScaling::None, {"none", WORDS("none"), WORDS("frequencies as in training")}},
    {RopeScaling::Linear, {"linear", WORDS("linear"), WORDS("position interpolation: ω / s")}},
    {RopeScaling::Ntk,
     {"ntk", WORDS("NTK-aware"), WORDS("a larger base, b · s^(w/(w − 2)): only slow pairs become slower")}},
    {RopeScaling::DynamicNtk,
     {"dynamic-ntk", WORDS("dynamic NTK"), WORDS("NTK-aware with a factor that grows beyond L₀")}},
    {RopeScaling::Yarn,
     {"yarn", WORDS("YaRN"), WORDS("fast pairs kept, slow pairs ω / s, a ramp between them, and an attention factor")}},
    {RopeScaling::Llama3,
     {"llama3", WORDS("Llama 3"), WORDS("fast pairs kept, slow pairs ω / s, a smooth step between them")}},
    {RopeScaling::LongRope, {"longrope", WORDS("LongRoPE"), WORDS("each pair has its own factor, found by search")}},
};

// Precision of cosines and sines.
enum class RotationPrecision {
    Exact, // every float32 is the correctly rounded value
    Float32, // computed like transformers does, step by step
    Bfloat16, // the same, rounded to that type when they are done
    Float16,
};
template <>
inline constexpr EnumChoice<RotationPrecision> kChoices<RotationPrecision>[] = {
    {RotationPrecision::Exact, {"exact", WORDS("exact"), WORDS("each float32 is correctly rounded")}},
    {RotationPrecision::Float32,
     {"float32", WORDS("float32"), WORDS("as transformers computes it in float32, with PyTorch's bits")}},
    {RotationPrecision::Bfloat16, {"bfloat16", WORDS("bfloat16"), WORDS("the same, then rounded to bfloat16")}},
    {RotationPrecision::Float16, {"float16", WORDS("float16"), WORDS("the same, then rounded to float16")}},
};

template <>
inline constexpr EnumChoice<PairLayout> kChoices<PairLayout>[] = {
    {PairLayout::Interleaved,
     {"interleaved", WORDS("interleaved"), WORDS("dimensions 2i and 2i + 1 are a pair, as in GPT-J and Meta's Llama")}},
    {PairLayout::Halves,
     {"halves", WORDS("halves"), WORDS("dimensions i and i + w/2 are a pair, as in GPT-NeoX and transformers' Llama")}},
};

// Settings of a rotation, except the number of positions and the head dimension. A plain value; the names are those of
// a model's configuration.
struct RopeSettings
{
    double base = 10000; // b of θ_i = b^(−2i/w)
    PairLayout layout = PairLayout::Halves;
    double fraction = 1; // share of the head dimension that is rotated, 0 … 1
    RotationPrecision precision = RotationPrecision::Exact;
    RopeScaling scaling = RopeScaling::None;
    double factor = 1; // s, >= 1
    std::int64_t original = 4096; // L₀, positions that the model was trained on
    double betaFast = 32; // YaRN: pairs with at least this many turns within L₀ stay unchanged …
    double betaSlow = 1; // … and those with at most this many are interpolated
    bool truncate = true; // YaRN: the ramp begins and ends at whole pairs
    std::optional<double> mscale = {}; // YaRN, DeepSeek
    std::optional<double> mscaleAllDim = {};
    std::optional<double> attentionFactor = {}; // of cosines and sines; not given: the scaling's
    double lowFreqFactor = 1; // Llama 3: turns within L₀, like the betas
    double highFreqFactor = 4;
    std::string factors = {}; // LongRoPE: a JSON file with short_factor and long_factor

    bool operator==(const RopeSettings&) const = default;
};

struct XposSettings : RopeSettings
{
    double scaleBase = 512; // positions over which a pair is scaled by its ζ

    XposSettings() { layout = PairLayout::Interleaved; }
    bool operator==(const XposSettings&) const = default;
};

// The parameters of each, in the order of their controls.
std::vector<SchemeParameter> ropeParameters();
std::vector<SchemeParameter> xposParameters();

// Everything that the frequencies of a rotation depend on, without unknowns.
struct RopeLaw
{
    RopeSettings settings;
    std::int64_t maxLen = 0; // positions: the length for dynamic NTK and LongRoPE
    std::int64_t width = 0; // columns that are rotated, even
    std::vector<double> factors = {}; // LongRoPE: of each pair, for this length

    std::int64_t pairs() const { return width / 2; }
};

// Rotated columns of a head of `headWidth` (0: heads do not divide d_model): ⌊headWidth · fraction⌋, which must be
// even. Usage error RANGE.
Result<std::int64_t> rotaryWidth(const RopeSettings& settings, std::int64_t headWidth);

// Checks values against each other: a scaling may lack numbers, or its numbers may contradict. Usage errors.
Status checkRope(const RopeSettings& settings);

// Factor on cosines and sines.
double attentionFactorOf(const RopeSettings& settings, std::int64_t maxLen);

// Pairs of YaRN's ramp: below `low` unchanged, above `high` interpolated. Nothing if the ramp ends before the first
// pair: all are unchanged.
struct YarnRamp
{
    double low = 0;
    double high = 0; // not low
};
std::optional<YarnRamp> yarnRamp(const RopeLaw& law);

// θ' of each pair after scaling.
Frequencies exactFrequencies(const RopeLaw& law);

// Frequencies as computed by transformers: float32, step by step, with PyTorch's bits.
std::vector<float> frameworkFrequencies(const RopeLaw& law);

// Model of a rotation with checked settings; for xPos without the growth. Errors: those of the file of factor lists.
Result<PositionModel> makeRotation(const PositionSetup& setup, const RopeSettings& settings);

// The lines of a script that compute `pe`, the cosines and sines, and rotate queries and keys.
SchemeCode ropeNotebook(NotebookLibrary library, const PositionSetup& setup, const RopeSettings& settings);
// With the scale of queries and keys over scaleBase positions.
SchemeCode xposNotebook(NotebookLibrary library, const PositionSetup& setup);

} // namespace phasor
