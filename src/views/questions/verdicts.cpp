// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/questions/answers.h"

#include "pipeline/parameters/parameterspec.h"

namespace phasor {

// A change worth trying; `other` if the parameter has the value already.
static Trial either(const Parameters& p, const char* parameter, const char* value, const char* other)
{
    const bool there = printValue(findParameter(parameter, p)->get(p)) == value;
    return {parameter, there ? other : value};
}

const QuestionInfo& infoOf(Question question)
{
    static constexpr std::array<QuestionInfo, 5> kInfos{{
        {"dropout-on-sum", "recoverability", "output", "placement=sum,embedding"},
        {"lost-tokens", "dropout", "output"},
        {"add-or-concatenate", "overlap", "sum", "combine=sum,concat"},
        {"scale", "ratio", "sum", "scale=none,sqrt-d-model"},
        {"what-dropout-does", "histogram", "output"},
    }};
    return kInfos[static_cast<std::size_t>(question)];
}

std::vector<Trial> trialsOf(Question question, const Parameters& p)
{
    const bool needsTable = question != Question::LostTokens && question != Question::WhatDropoutDoes;
    if (needsTable && !addsTable(p))
        return {{"scheme", "sinusoidal"}};
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

MoreReadable moreReadable(const Recovery& now, const Recovery& other)
{
    const Recovered& a = now.position;
    const Recovered& b = other.position;
    if (!std::isfinite(a.share) || !std::isfinite(b.share))
        return MoreReadable::Unknown;
    if (a.high < b.low)
        return MoreReadable::Other;
    return b.high < a.low ? MoreReadable::Now : MoreReadable::Neither;
}

constexpr double kTouched = 0.01; // of the embedding's energy

Spoiling spoilingOf(const std::array<QuarterEnergy, 2>& quarters)
{
    const auto& [first, last] = quarters;
    if (!(first.scaled > 0) || !(last.scaled > 0) || !(first.position + last.position > 0))
        return Spoiling::Nothing;
    const double varying = first.varying / first.scaled;
    if (varying < kTouched || !(varying > 10 * (last.varying / last.scaled)))
        return Spoiling::NotSo;
    return last.position / last.scaled < kTouched ? Spoiling::True : Spoiling::HalfRight;
}

Beside besideOf(double ratio)
{
    if (ratio > 5)
        return Beside::FarLarger;
    if (ratio > 2)
        return Beside::Larger;
    return ratio >= 0.5 ? Beside::OneSize : Beside::Smaller;
}

} // namespace phasor
