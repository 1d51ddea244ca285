// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewtesting.h"

#include "views/questions/answers.h"
#include "views/questions/training.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace phasor;

namespace {

Parameters smallSetUp()
{
    Parameters p;
    p.sentence.text = "a b c";
    p.encoding.dModel = 16;
    p.encoding.maxLen = 64;
    p.attention.heads = 2;
    return p;
}

TrainingRequest smallTraining(TrainingChoice::Phase phase)
{
    TrainingRequest request;
    request.choice.settings = {.steps = 60, .length = 8, .tokens = 6, .batch = 8};
    request.choice.seeds = 2;
    request.choice.phase = phase;
    request.picture = {.width = 64, .height = 64};
    return request;
}

// A window's worth: one cache for all that is asked.
struct Asked
{
    explicit Asked(Scene scene)
        : pipelines(Pipelines::make(scene, cache).value())
    {
    }
    std::shared_ptr<const TrainingData> ask(const TrainingRequest& request, Effort effort)
    {
        SceneReader reader(pipelines, cache, CancelToken{});
        const Result<ViewDataPtr> data = compute(request, reader, effort);
        cache.forgetUnused();
        return data.ok() ? std::dynamic_pointer_cast<const TrainingData>(*data) : nullptr;
    }

    PipelineCache cache;
    Pipelines pipelines;
};

} // namespace

class TestTrainingView : public QObject
{
    Q_OBJECT

private slots:
    void waitsUntilItIsStarted();
    void goesOnInSlices();
    void whatIsFinishedIsKept();
    void stoppedIsForgotten();
    void aFigureShowsAll();
    void twoSetUps();
    void wideSetUpsAreTrainedSmall();
    void answersQuoteIt();
    void secondsAreKnownBefore();
};

void TestTrainingView::waitsUntilItIsStarted()
{
    Asked asked(Scene{.a = smallSetUp()});
    const auto data = asked.ask(smallTraining(TrainingChoice::Phase::Waiting), Effort::Still);
    QVERIFY(data);
    QVERIFY(!data->begun && !data->coarse && !data->goesOn);
    QCOMPARE(data->verdict.kind, Verdict::Kind::Unfinished);
}

void TestTrainingView::goesOnInSlices()
{
    Asked asked(Scene{.a = smallSetUp()});
    const TrainingRequest request = smallTraining(TrainingChoice::Phase::Running);
    auto data = asked.ask(request, Effort::Frame); // a frame only looks
    QVERIFY(data && data->goesOn && !data->begun);
    double before = 0;
    for (int slice = 0; slice < 100 && data->goesOn; ++slice) {
        data = asked.ask(request, Effort::Still);
        QVERIFY(data);
        QVERIFY(data->share > before);
        before = data->share;
    }
    QVERIFY(data->finished && !data->coarse);
    const TrainedVariant& variant = data->variants.front();
    QCOMPARE(variant.steps, (std::vector<double>{0, 25, 50, 60}));
    QCOMPARE(variant.accuracy.size(), std::size_t{4});
    QVERIFY(variant.accuracy.back().low <= variant.accuracy.back().mean);
    QCOMPARE(variant.byPosition.size(), std::size_t{8});
    QVERIFY(std::isfinite(variant.byLength[2].mean));
    QVERIFY(data->attention != nullptr);
    QCOMPARE(data->frameStep, 50);
    QCOMPARE(data->table().columns.front().values.size(), std::size_t{4});
    TrainingRequest part = request;
    part.choice.upTo = 49; // as it was before step 50
    const auto cut = asked.ask(part, Effort::Frame);
    QCOMPARE(cut->frameStep, 0);
    QCOMPARE(cut->variants.front().steps, (std::vector<double>{0, 25}));
    QCOMPARE(cut->variants.front().loss.size(), std::size_t{2});
    QVERIFY(cut->variants.front().byPosition.empty() && std::isnan(cut->variants.front().byLength[0].mean));
    QVERIFY(cut->begun && !cut->finished && !cut->goesOn);
    part.choice.upTo = 60;
    QVERIFY(asked.ask(part, Effort::Frame)->finished);
}

void TestTrainingView::whatIsFinishedIsKept()
{
    Asked asked(Scene{.a = smallSetUp()});
    TrainingRequest request = smallTraining(TrainingChoice::Phase::Running);
    request.complete = true;
    QVERIFY(asked.ask(request, Effort::Still)->finished);
    TrainingRequest other = request;
    other.choice.settings.learningRate = 2e-3;
    QVERIFY(!asked.ask(other, Effort::Frame)->finished);
    asked.cache.forgetUnused();
    QVERIFY(asked.ask(request, Effort::Frame)->finished);
}

void TestTrainingView::stoppedIsForgotten()
{
    Asked asked(Scene{.a = smallSetUp()});
    TrainingRequest request = smallTraining(TrainingChoice::Phase::Running);
    request.choice.settings.steps = 100000;
    QVERIFY(asked.ask(request, Effort::Still)->begun);
    request.choice.phase = TrainingChoice::Phase::Waiting;
    QVERIFY(asked.ask(request, Effort::Still)->begun);
    request.choice.phase = TrainingChoice::Phase::Stopped;
    const auto stopped = asked.ask(request, Effort::Still);
    QVERIFY(!stopped->begun && !stopped->goesOn);
}

