// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/choices.h"

#include "encodings/schemes.h"
#include "inputs/initializers.h"
#include "inputs/tokenizer.h"
#include "pipeline/placements.h"
#include "random/generator.h"

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

std::vector<ParameterChoice> tokenizerChoices()
{
    return listed(tokenizers(), kExplanation);
}

std::vector<ParameterChoice> schemeChoices()
{
    return listed(schemes(), [](const Scheme& scheme) { return scheme.formula; });
}

std::vector<ParameterChoice> layoutChoices()
{
    return {
        {"interleaved", "interleaved", "sine and cosine alternate, as in the PyTorch tutorial"},
        {"halves", "halves", "all sines, then all cosines; the same frequencies"},
        {"tensor2tensor", "tensor2tensor", "halves with frequencies b^(−i/(h − 1)), as the paper's own code has them"}};
}

std::vector<ParameterChoice> precisionChoices()
{
    return {{"exact", "exact", "each float32 is the correctly rounded value"},
            {"float32", "float32", "as PyTorch (without MKL) computes the tutorial's formula in float32"},
            {"bfloat16", "bfloat16", "positions, frequencies and table in bfloat16"},
            {"float16", "float16", "positions, frequencies and table in float16, which ends at 65504"},
            {"bfloat16-rounded", "bfloat16, at the end", "the exact table, rounded to bfloat16 when it is done"},
            {"float16-rounded", "float16, at the end", "the exact table, rounded to float16 when it is done"}};
}

std::vector<ParameterChoice> initializerChoices()
{
    return listed(initializers(), kExplanation);
}

std::vector<ParameterChoice> generatorChoices()
{
    return listed(generators(), kExplanation);
}

std::vector<ParameterChoice> gpuThreadsChoices()
{
    return {{"2048", "2048", "P100, V100, A100, H100, H200"},
            {"1536", "1536", "RTX 30 and RTX 40, A10, L4, L40"},
            {"1024", "1024", "T4, RTX 20"}};
}

std::vector<ParameterChoice> scaleChoices()
{
    return {{"sqrt-d-model", "√d_model", "as the paper: E is multiplied by the square root of its width"},
            {"none", "none", "E as it is: factor 1"}};
}

std::vector<ParameterChoice> combineChoices()
{
    return {{"sum", "sum  s·E + PE", "the encoding is added to the embedding"},
            {"concat", "concatenation  [s·E, PE]", "the encoding has dimensions of its own"}};
}

std::vector<ParameterChoice> placementChoices()
{
    return listed(placements(), kExplanation);
}

std::vector<ParameterChoice> dropoutScaleChoices()
{
    return {
        {"module", "nn.Dropout", "the module's factor: 1 divided by 1 − p, both in float32"},
        {"native", "torch.native_dropout",
         "the function's factor: the reciprocal of 1 − p in double precision, then float32; the last bit differs for "
         "some p, 0.15 among them. On a GPU both are the same"}};
}

std::vector<ParameterChoice> modeChoices()
{
    return {{"train", "train", "dropout acts"}, {"eval", "eval", "dropout is the identity"}};
}

} // namespace phasor
