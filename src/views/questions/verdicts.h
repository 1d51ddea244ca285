// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/questions/answers.h"

#include <cmath>

// What the numbers of a set-up say to a question or a claim: pure functions of what was measured, any thread.
namespace phasor {

// Which of two places for dropout leaves the position more readable: where their 95 % intervals do not meet.
enum class MoreReadable { Unknown, Neither, Now, Other };
MoreReadable moreReadable(const PlacedDropout& now, const PlacedDropout& other);

// “With dropout on the embedding alone no neuron is really dropped”: hardly a number of the output is exactly zero,
// less than a fifth of what is dropped.
inline bool hidesItsZeros(const PlacedDropout& onEmbedding, double p)
{
    return onEmbedding.zeros < p / 5;
}

// “10 tokens of 512 numbers lose 60 % of them”: within 5 points.
inline bool losesSixtyPercent(const DropoutAnswer& answer)
{
    return std::abs(answer.shareOfTen() - 0.6) < 0.05;
}

// Whether more than one token in a thousand is lost whole.
inline bool losesTokens(const LossAnswer& answer)
{
    return answer.log10Loss > -3;
}

// How the leading directions of embedding and encoding lie. AllDirections: all that there are, which overlap by 1
// whatever they are. Hardly: by less than a tenth. Of the others, chance is 3 standard deviations of random directions.
enum class Meeting { AllDirections, Hardly, AsByChance, MoreThanByChance };
Meeting meetingOf(const SpaceOverlap& overlap); // not empty

// “The sum spoils the first dimensions and leaves the last untouched”. HalfRight: what varies with position is mostly
// in the first quarter, ten times as much beside the embedding as in the last, but the last has a constant as large.
// Nothing: the embedding is zero.
enum class Spoiling { Nothing, NotSo, HalfRight, True };
Spoiling spoilingOf(const std::array<QuarterEnergy, 2>& quarters);

// The embedding beside the encoding, R: more than 5, more than 2, from 0.5 on, less.
enum class Beside { FarLarger, Larger, OneSize, Smaller };
Beside besideOf(double ratio);

// What the scale does to the encoding's relative size.
enum class ScaleEffect { None, MakesSmaller, MakesLarger };
ScaleEffect effectOf(const ScaleAnswer& scale);

// Whether a softmax over logits of that standard deviation begins flat.
inline bool beginsFlat(double logits)
{
    return logits <= 3;
}

// Whether the numbers of s·E and of PE are of one size: less than 3 times each other. Nothing: one of them is
// undefined.
std::optional<bool> areOfOneSize(const ScaleAnswer& scale);

} // namespace phasor
