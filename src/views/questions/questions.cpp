// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/questions/questions.h"

#include "pipeline/parameters/parameterspec.h"

namespace phasor {

namespace {

// What is worth a look; `other` where the value is there already.
Trial either(const Parameters& p, const char* parameter, const char* value, const char* other)
{
    const bool there = printValue(findParameter(parameter, p)->get(p)) == value;
    return {parameter, there ? other : value};
}

} // namespace

std::string_view questionId(Question question)
{
    constexpr std::array<std::string_view, 5> kIds{"dropout-on-sum", "lost-tokens", "add-or-concatenate", "scale",
                                                   "what-dropout-does"};
    return kIds[static_cast<std::size_t>(question)];
}

std::string_view viewOf(Question question)
{
    constexpr std::array<std::string_view, 5> kViews{"recoverability", "dropout", "overlap", "ratio", "histogram"};
    return kViews[static_cast<std::size_t>(question)];
}

std::vector<Trial> trialsOf(Question question, const Parameters& p)
{
    const bool off = p.dropout.mode == DropoutMode::Eval;
    const Trial mode = either(p, "mode", "eval", "train");
    switch (question) {
    case Question::DropoutOnSum:
        return {off ? mode : either(p, "placement", "embedding", "sum"), either(p, "dropout", "0.5", "0.1")};
    case Question::LostTokens:
        return {off ? mode : either(p, "placement", "tokens", "sum"), either(p, "placement", "masked-fill", "sum"),
                p.sentence.text ? either(p, "protect", "[CLS],[SEP]", "[MASK]")
                                : Trial{"text", "[CLS] the cat sat [SEP]"}};
    case Question::AddOrConcatenate:
        return {either(p, "combine", "concat", "sum"), either(p, "d-model", "64", "512")};
    case Question::Scale:
        return {either(p, "scale", "none", "sqrt-d-model"), either(p, "embedding", "tensor2tensor", "normal"),
                either(p, "embedding", "gpt2", "normal")};
    case Question::WhatDropoutDoes:
        return {mode, either(p, "dropout", "0.5", "0.1"), either(p, "generator", "torch-mkl", "torch")};
    }
    return {};
}

} // namespace phasor
