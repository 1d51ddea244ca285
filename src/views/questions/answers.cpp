// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/questions/answers.h"

#include "analysis/mean.h"
#include "analysis/rows/norms.h"
#include "encodings/schemes.h"
#include "field/materialize.h"
#include "pipeline/parameters/generatorsettings.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/placements.h"
#include "views/dropout/dropoutlaw.h"
#include "views/questions/trainedanswers.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phasor {

namespace {

using Change = std::function<void(Parameters&)>;

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kAnswerCells = std::int64_t{1} << 18;

struct AnswerSize
{
    std::int64_t rows = 512;
    RecoverySize recovery = {};
};

AnswerSize answerSize(Effort effort)
{
    return effort == Effort::Still ? AnswerSize{}
                                   : AnswerSize{.rows = 32, .recovery = {.rows = 32, .vocabulary = 256, .seeds = 1}};
}

// What is worth a look; `other` where the value is there already.
Trial either(const Parameters& p, const char* parameter, const char* value, const char* other)
{
    const bool there = printValue(findParameter(parameter, p)->value(p)) == value;
    return {parameter, there ? other : value};
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
                p.sentence.text ? Trial{"protect", "[CLS],[SEP]"} : Trial{"text", "[CLS] the cat sat [SEP]"}};
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

// The answers of one set-up, part by part.
class Answering
{
public:
    Answering(SceneReader& scene, const PipelinePtr& setup, const AnswerSize& size, AnswersData& data)
        : m_scene(scene)
        , m_setup(setup)
        , m_size(size)
        , m_data(data)
        , m_make([&scene](const Change& change) { return scene.beside(Side::A, change); })
    {
    }

    Status all()
    {
        addFacts();
        TRY_DONE(addDropout());
        addLoss();
        if (m_data.withTable)
            TRY_DONE(addCombination());
        TRY_DONE(addScale());
        return addBuilds();
    }

private:
    const Parameters& parameters() const { return m_setup->parameters(); }
    Rect rowsOf(const Field& field) const { return {0, 0, m_data.measured, field.shape().cols}; }

    void addFacts()
    {
        const auto& facts = *m_setup->find("mask")->find<DropoutFacts>();
        m_data.scheme = findScheme(parameters().encoding.scheme)->label;
        m_data.withTable = m_setup->model().table != nullptr;
        m_data.concatenated = concatenates(parameters());
        m_data.p = facts.probability;
        m_data.factor = facts.factor;
        m_data.mode = facts.mode;
        m_data.placement = facts.placement;
        m_data.dModel = parameters().encoding.dModel;
        m_data.rows = m_setup->sequence().length();
        for (const Question question : kQuestions)
            m_data.trials[static_cast<std::size_t>(question)] = trialsOf(question, parameters());
        m_data.measured = std::min(
            {m_size.rows, m_data.rows, std::max<std::int64_t>(1, kAnswerCells / widthsOf(parameters()).whole)});
    }

    Result<PlacedDropout> placed(const Change& change)
    {
        TRY(const PipelinePtr setup, m_make(change));
        const NodePtr mask = setup->find("mask");
        TRY(const FieldPtr field, setup->find("output")->field);
        TRY_DONE(mask->field);
        Matrix output;
        materialize(*field, rowsOf(*field), output);
        const std::int64_t cells = output.rows() * output.cols();
        PlacedDropout placed{.placement = setup->parameters().dropout.placement,
                             .zeros = static_cast<double>(std::count(output.data(), output.data() + cells, 0.0F))
                                 / static_cast<double>(cells),
                             .positionKept = kNothing,
                             .recovery = {}};
        if (!m_data.withTable)
            return placed;
        const Span rows{0, m_data.measured};
        const NodePtr position = setup->find("position");
        placed.positionKept = positionEnergyKept(*mask, *position, {0, position->columns.count}, std::span(&rows, 1),
                                                 true, m_scene.cancel())
                                  .value;
        TRY(placed.recovery, recovery(change));
        return placed;
    }

    Result<Recovery> recovery(const Change& change)
    {
        return recoveryOf(
            [&](const Change& further) {
                return m_make([&](Parameters& p) {
                    change(p);
                    further(p);
                });
            },
            m_size.recovery, m_scene.cancel());
    }

