// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/questions/training.h"

#include "field/matrixfield.h"
#include "field/parallel.h"
#include "views/measures/measure.h"

#include <algorithm>
#include <chrono>

namespace phasor {

const Setting<TrainingChoice>& seedsSetting()
{
    static const Setting<TrainingChoice> seeds
        = setting(integer("seeds", WORDS("Seeds"), 1, kMostSeeds)
                      .says(WORDS("Number of seeds for each variant, 5 if not given.")),
                  &TrainingChoice::seeds);
    return seeds;
}

constexpr std::chrono::milliseconds kSlice{300}; // training time between two pictures
constexpr std::int64_t kRatioCells = std::int64_t{1} << 16; // visited for R of the setup

static Parameters readForTraining(SceneReader& scene, Side side)
{
    Parameters p;
    p.encoding = scene.read(&Parameters::encoding, side);
    p.embedding = scene.read(&Parameters::embedding, side);
    p.random = scene.read(&Parameters::random, side);
    p.sum = scene.read(&Parameters::sum, side);
    p.dropout = scene.read(&Parameters::dropout, side);
    p.attention = scene.read(&Parameters::attention, side);
    return p;
}

static Experiment experimentOf(const TrainingChoice& choice, SceneReader& scene)
{
    Experiment experiment{.scene = {smallModel(readForTraining(scene, Side::A)), {}},
                          .settings = choice.settings,
                          .vary = choice.vary,
                          .seeds = choice.seeds};
    if (scene.comparing())
        experiment.scene.b = smallModel(readForTraining(scene, Side::B));
    return experiment;
}

static Result<TrainingBook::Progress> trainedFor(const TrainingRequest& request, const Experiment& experiment,
                                                 TrainingBook& book, Effort effort)
{
    const bool running = request.choice.phase == TrainingChoice::Phase::Running;
    if (request.choice.phase == TrainingChoice::Phase::Stopped)
        book.forgetUnfinished();
    TRY(TrainingBook::Progress now, book.look(experiment));
    const auto begin = std::chrono::steady_clock::now();
    while (running && effort == Effort::Still && !now.finished) {
        TRY(now, book.goOn(experiment));
        if (!request.complete && std::chrono::steady_clock::now() - begin > kSlice)
            break;
    }
    return now;
}

static std::vector<double> accuraciesAt(const VariantResult& of, std::size_t step)
{
    return columnFrom(of.runs, [step](const RunRecord& run) { return run.accuracy[step]; });
}

static std::vector<double> byPositionOf(const std::vector<RunRecord>& runs)
{
    std::vector<double> mean;
    std::int64_t count = 0;
    for (const RunRecord& run : runs) {
        if (run.byPosition.empty())
            continue;
        mean.resize(run.byPosition.size());
        for (std::size_t p = 0; p < mean.size(); ++p)
            mean[p] += run.byPosition[p];
        ++count;
    }
    for (double& value : mean)
        value /= static_cast<double>(count);
    return mean;
}

static TrainedVariant trainedVariant(const VariantResult& result)
{
    TrainedVariant variant;
    variant.name = result.variant.name;
    variant.chance = result.chance;
    std::size_t points = result.runs.front().steps.size();
    for (const RunRecord& run : result.runs) {
        points = std::min(points, run.steps.size());
        if (run.brokeAt && !variant.brokeAt)
            variant.brokeAt = run.brokeAt;
    }
    const RunRecord& first = result.runs.front();
    variant.steps.assign(first.steps.begin(), first.steps.begin() + static_cast<std::ptrdiff_t>(points));
    for (std::size_t i = 0; i < points; ++i) {
        variant.accuracy.push_back(shareBandOf(accuraciesAt(result, i)));
        variant.loss.push_back(bandOf(columnFrom(result.runs, [i](const RunRecord& run) { return run.loss[i]; })));
        variant.embedding.push_back(
            bandOf(columnFrom(result.runs, [i](const RunRecord& run) { return run.norms[i].embedding; })));
    }
    variant.byPosition = byPositionOf(result.runs);
    variant.byLength[0] = shareBandOf(result.finals());
    for (std::size_t i = 0; i < kLonger.size(); ++i)
        variant.byLength[1 + i] = shareBandOf(result.longer(i));
    if (!first.norms.empty()) {
        variant.before = first.norms.front();
        variant.now = first.norms.back();
    }
    return variant;
}

// A finished run as it was after that step.
static void cutAfter(RunRecord& run, std::int64_t step)
{
    const auto after = static_cast<double>(step);
    const auto points = static_cast<std::size_t>(std::ranges::upper_bound(run.steps, after) - run.steps.begin());
    if (points == run.steps.size())
        return;
    run.steps.resize(points);
    run.loss.resize(points);
    run.accuracy.resize(points);
    run.norms.resize(points);
    std::erase_if(run.attention, [step](const AttentionFrame& frame) { return frame.step > step; });
    const RunRecord unfinished;
    run.finished = false;
    run.final = unfinished.final;
    run.byPosition.clear();
    run.longer = unfinished.longer;
    run.brokeAt.reset();
}

// The first layer's attention of the sentence that is kept.
static Status addAttention(TrainingData& data, const TrainingRequest& request, const RunRecord& run)
{
    if (run.attention.empty() || request.picture.width < 1 || request.picture.height < 1)
        return Done{};
    const AttentionFrame& frame = run.attention.back();
    data.frameStep = frame.step;
    const auto n = static_cast<std::int64_t>(run.sentence.size());
    const auto cells = std::make_shared<Matrix>(Shape{n, n});
    std::copy_n(frame.weights.begin(), n * n, cells->data());
    const MatrixField field(cells, {0, 1});
    const Axis queries{.kind = AxisKind::Position, .count = n};
    const Axis keys{.kind = AxisKind::Key, .count = n};
    const Quantity quantity{WORDS("a"), WORDS("Attention"), QuantityFamily::Magnitude, Hue::Sum};
    TRY(Picture picture, makePicture(Pictured{field, queries, keys, quantity}, request.picture, kFrameCells));
    data.attention = std::make_shared<const Picture>(std::move(picture));
    return Done{};
}

DataTable TrainingData::table() const
{
    DataTable table;
    const auto addBand = [&table](const std::string& name, const BandCurve& curve) {
        table.add(name, columnFrom(curve, &Band::mean));
        table.add(name + "_low", columnFrom(curve, &Band::low));
        table.add(name + "_high", columnFrom(curve, &Band::high));
    };
    for (std::size_t v = 0; v < variants.size(); ++v) {
        const TrainedVariant& one = variants[v];
        const std::string name = one.name.empty() ? "" : one.name + " ";
        table.add(name + "step", one.steps);
        addBand(name + "accuracy", one.accuracy);
        addBand(name + "loss", one.loss);
        addBand(name + "embedding", one.embedding);
        table.add(name + "accuracy_by_position", one.byPosition);
        table.add(name + "accuracy_by_length", columnFrom(one.byLength, &Band::mean));
    }
    if (!less.empty())
        addBand("difference_accuracy", less);
    return table;
}

Result<ViewDataPtr> compute(const TrainingRequest& request, SceneReader& scene, Effort effort)
{
    const Experiment experiment = experimentOf(request.choice, scene);
    const std::shared_ptr<TrainingBook> book = scene.lasting<TrainingBook>();
    TRY(TrainingBook::Progress now, trainedFor(request, experiment, *book, effort));
    const bool goesOn = !now.finished && request.choice.phase == TrainingChoice::Phase::Running;
    if (const std::int64_t steps = experiment.settings.steps; request.choice.upTo.value_or(steps) < steps) {
        for (VariantResult& result : now.results)
            std::ranges::for_each(result.runs, [&](RunRecord& run) { cutAfter(run, *request.choice.upTo); });
        now.share = static_cast<double>(*request.choice.upTo) / static_cast<double>(steps);
        now.finished = false;
    }
    auto data = std::make_shared<TrainingData>();
    for (const VariantResult& result : now.results)
        data->variants.push_back(trainedVariant(result));
    if (experiment.scene.b) {
        const std::size_t both = std::min(data->variants[0].steps.size(), data->variants[1].steps.size());
        for (std::size_t i = 0; i < both; ++i)
            data->less.push_back(lessBandOf(accuraciesAt(now.results[0], i), accuraciesAt(now.results[1], i)));
    }
    data->verdict = verdictOf(now.results);
    data->said = said(data->verdict, now.results);
    data->choice = request.choice;
    data->width = experiment.scene.a.encoding.dModel;
    data->heads = experiment.scene.a.attention.heads;
    data->head = experiment.scene.a.attention.head;
    data->setUpWidth = scene.read(&Parameters::encoding).dModel;
    if (data->width != data->setUpWidth) {
        MeasuredPart at{.scene = scene};
        at.visited = sampledRows(at.rows(), at.node("sum")->columns.count, kRatioCells);
        const Result<Estimate> ratio = numberOf("ratio", at);
        data->setUpRatio = ratio.ok() ? ratio->value : data->setUpRatio;
    }
    data->others = now.others;
    data->share = now.share;
    data->begun = now.share > 0 || request.choice.upTo;
    data->finished = now.finished;
    TRY_DONE(addAttention(*data, request, now.results.front().runs.front()));
    data->coarse = goesOn;
    data->goesOn = goesOn;
    return ViewDataPtr(std::move(data));
}

Result<double> trainingSeconds(const TrainingChoice& choice, SceneReader& scene)
{
    const Experiment whole = experimentOf(choice, scene);
    TRY(const auto seconds, scene.kept<double>(whole, [&whole]() -> Result<double> {
        Experiment part = whole; // as many seeds as keep the processors busy
        part.seeds = std::min<std::int64_t>(whole.seeds, workerCount());
        TrainingBook book;
        TrainingBook::Progress now;
        std::chrono::duration<double> last{};
        while (now.share == 0) { // the first time only evaluates
            const auto begin = std::chrono::steady_clock::now();
            TRY(now, book.goOn(part));
            last = std::chrono::steady_clock::now() - begin;
        }
        return last.count() / now.share * static_cast<double>(whole.seeds) / static_cast<double>(part.seeds);
    }));
    return *seconds;
}

} // namespace phasor
