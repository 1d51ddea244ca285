// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/questions/answers.h"

#include "encodings/schemes.h"
#include "field/matrixfield.h"
#include "training/trainingbook.h"
#include "views/dropout/dropout.h"

namespace phasor {

namespace {

// The setup that the questions are about, and how much of it is measured.
struct Asked
{
    PipelinePtr setup; // its nodes embedding, scaled, position, sum, mask and output work; at least one row
    std::int64_t rows = 0; // the first ones, which are measured
    MeasuredPart at; // these rows, all of their cells
    Effort effort = Effort::Still;

    bool withTable() const { return setup->model().table != nullptr; }
    const Field& field(const char* node) const { return **setup->find(node)->field; }
    // Recovery of the setup after the change. Errors: those of recoveryOf.
    Result<Recovery> recoveryAfter(const SetupChange& change) const
    {
        const RecoverySize size
            = effort == Effort::Still ? RecoverySize{} : RecoverySize{.rows = 32, .vocabulary = 256, .seeds = 1};
        return recoveryOf(at.scene, at.side, change, size);
    }
};

Asked askedOf(SceneReader& scene, Side side, const PipelinePtr& setup, Effort effort)
{
    constexpr std::int64_t kCells = std::int64_t{1} << 18;
    const std::int64_t most = std::max<std::int64_t>(1, kCells / setup->parameters().encoding.dModel);
    const std::int64_t rows
        = std::min({std::int64_t{effort == Effort::Still ? 512 : 32}, setup->sequence().length(), most});
    const std::int64_t first = setup->find("embedding")->rows.first;
    return {setup, rows, {scene, side, {.positions = Span{first, first + rows}}}, effort};
}

bool isSpecial(std::string_view token)
{
    return token == "[CLS]" || token == "[SEP]" || token == "[MASK]";
}

Result<PlacedDropout> placed(const Asked& asked, const SetupChange& change)
{
    TRY(const PipelinePtr setup, asked.at.scene.beside(asked.at.side, change));
    const NodePtr mask = setup->find("mask");
    TRY(const FieldPtr field, setup->find("output")->field);
    TRY_DONE(mask->field);
    const Matrix output = materialized(*field, {0, 0, asked.rows, field->shape().cols});
    const std::int64_t cells = output.rows() * output.cols();
    PlacedDropout placed{.placement = setup->parameters().dropout.placement,
                         .zeros = static_cast<double>(std::count(output.data(), output.data() + cells, 0.0F))
                             / static_cast<double>(cells),
                         .positionKept = std::numeric_limits<double>::quiet_NaN(),
                         .recovery = {}};
    if (!asked.withTable())
        return placed;
    const Span rows{0, asked.rows};
    const NodePtr position = setup->find("position");
    placed.positionKept
        = positionEnergyKept(*mask, *position, {0, position->columns.count}, std::span(&rows, 1), true).value;
    TRY(placed.recovery, asked.recoveryAfter(change));
    return placed;
}

Result<DropoutAnswer> dropoutAnswer(const Asked& asked)
{
    DropoutAnswer answer;
    const NodePtr mask = asked.setup->find("mask");
    const auto& facts = *mask->find<DropoutFacts>();
    TRY(answer.now, placed(asked, [](Parameters&) {}));
    if (asked.withTable() && facts.probability > 0) {
        const bool alone = facts.placement == PlacementId::Embedding;
        TRY(answer.other, placed(asked, [alone](Parameters& p) {
                p.dropout.placement = alone ? PlacementId::Sum : PlacementId::Embedding;
            }));
    }
    answer.tenRows = std::min<std::int64_t>(10, asked.rows);
    answer.tenCells = answer.tenRows * mask->columns.count;
    answer.tenDropped = std::llround(shareOfZeros(**mask->field, {0, 0, answer.tenRows, mask->columns.count}).value
                                     * static_cast<double>(answer.tenCells));
    answer.tenExpected = dropoutLaw(*mask, {0, answer.tenRows}).droppedShare;
    return answer;
}

Result<LossAnswer> lossAnswer(const Asked& asked)
{
    const NodePtr mask = asked.setup->find("mask");
    const Placement& placement = placementOf(mask->find<DropoutFacts>()->placement);
    const TokenSequence& sequence = asked.setup->sequence();
    LossAnswer loss{.log10Loss = dropoutLaw(*mask, {0, asked.rows}).log10TokenLoss,
                    .operand = placement.operand,
                    .draws = placement.unit == Placement::Unit::Token ? 1 : mask->columns.count,
                    .rows = asked.rows,
                    .paddingRows = sequence.hasPadding() ? sequence.length() - sequence.textLength() : 0,
                    .filled = placement.fillsPadding};
    TRY(const auto rows, dropoutPairsOf(asked.at));
    for (std::size_t i = 0; i < rows->normA.size(); ++i)
        loss.lostRows += rows->normA[i] > 0 && rows->normB[i] == 0;
    for (std::int64_t row = 0; row < asked.rows; ++row) {
        const bool isProtected = sequence.isProtected(row);
        loss.protectedRows += isProtected;
        if (sequence.hasText() && isSpecial(sequence.label(row))) {
            ++loss.specials;
            loss.protectedSpecials += isProtected;
        }
    }
    TRY(const Estimate cosine, numberOf("dropout_cosine", asked.at));
    loss.cosine = cosine.value;
    return loss;
}

Result<std::array<QuarterEnergy, 2>> quartersOf(const MeasuredPart& at)
{
    TRY(const std::vector<double> scaled, listOf("energy_by_dimension.scaled", at));
    TRY(const std::vector<double> position, listOf("energy_by_dimension.position", at));
    TRY(const std::vector<double> varying, listOf("energy_by_dimension.position_varying", at));
    const std::size_t quarter = std::max<std::size_t>(1, scaled.size() / 4);
    std::array<QuarterEnergy, 2> quarters;
    for (std::size_t i = 0; i < quarter; ++i) {
        for (std::size_t q = 0; q < quarters.size(); ++q) {
            const std::size_t c = q == 0 ? i : scaled.size() - quarter + i;
            quarters[q].scaled += scaled[c] / static_cast<double>(quarter);
            quarters[q].position += position[c] / static_cast<double>(quarter);
            quarters[q].varying += varying[c] / static_cast<double>(quarter);
        }
    }
    return quarters;
}

Result<CombinationAnswer> combinationAnswer(const Asked& asked, const Recovery& now)
{
    CombinationAnswer answer;
    answer.now = now;
    Parameters beside = asked.setup->parameters();
    beside.sum.combine = Combine::Concatenate;
    answer.beside = widthsOf(beside);
    // One dimension cannot be shared.
    const bool concatenated = concatenates(asked.setup->parameters());
    if (answer.beside.embedding > 0 && answer.beside.position > 0) {
        const Combine other = concatenated ? Combine::Sum : Combine::Concatenate;
        Result<Recovery> measured = asked.recoveryAfter([other](Parameters& p) { p.sum.combine = other; });
        if (measured.ok())
            answer.other = *measured;
        else if (measured.error().kind == ErrorKind::Cancelled)
            return measured.error();
    }
    if (concatenated)
        return answer;
    TRY(answer.quarters, quartersOf(asked.at));
    answer.drawnAlike = areDrawnAlike(asked.field("tokens"), asked.field("embedding"), asked.field("position"));
    TRY(const auto overlap,
        overlapOf(asked.effort == Effort::Frame ? asked.at : MeasuredPart{asked.at.scene, asked.at.side}));
    answer.overlap = *overlap;
    return answer;
}

Result<ScaleAnswer> scaleAnswer(const Asked& asked)
{
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const MeasuredPart& at = asked.at;
    ScaleAnswer answer{.ratio = kNone, .angle = kNone, .unscaledRatio = kNone, .positionSize = kNone};
    const auto number = [&at](std::string_view key) -> Result<double> {
        TRY(const Estimate estimate, numberOf(key, at));
        return estimate.value;
    };
    TRY(answer.sigma, number("sigma"));
    answer.size = asked.setup->find("embedding")->find<EmbeddingFacts>()->size;
    TRY(answer.scale, number("scale"));
    answer.logits = answer.sigma * std::sqrt(static_cast<double>(widthsOf(asked.setup->parameters()).embedding));
    if (!asked.withTable())
        return answer;
    TRY(answer.positionSize, number("position_size"));
    if (answer.positionSize > 0) {
        TRY(answer.ratio, number("ratio"));
        TRY(answer.unscaledRatio, number("ratio_without_scale"));
    }
    TRY(answer.angle, number("angle_degrees"));
    if (answer.scale != 1) {
        TRY(answer.unscaled, asked.recoveryAfter([](Parameters& p) { p.sum.scale = 1.0; }));
    }
    return answer;
}

// Question of an experiment, by the first thing that it varies. Tied weights are a common explanation of √d_model.
std::optional<Question> questionOf(const Experiment& experiment)
{
    const std::string varied = experiment.vary.empty() ? std::string() : experiment.vary.front();
    const std::string_view name = std::string_view(varied).substr(0, varied.find('='));
    if (name == "placement" || name == "dropout")
        return Question::DropoutOnSum;
    if (name == "combine")
        return Question::AddOrConcatenate;
    if (name == "scale" || name == "tied")
        return Question::Scale;
    return std::nullopt;
}

// Newest finished experiment with this setup, for each Question.
std::array<std::optional<SetupAnswers::Trained>, 5> trainedAnswers(SceneReader& scene, const Parameters& parameters)
{
    const std::shared_ptr<TrainingBook> book = scene.lasting<TrainingBook>();
    scene.readBeside([book, seen = book->quotes()] { return book->quotes() == seen; });
    std::array<std::optional<SetupAnswers::Trained>, 5> answers;
    for (const TrainingBook::Quote& quote : book->quotesOf(smallModel(parameters))) {
        const std::optional<Question> question = questionOf(quote.experiment);
        if (question && !answers[static_cast<std::size_t>(*question)])
            answers[static_cast<std::size_t>(*question)] = SetupAnswers::Trained{quote.experiment.settings, quote.said};
    }
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
    const Parameters& parameters = setup->parameters();
    const auto& facts = *setup->find("mask")->find<DropoutFacts>();
    const Scheme& scheme = *findScheme(parameters.encoding.scheme);
    SetupAnswers answers;
    answers.scheme = scheme.label;
    answers.kind = scheme.kind;
    answers.causal = parameters.attention.causal;
    answers.withTable = asked.withTable();
    answers.concatenated = concatenates(parameters);
    answers.p = facts.probability;
    answers.factor = facts.factor;
    answers.mode = facts.mode;
    TRY(answers.dropout, dropoutAnswer(asked));
    TRY(answers.loss, lossAnswer(asked));
    if (answers.withTable) {
        TRY(answers.combination, combinationAnswer(asked, answers.dropout.now.recovery));
    }
    TRY(answers.scale, scaleAnswer(asked));
    answers.trained = trainedAnswers(scene, parameters);
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