    Status addDropout()
    {
        TRY(m_data.dropout.now, placed([](Parameters&) {}));
        if (m_data.withTable && m_data.p > 0) {
            const bool alone = m_data.placement == PlacementId::Embedding;
            TRY(m_data.dropout.other, placed([alone](Parameters& p) {
                    p.dropout.placement = alone ? PlacementId::Sum : PlacementId::Embedding;
                }));
        }
        const Field& mask = **m_setup->find("mask")->field;
        m_data.dropout.tenRows = std::min<std::int64_t>(10, m_data.measured);
        Matrix kept;
        materialize(mask, {0, 0, m_data.dropout.tenRows, mask.shape().cols}, kept);
        m_data.dropout.tenCells = kept.rows() * kept.cols();
        m_data.dropout.tenDropped = std::count(kept.data(), kept.data() + m_data.dropout.tenCells, 0.0F);
        return Done{};
    }

    void addLoss()
    {
        const NodePtr mask = m_setup->find("mask");
        const Placement& placement = placementOf(m_data.placement);
        const TokenSequence& sequence = m_setup->sequence();
        m_data.loss.log10Loss = dropoutLaw(*mask, {0, m_data.measured}).log10TokenLoss;
        m_data.loss.draws = placement.unit == Placement::Unit::Token ? 1 : mask->columns.count;
        m_data.loss.rows = m_data.measured;
        m_data.loss.paddingRows = sequence.hasPadding() ? sequence.length() - sequence.textLength() : 0;
        m_data.loss.filled = placement.fillsPadding;
        const Field& field = **mask->field;
        Matrix row(Shape{1, field.shape().cols});
        for (std::int64_t r = 0; r < m_data.measured; ++r) {
            m_data.loss.protectedRows += sequence.isProtected(r);
            field.fill({r, 0, 1, row.cols()}, row.view());
            m_data.loss.lostRows
                += std::all_of(row.data(), row.data() + row.cols(), [](float kept) { return kept == 0; });
        }
        const RowPairs pairs = rowPairs(**m_setup->find("sum")->field, **m_setup->find("output")->field,
                                        rowsOf(**m_setup->find("sum")->field), m_scene.cancel());
        std::vector<double> cosines;
        std::copy_if(pairs.cosine.begin(), pairs.cosine.end(), std::back_inserter(cosines),
                     [](double c) { return !std::isnan(c); });
        m_data.cosine = cosines.empty() ? kNothing : meanOf(cosines);
    }

    Status addCombination()
    {
        CombinationAnswer answer;
        answer.now = m_data.dropout.now.recovery;
        Parameters beside = parameters();
        beside.sum.combine = Combine::Concatenate;
        answer.beside = widthsOf(beside);
        // One dimension cannot be shared.
        if (answer.beside.embedding > 0 && answer.beside.position > 0) {
            const Combine other = m_data.concatenated ? Combine::Sum : Combine::Concatenate;
            Result<Recovery> measured = recovery([other](Parameters& p) { p.sum.combine = other; });
            if (measured.ok())
                answer.other = *measured;
            else if (measured.error().kind == ErrorKind::Cancelled)
                return measured.error();
        }
        if (!m_data.concatenated) {
            const Node& scaled = *m_setup->find("scaled");
            const Node& position = *m_setup->find("position");
            answer.quarters = quartersOf(**scaled.field, **position.field);
            TRY(answer.overlap,
                spaceOverlap(*unscaledDirections(m_setup->find("embedding"), m_setup->find("scaled")), position,
                             m_size.rows < 512 ? m_size.rows : overlapRows(m_data.dModel), SpaceOverlap::kRank,
                             m_scene.cancel()));
        }
        m_data.combination = std::move(answer);
        return Done{};
    }

    std::array<QuarterEnergy, 2> quartersOf(const Field& scaled, const Field& position) const
    {
        const ColumnEnergy words = columnEnergy(scaled, rowsOf(scaled), m_scene.cancel());
        const ColumnEnergy places = columnEnergy(position, rowsOf(position), m_scene.cancel());
        const std::size_t width = words.mean.size();
        const std::size_t quarter = std::max<std::size_t>(1, width / 4);
        std::array<QuarterEnergy, 2> quarters;
        for (std::size_t i = 0; i < quarter; ++i) {
            for (std::size_t q = 0; q < quarters.size(); ++q) {
                const std::size_t c = q == 0 ? i : width - quarter + i;
                const double varying = places.meanSquare[c] - places.mean[c] * places.mean[c];
                quarters[q].scaled += words.meanSquare[c] / static_cast<double>(quarter);
                quarters[q].position += places.meanSquare[c] / static_cast<double>(quarter);
                quarters[q].varying += std::max(0.0, varying) / static_cast<double>(quarter);
            }
        }
        return quarters;
    }

