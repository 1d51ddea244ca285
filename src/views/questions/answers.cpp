// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/questions/answers.h"

#include "encodings/schemes.h"
#include "pipeline/parameters/generatorsettings.h"
#include "views/questions/asked.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::int64_t kAnswerCells = std::int64_t{1} << 18;

Asked askedOf(SceneReader& scene, const PipelinePtr& setup, Effort effort)
{
    const bool still = effort == Effort::Still;
    const std::int64_t rows = still ? 512 : 32;
    const std::int64_t width = setup->parameters().encoding.dModel;
    return {.scene = scene,
            .setup = setup,
            .rows = std::min({rows, setup->sequence().length(), std::max<std::int64_t>(1, kAnswerCells / width)}),
            .recovery = still ? RecoverySize{} : RecoverySize{.rows = 32, .vocabulary = 256, .seeds = 1},
            .firstRowsOfOverlap = !still};
}

void addFacts(const Pipeline& setup, AnswersData& data)
{
    const Parameters& parameters = setup.parameters();
    const auto& facts = *setup.find("mask")->find<DropoutFacts>();
    const Scheme& scheme = *findScheme(parameters.encoding.scheme);
    data.scheme = scheme.label;
    data.kind = scheme.kind;
    data.causal = parameters.attention.causal;
    data.withTable = setup.model().table != nullptr;
    data.concatenated = concatenates(parameters);
    data.p = facts.probability;
    data.factor = facts.factor;
    data.mode = facts.mode;
    for (const Question question : kQuestions)
        data.trials[static_cast<std::size_t>(question)] = trialsOf(question, parameters);
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
    TRY(const PipelinePtr setup, scene.beside(Side::A, [](Parameters&) {}));
    for (const char* id : {"embedding", "sum", "mask", "output"})
        TRY_DONE(setup->find(id)->field);
    if (setup->sequence().length() < 1)
        return usageError("EMPTY", "--text", WORDS("there is no token that could be asked about"),
                          WORDS("type a sentence"));
    const Asked asked = askedOf(scene, setup, effort);
    auto data = std::make_shared<AnswersData>();
    addFacts(*setup, *data);
    TRY(data->dropout, dropoutAnswer(asked));
    TRY(data->loss, lossAnswer(asked));
    if (data->withTable) {
        TRY(data->combination, combinationAnswer(asked, data->dropout.now.recovery));
    }
    TRY(data->scale, scaleAnswer(asked));
    TRY(data->builds, buildAnswers());
    data->trained = trainedAnswers(scene, setup->parameters());
    if (scene.cancel().cancelled())
        return cancelledError();
    data->coarse = effort == Effort::Frame;
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