void TestTrainingView::aFigureShowsAll()
{
    TrainingRequest request = smallTraining(TrainingChoice::Phase::Running);
    request.complete = true;
    request.choice.vary = {"scheme=sinusoidal,nope"};
    const auto data = viewOf<TrainingData>(request, smallSetUp());
    QVERIFY(data->finished);
    QCOMPARE(data->variants.size(), std::size_t{2});
    QVERIFY(data->verdict.kind == Verdict::Kind::Same || data->verdict.kind == Verdict::Kind::Differ);
    request.choice.vary = {"scheme=none"};
    QVERIFY(!viewResult(request, smallSetUp()).ok());
}

void TestTrainingView::twoSetUps()
{
    Scene scene{smallSetUp(), smallSetUp()};
    scene.b->dropout.p = 0.5;
    const auto data = viewOf<TrainingData>(smallTraining(TrainingChoice::Phase::Waiting), scene);
    QCOMPARE(data->variants.size(), std::size_t{2});
    QCOMPARE(data->variants[1].name, std::string("B"));
    TrainingRequest whole = smallTraining(TrainingChoice::Phase::Running);
    whole.complete = true;
    const auto trained = viewOf<TrainingData>(whole, scene);
    QCOMPARE(trained->less.size(), trained->variants[0].steps.size());
    QCOMPARE(trained->less[2].mean, trained->variants[0].accuracy[2].mean - trained->variants[1].accuracy[2].mean);
    const DataTable table = trained->table();
    const auto less = std::ranges::find(table.columns, "difference_accuracy", &DataTable::Column::name);
    QVERIFY(less != table.columns.end());
    QCOMPARE(less->values, columnFrom(trained->less, &Band::mean));
}

void TestTrainingView::wideSetUpsAreTrainedSmall()
{
    Parameters p = smallSetUp();
    p.encoding.dModel = 512;
    p.attention.heads = 8;
    const auto data = viewOf<TrainingData>(smallTraining(TrainingChoice::Phase::Waiting), p);
    QCOMPARE(data->width, 32);
    QCOMPARE(data->heads, 4);
    QCOMPARE(data->setUpWidth, 512);
    QVERIFY(std::isfinite(data->setUpRatio));
    // R of two billion rows is measured on some of them: every sequence has the same sigma and scale.
    p.encoding.maxLen = 2147483647;
    p.sentence = {};
    p.random.generator = "philox";
    const auto large = viewOf<TrainingData>(smallTraining(TrainingChoice::Phase::Waiting), p);
    QVERIFY2(std::fabs(large->setUpRatio / data->setUpRatio - 1) < 0.05,
             qPrintable(QString::number(large->setUpRatio)));
}

void TestTrainingView::answersQuoteIt()
{
    Asked asked(Scene{.a = smallSetUp()});
    const auto answers = [&] {
        SceneReader reader(asked.pipelines, asked.cache, CancelToken{});
        const auto data = compute(AnswersRequest{}, reader, Effort::Frame).value();
        return std::pair(std::dynamic_pointer_cast<const AnswersData>(data), reader.reading());
    };
    const auto [before, reading] = answers();
    const auto finished = [](const std::optional<SetupAnswers::Trained>& answer) {
        return answer.has_value();
    };
    QVERIFY(std::none_of(before->a.trained.begin(), before->a.trained.end(), finished));
    TrainingRequest request = smallTraining(TrainingChoice::Phase::Running);
    request.complete = true;
    request.choice.vary = {"placement=sum,embedding"};
    QVERIFY(asked.ask(request, Effort::Still)->finished);
    // What was read is not as it was, so that the window asks again.
    QVERIFY(!std::all_of(reading.begin(), reading.end(), [&](const auto& same) { return same(asked.pipelines); }));
    const auto [after, unused] = answers();
    QCOMPARE(std::count_if(after->a.trained.begin(), after->a.trained.end(), finished), 1);
    const auto& quoted = after->a.trained[static_cast<std::size_t>(Question::DropoutOnSum)];
    QVERIFY(quoted.has_value());
    QVERIFY(quoted->settings == request.choice.settings);
    QVERIFY(english(quoted->said).size() > 10);
}

void TestTrainingView::secondsAreKnownBefore()
{
    Asked asked(Scene{.a = smallSetUp()});
    const auto secondsOf = [&asked](TrainingChoice choice) {
        SceneReader reader(asked.pipelines, asked.cache, CancelToken{});
        return trainingSeconds(choice, reader);
    };
    TrainingChoice choice = smallTraining(TrainingChoice::Phase::Waiting).choice;
    choice.settings.steps = 1000;
    const Result<double> seconds = secondsOf(choice);
    QVERIFY(seconds.ok());
    QVERIFY(*seconds > 0);
    QCOMPARE(*secondsOf(choice), *seconds); // measured once
    choice.settings.steps = 1000000;
    QVERIFY(*secondsOf(choice) > 10 * *seconds);
    QVERIFY(!asked.ask(smallTraining(TrainingChoice::Phase::Waiting), Effort::Still)->begun); // nothing is left of it
    choice.vary = {"no-such=1,2"};
    QVERIFY(!secondsOf(choice).ok());
}

QTEST_APPLESS_MAIN(TestTrainingView)
#include "tst_trainingview.moc"
