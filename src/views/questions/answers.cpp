// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/questions/answers.h"

#include "encodings/schemes.h"
#include "pipeline/parameters/parameters.h"
#include "pipeline/parameters/parameterspec.h"
#include "views/measures/measure.h"
#include "views/questions/asked.h"

#include <algorithm>

namespace phasor {

namespace {

// A change worth trying; `other` if the parameter has the value already.
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
    return overlap.measured() < 0.1 ? Meeting::Hardly : Meeting::AsByChance;
}

Spoiling spoilingOf(const std::array<QuarterEnergy, 2>& quarters)
{
    const auto& [first, last] = quarters;
    if (!(first.scaled > 0) || !(last.scaled > 0))
        return Spoiling::Nothing;
    if (!(first.varying / first.scaled > 10 * (last.varying / last.scaled)))
        return Spoiling::NotSo;
    return last.position / last.scaled > 0.1 * (first.position / first.scaled) ? Spoiling::HalfRight : Spoiling::True;
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
    return words < 3 * scale.positionSize && scale.positionSize < 3 * words;
}

namespace {

constexpr std::int64_t kAnswerCells = std::int64_t{1} << 18;

Asked askedOf(SceneReader& scene, Side side, const PipelinePtr& setup, Effort effort)
{
    const bool still = effort == Effort::Still;
    const std::int64_t rows = still ? 512 : 32;
    const std::int64_t width = setup->parameters().encoding.dModel;
    return {.scene = scene,
            .side = side,
            .setup = setup,
            .rows = std::min({rows, setup->sequence().length(), std::max<std::int64_t>(1, kAnswerCells / width)}),
            .recovery = still ? RecoverySize{} : RecoverySize{.rows = 32, .vocabulary = 256, .seeds = 1},
            .firstRowsOfOverlap = !still};
}

SetupAnswers factsOf(const Pipeline& setup)
{
    const Parameters& parameters = setup.parameters();
    const auto& facts = *setup.find("mask")->find<DropoutFacts>();
    const Scheme& scheme = *findScheme(parameters.encoding.scheme);
    SetupAnswers answers;
    answers.scheme = scheme.label;
    answers.kind = scheme.kind;
    answers.causal = parameters.attention.causal;
    answers.withTable = setup.model().table != nullptr;
    answers.concatenated = concatenates(parameters);
    answers.p = facts.probability;
    answers.factor = facts.factor;
    answers.mode = facts.mode;
    return answers;
}

Result<SetupAnswers> answersOf(SceneReader& scene, Side side, Effort effort)
{
    TRY(const PipelinePtr setup, scene.beside(side));
    for (const char* id : {"embedding", "sum", "mask", "output"})
        TRY_DONE(setup->find(id)->field);
    if (setup->sequence().length() < 1)
        return usageError("EMPTY", "--text", WORDS("there are no tokens to ask about"), WORDS("type a sentence"));
    const Asked asked = askedOf(scene, side, setup, effort);
    SetupAnswers answers = factsOf(*setup);
    TRY(answers.dropout, dropoutAnswer(asked));
    TRY(answers.loss, lossAnswer(asked));
    if (answers.withTable) {
        TRY(answers.combination, combinationAnswer(asked, answers.dropout.now.recovery));
    }
    TRY(answers.scale, scaleAnswer(asked));
    answers.trained = trainedAnswers(scene, setup->parameters());
    return answers;
}

// torch.manual_seed(42); nn.Dropout(0.5)(tensor([1, 2, 3, 4]))
Result<std::array<BuildAnswer, 3>> buildAnswers()
{
    constexpr std::array<std::string_view, 3> kIds{"torch", "torch-mkl", "torch-cuda"};
    constexpr std::array<SourceText, 3> kNames{WORDS("PyTorch on a CPU without MKL"),
                                               WORDS("PyTorch on a CPU with MKL"), WORDS("PyTorch on CUDA")};
    std::array<BuildAnswer, 3> builds;
    for (std::size_t i = 0; i < kIds.size(); ++i) {
        RandomSettings random;
        random.generator = kIds[i];
        TRY(const auto generator, generatorOf(random, Seed{.bits = 42}));
        TRY(const Drawn mask, generator->keepMask({1, 4}, 0.5));
        std::array<float, 4> kept{};
        mask.values->fill({0, 0, 1, 4}, {kept.data(), 1, 4, 4});
        builds[i].build = kNames[i];
        for (std::size_t k = 0; k < kept.size(); ++k)
            builds[i].output[k] = kept[k] * 2 * static_cast<float>(k + 1);
    }
    return builds;
}

} // namespace

Result<ViewDataPtr> compute(const AnswersRequest&, SceneReader& scene, Effort effort)
{
    const CancelScope scope(scene.cancel());
    TRY(const auto data, sidesOf<AnswersData>(scene, [&](Side side) { return answersOf(scene, side, effort); }));
    noteLeftOut(*data, scene);
    TRY(data->builds, buildAnswers());
    TRY(const PipelinePtr setup, scene.beside(Side::A));
    for (const Question question : kQuestions)
        data->trials[static_cast<std::size_t>(question)] = trialsOf(question, setup->parameters());
    data->coarse = effort == Effort::Frame;
    return ViewDataPtr(data);
}

} // namespace phasor
