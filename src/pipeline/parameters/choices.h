// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"
#include "text/valuespec.h"

#include <span>

namespace phasor {

// Threads per multiprocessor of a GPU.
enum class GpuThreads : int { T2048 = 2048, T1536 = 1536, T1024 = 1024 };
template <>
inline constexpr EnumChoice<GpuThreads> kChoices<GpuThreads>[] = {
    {GpuThreads::T2048, {"2048", WORDS("2048"), WORDS("P100, V100, A100, H100, H200")}},
    {GpuThreads::T1536, {"1536", WORDS("1536"), WORDS("RTX 30 and RTX 40, A10, L4, L40")}},
    {GpuThreads::T1024, {"1024", WORDS("1024"), WORDS("T4, RTX 20")}},
};

// Embedding scale by name.
enum class ScaleRule {
    SqrtDModel, // √d_model, as in the paper
    None, // 1
};
template <>
inline constexpr EnumChoice<ScaleRule> kChoices<ScaleRule>[] = {
    {ScaleRule::SqrtDModel, {"sqrt-d-model", WORDS("√d_model"), WORDS("E is multiplied by √d_model, as in the paper")}},
    {ScaleRule::None, {"none", WORDS("none"), WORDS("E is not scaled: s = 1")}},
};

enum class Combine {
    Sum, // s·E + PE
    Concatenate, // [s·E, PE]
};
template <>
inline constexpr EnumChoice<Combine> kChoices<Combine>[] = {
    {Combine::Sum, {"sum", WORDS("sum  s·E + PE"), WORDS("PE is added to the embedding")}},
    {Combine::Concatenate, {"concat", WORDS("concatenation  [s·E, PE]"), WORDS("PE has dimensions of its own")}},
};

enum class DropoutMode { Train, Eval };
template <>
inline constexpr EnumChoice<DropoutMode> kChoices<DropoutMode>[] = {
    {DropoutMode::Train, {"train", WORDS("train"), WORDS("dropout is active")}},
    {DropoutMode::Eval, {"eval", WORDS("eval"), WORDS("dropout changes nothing")}},
};

// Source of the queries and keys of a head.
enum class Projection {
    Identity, // the head's columns of the output
    Random, // the output times W_q, W_k of N(0, 1/√d_model)
};
template <>
inline constexpr EnumChoice<Projection> kChoices<Projection>[] = {
    {Projection::Identity,
     {"identity", WORDS("identity"), WORDS("queries and keys are the head's columns of the output")}},
    {Projection::Random,
     {"random", WORDS("random W_q, W_k"),
      WORDS("the output times random matrices, N(0, 1/√d_model), as before training")}},
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
template <>
inline constexpr EnumChoice<DropoutOperator> kChoices<DropoutOperator>[] = {
    {DropoutOperator::Module,
     {"module", WORDS("nn.Dropout"), WORDS("1 divided by 1 − p, both in float32, as the module computes it")}},
    {DropoutOperator::Native,
     {"native", WORDS("torch.native_dropout"),
      WORDS("the reciprocal of 1 − p in double precision, then float32. On a CPU the last bit differs for some p, "
            "such as 0.15")}},
};

// Choices from the lists of other layers.
std::vector<ParameterChoice> tokenizerChoices();
std::vector<ParameterChoice> schemeChoices();
std::vector<ParameterChoice> initializerChoices();
std::vector<ParameterChoice> generatorChoices();

} // namespace phasor
