// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/placements.h"
#include "random/generator.h"
#include "text/valuespec.h"

namespace phasor {

// Threads that a multiprocessor of a GPU holds.
enum class GpuThreads : int { T2048 = 2048, T1536 = 1536, T1024 = 1024 };

// The factor on E by name.
enum class ScaleRule {
    SqrtDModel, // as the paper: the square root of the width
    None, // 1
};

enum class Combine {
    Sum, // s·E + PE
    Concatenate, // [s·E, PE]
};

enum class DropoutMode { Train, Eval };

// Where the queries and keys of a head come from.
enum class Projection {
    Identity, // the head's columns of the output
    Random, // the output times W_q, W_k of N(0, 1/√d_model)
};

std::span<const EnumChoice<GpuThreads>> choicesOf(GpuThreads);
std::span<const EnumChoice<ScaleRule>> choicesOf(ScaleRule);
std::span<const EnumChoice<Combine>> choicesOf(Combine);
std::span<const EnumChoice<DropoutMode>> choicesOf(DropoutMode);
std::span<const EnumChoice<DropoutOperator>> choicesOf(DropoutOperator);
std::span<const EnumChoice<Projection>> choicesOf(Projection);

// What other layers register, from their lists.
std::vector<ParameterChoice> tokenizerChoices();
std::vector<ParameterChoice> schemeChoices();
std::vector<ParameterChoice> initializerChoices();
std::vector<ParameterChoice> generatorChoices();

} // namespace phasor