    Status addScale()
    {
        ScaleAnswer& scale = m_data.scale;
        scale.sigma = m_setup->find("embedding")->find<EmbeddingFacts>()->sigma;
        scale.scale = scaleOf(parameters());
        scale.logits = scale.sigma * std::sqrt(static_cast<double>(widthsOf(parameters()).embedding));
        scale.ratio = scale.angle = scale.unscaledRatio = kNothing;
        if (!m_data.withTable)
            return Done{};
        const Field& scaled = **m_setup->find("scaled")->field;
        const Field& position = **m_setup->find("position")->field;
        const double word = meanOf(rowNorms(scaled, rowsOf(scaled), m_scene.cancel()));
        const double place = meanOf(rowNorms(position, rowsOf(position), m_scene.cancel()));
        const double plain = meanOf(rowNorms(**m_setup->find("embedding")->field,
                                             rowsOf(**m_setup->find("embedding")->field), m_scene.cancel()));
        if (place > 0) {
            scale.ratio = word / place;
            scale.unscaledRatio = plain / place;
        }
        if (m_data.concatenated)
            return Done{};
        double total = 0;
        double count = 0;
        for (const double cosine :
             rowPairs(scaled, **m_setup->find("sum")->field, rowsOf(scaled), m_scene.cancel()).cosine) {
            if (!std::isnan(cosine)) {
                total += std::acos(cosine);
                ++count;
            }
        }
        scale.angle = count > 0 ? total / count * 180 / std::numbers::pi : kNothing;
        return Done{};
    }

    // torch.manual_seed(42); nn.Dropout(0.5)(tensor([1, 2, 3, 4]))
    Status addBuilds()
    {
        constexpr std::array<std::string_view, 3> kIds{"torch", "torch-mkl", "torch-cuda"};
        constexpr std::array<SourceText, 3> kNames{WORDS("PyTorch on a CPU without MKL"),
                                                   WORDS("PyTorch on a CPU with MKL"), WORDS("PyTorch on CUDA")};
        for (std::size_t i = 0; i < kIds.size(); ++i) {
            RandomSettings random;
            random.generator = kIds[i];
            TRY(const auto generator, generatorOf(random, Seed{.bits = 42}));
            TRY(const Drawn mask, generator->keepMask({1, 4}, 0.5));
            std::array<float, 4> kept{};
            mask.values->fill({0, 0, 1, 4}, {kept.data(), 1, 4, 4});
            m_data.builds[i].build = kNames[i];
            for (std::size_t k = 0; k < kept.size(); ++k)
                m_data.builds[i].output[k] = kept[k] * 2 * static_cast<float>(k + 1);
        }
        return Done{};
    }

    SceneReader& m_scene;
    PipelinePtr m_setup;
    const AnswerSize& m_size;
    AnswersData& m_data;
    MakeSetup m_make;
};

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

Result<ViewDataPtr> compute(const AnswersRequest&, SceneReader& scene, Effort effort)
{
    const CancelScope scope(scene.cancel());
    TRY(const PipelinePtr setup, scene.beside(Side::A, [](Parameters&) {}));
    for (const char* id : {"embedding", "sum", "mask", "output"})
        TRY_DONE(setup->find(id)->field);
    if (setup->sequence().length() < 1)
        return usageError("EMPTY", "--text", WORDS("there is no token that could be asked about"),
                          WORDS("type a sentence"));
    const AnswerSize size = answerSize(effort);
    auto data = std::make_shared<AnswersData>();
    TRY_DONE(Answering(scene, setup, size, *data).all());
    data->trained = trainedAnswers(scene, setup->parameters());
    if (scene.cancel().cancelled())
        return cancelledError();
    data->coarse = effort == Effort::Frame;
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
