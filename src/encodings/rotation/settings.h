// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"
#include "encodings/schemes.h"
#include "text/result.h"

namespace phasor {

// LongRoPE's `long_factor` (or `short_factor`) from a JSON file: at the top, or where a model's config.json has it. One
// number > 0 for each of `pairs`. Errors of kind Input: those of the file and its JSON, MISSING, TYPE, RANGE, SHAPE.
Result<std::vector<double>> readFactorList(const std::string& path, bool longList, std::int64_t pairs);

// Scaling of a trained model's frequencies for longer inputs.
enum class RopeScaling { None, Linear, Ntk, DynamicNtk, Yarn, Llama3, LongRope };

// Precision of cosines and sines.
enum class RotationPrecision {
    Exact, // every float32 is the correctly rounded value
    Float32, // computed like transformers does, step by step
    Bfloat16, // the same, rounded to that type when they are done
    Float16,
};

std::span<const EnumChoice<RopeScaling>> choicesOf(RopeScaling);
std::span<const EnumChoice<RotationPrecision>> choicesOf(RotationPrecision);
std::span<const EnumChoice<PairLayout>> choicesOf(PairLayout);

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

} // namespace phasor
