// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/parameters/choices.h"

#include "encodings/schemes.h"
#include "inputs/initializers.h"
#include "inputs/tokenizers/tokenizer.h"

namespace phasor {

namespace {

template <typename Registry, typename Explain>
std::vector<ParameterChoice> listed(const Registry& registry, Explain explain)
{
    std::vector<ParameterChoice> choices;
    for (const auto& entry : registry)
        choices.push_back({entry.id, entry.label, explain(entry)});
    return choices;
}

constexpr auto kExplanation = [](const auto& entry) {
    return entry.explanation;
};

} // namespace

std::span<const EnumChoice<GpuThreads>> choicesOf(GpuThreads)
{
    static constexpr EnumChoice<GpuThreads> kChoices[] = {
        {GpuThreads::T2048, {"2048", WORDS("2048"), WORDS("P100, V100, A100, H100, H200")}},
        {GpuThreads::T1536, {"1536", WORDS("1536"), WORDS("RTX 30 and RTX 40, A10, L4, L40")}},
        {GpuThreads::T1024, {"1024", WORDS("1024"), WORDS("T4, RTX 20")}},
    };
    return kChoices;
}

std::span<const EnumChoice<ScaleRule>> choicesOf(ScaleRule)
{
    static constexpr EnumChoice<ScaleRule> kChoices[] = {
        {ScaleRule::SqrtDModel,
         {"sqrt-d-model", WORDS("√d_model"), WORDS("E is multiplied by √d_model, as in the paper")}},
        {ScaleRule::None, {"none", WORDS("none"), WORDS("E is not scaled: s = 1")}},
    };
    return kChoices;
}

std::span<const EnumChoice<Combine>> choicesOf(Combine)
{
    static constexpr EnumChoice<Combine> kChoices[] = {
        {Combine::Sum, {"sum", WORDS("sum  s·E + PE"), WORDS("PE is added to the embedding")}},
        {Combine::Concatenate, {"concat", WORDS("concatenation  [s·E, PE]"), WORDS("PE has dimensions of its own")}},
    };
    return kChoices;
}

std::span<const EnumChoice<DropoutMode>> choicesOf(DropoutMode)
{
    static constexpr EnumChoice<DropoutMode> kChoices[] = {
        {DropoutMode::Train, {"train", WORDS("train"), WORDS("dropout is active")}},
        {DropoutMode::Eval, {"eval", WORDS("eval"), WORDS("dropout changes nothing")}},
    };
    return kChoices;
}

std::span<const EnumChoice<DropoutOperator>> choicesOf(DropoutOperator)
{
    static constexpr EnumChoice<DropoutOperator> kChoices[] = {
        {DropoutOperator::Module,
         {"module", WORDS("nn.Dropout"), WORDS("1 divided by 1 − p, both in float32, as the module computes it")}},
        {DropoutOperator::Native,
         {"native", WORDS("torch.native_dropout"),
          WORDS("the reciprocal of 1 − p in double precision, then float32. On a CPU the last bit differs for some p, "
                "such as 0.15")}},
    };
    return kChoices;
}

std::span<const EnumChoice<Projection>> choicesOf(Projection)
{
    static constexpr EnumChoice<Projection> kChoices[] = {
        {Projection::Identity,
         {"identity", WORDS("identity"), WORDS("queries and keys are the head's columns of the output")}},
        {Projection::Random,
         {"random", WORDS("random W_q, W_k"),
          WORDS("the output times random matrices, N(0, 1/√d_model), as before training")}},
    };
    return kChoices;
}

std::vector<ParameterChoice> tokenizerChoices()
{
    std::vector<ParameterChoice> choices; // tokenizers that need no file
    for (const TokenizerInfo& info : tokenizers()) {
        if (info.make != nullptr)
            choices.push_back({info.id, info.label, info.explanation});
    }
    return choices;
}

std::vector<ParameterChoice> schemeChoices()
{
    return listed(schemes(), [](const Scheme& scheme) { return scheme.formula; });
}

std::vector<ParameterChoice> initializerChoices()
{
    return listed(initializers(), kExplanation);
}

std::vector<ParameterChoice> generatorChoices()
{
    return listed(generators(), kExplanation);
}

} // namespace phasor
