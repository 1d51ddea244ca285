// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"
#include "text/valuespec.h"

#include <span>

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

enum class PlacementId { Sum, Embedding, Position, Separate, Tokens, Dimensions, MaskedFill };

// Dropout target, and the unit that is dropped together.
struct Placement
{
    enum class Operand { Sum, Embedding, Position, Each }; // Each: embedding and encoding, each with its own mask
    enum class Unit { Element, Token, Dimension };

    EnumChoice<PlacementId> choice; // its explanation describes the stage `mask` if that is not obvious
    // Formulas for an encoding that is added, for one that is concatenated, and without any.
    std::string_view formula;
    std::string_view formulaBeside;
    std::string_view formulaAlone = {};
    Operand operand = Operand::Sum;
    Unit unit = Unit::Element;
    bool fillsPadding = false; // rows after the end of the text are set to zero, in training and in evaluation

    bool onEmbedding() const { return operand == Operand::Embedding || operand == Operand::Each; }
    bool onPosition() const { return operand == Operand::Position || operand == Operand::Each; }
};

// The explicit list, the default first.
std::span<const Placement> placements();
const Placement& placementOf(PlacementId id);
std::span<const EnumChoice<PlacementId>> choicesOf(PlacementId);
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
