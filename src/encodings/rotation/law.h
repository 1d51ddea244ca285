// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/rotation/settings.h"
#include "encodings/sinusoidal/widereal.h"

namespace phasor {

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

// Pairs of YaRN's ramp before rounding: below `low` unchanged, above `high` interpolated.
struct YarnRamp
{
    WideReal low;
    WideReal high; // not low
    bool none = false; // the ramp ends before the first pair: all are unchanged
};
YarnRamp yarnRamp(const RopeLaw& law);

// θ' of each pair after scaling, with 110 bits or more.
std::vector<WideReal> exactFrequencies(const RopeLaw& law);

// Frequencies as computed by transformers: float32, step by step, with PyTorch's bits.
std::vector<float> frameworkFrequencies(const RopeLaw& law);

// Model of a rotation with checked settings; for xPos without the growth. Errors: those of the file of factor lists.
Result<PositionModel> makeRotation(const PositionSetup& setup, const RopeSettings& settings);

// The lines of a script that compute `pe`, the cosines and sines, and rotate queries and keys.
SchemeCode ropeNotebook(NotebookLibrary library, const PositionSetup& setup, const RopeSettings& settings);
// With the scale of queries and keys over scaleBase positions.
SchemeCode xposNotebook(NotebookLibrary library, const PositionSetup& setup);

} // namespace phasor
