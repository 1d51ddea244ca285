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

std::string_view stageOf(Question question)
{
    const bool ofSum = question == Question::AddOrConcatenate || question == Question::Scale;
    return ofSum ? "sum" : "output";
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

std::string_view experimentOf(Question question)
{
    constexpr std::array<std::string_view, 5> kVaried{"placement=sum,embedding", "", "combine=sum,concat",
                                                      "scale=none,sqrt-d-model", ""};
    return kVaried[static_cast<std::size_t>(question)];
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

Meeting meetingOf(const SpaceOverlap& overlap)
{
    if (overlap.rank() >= overlap.width)
        return Meeting::AllDirections;
    if (overlap.measured() > overlap.randomAtRank() + 3 * overlap.randomDeviation())
        return Meeting::MoreThanByChance;
    return overlap.measured() < 0.1 && overlap.measured() <= overlap.randomAtRank() ? Meeting::Hardly
                                                                                    : Meeting::AsByChance;
}

constexpr double kTouched = 0.01; // of the embedding's energy

Spoiling spoilingOf(const std::array<QuarterEnergy, 2>& quarters)
{
    const auto& [first, last] = quarters;
    if (!(first.scaled > 0) || !(last.scaled > 0))
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

ScaleEffect effectOf(const ScaleAnswer& scale)
{
    if (scale.ratio == scale.unscaledRatio)
        return ScaleEffect::None;
    return scale.ratio > scale.unscaledRatio ? ScaleEffect::MakesSmaller : ScaleEffect::MakesLarger;
}

std::optional<bool> areOfOneSize(const ScaleAnswer& scale)
{
    const double words = std::abs(scale.scale) * scale.size;
    if (!std::isfinite(words) || !(scale.positionSize > 0))
        return std::nullopt;
    return words <= 2 * scale.positionSize && scale.positionSize <= 2 * words;
}

} // namespace phasor
