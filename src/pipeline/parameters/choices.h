// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/placements.h"
#include "random/generator.h"
#include "text/valuespec.h"

namespace phasor {

// Threads per multiprocessor of a GPU.
enum class GpuThreads : int { T2048 = 2048, T1536 = 1536, T1024 = 1024 };

// Embedding scale by name.
enum class ScaleRule {
    SqrtDModel, // √d_model, as in the paper
    None, // 1
};

enum class Combine {
    Sum, // s·E + PE
    Concatenate, // [s·E, PE]
};

enum class DropoutMode { Train, Eval };

// Source of the queries and keys of a head.
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

// Choices from the lists of other layers.
std::vector<ParameterChoice> tokenizerChoices();
std::vector<ParameterChoice> schemeChoices();
std::vector<ParameterChoice> initializerChoices();
std::vector<ParameterChoice> generatorChoices();

} // namespace phasor
