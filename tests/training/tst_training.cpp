// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/cancelscope.h"
#include "training/network/layers.h"
#include "training/trainingbook.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

using namespace phasor;

namespace {

Parameters smallParameters(const char* scheme = "sinusoidal")
{
    Parameters p;
    setScheme(p.encoding, scheme);
    p.encoding.dModel = 16;
    p.encoding.maxLen = 64;
    p.attention.heads = 2;
    p.sum.scale = ScaleRule::None;
    return p;
}

TrainingSettings smallSettings()
{
    return {.steps = 30, .length = 8, .tokens = 6, .batch = 13};
}

std::vector<float> weightsAfter(std::int64_t steps, bool spread)
{
    const auto plan = RunPlan::make(smallParameters(), smallSettings()).value();
    Learner learner(plan->shape, plan->drawWeights(0).value(), plan->settings, std::make_shared<StepMemories>());
    const auto run = TrainingRun::make(plan, 0, std::make_shared<StepMemories>()).value();
    learner.setSpread(spread);
    Batch batch;
    for (std::int64_t step = 0; step < steps; ++step) {
        run->draw(TrainingRun::Purpose::Train, step, 8, batch);
        learner.step(batch, plan->input, plan->masks(0, step));
    }
    return {learner.weights().begin(), learner.weights().end()};
}

TrainingBook::Progress finished(const Experiment& experiment)
{
    TrainingBook book;
    TrainingBook::Progress progress = book.look(experiment).value();
    while (!progress.finished)
        progress = book.goOn(experiment).value();
    return progress;
}

std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>> drawn(const std::string& task, std::int64_t sequence,
                                                                      std::int64_t length = 12)
{
    const auto made = makeTask({.task = task, .length = length, .tokens = 9});
    std::vector<std::int32_t> tokens(static_cast<std::size_t>(length));
    std::vector<std::int32_t> targets(tokens.size(), kNotAsked);
    WordSource words(5, 7, sequence);
    made->draw(words, false, tokens, targets);
    return {tokens, targets};
}

Error errorOf(const Parameters& parameters, const TrainingSettings& settings)
{
    const auto plan = RunPlan::make(parameters, settings);
    return plan.ok() ? Error{} : plan.error();
}

} // namespace

class TestTraining : public QObject
{
    Q_OBJECT

private slots:
    void sameBitsForAnyThreads();
    void sameBitsAfterAStop();
    void masksBelongToSequences();
    void recallAsksForWhatWasThere();
    void secondHalves();
    void orderIsRight();
    void inductionFollowsItsRun();
    void textsAreRead();
    void chanceIsThatOfOneAnswer();
    void refusals_data();
    void refusals();
    void studentsT();
    void differencesBeyondTheNoise();
    void itLearns();
    void noNumberEndsTheCurve();
    void variantsAreProducts();
    void finishedRunsAreKept();
    void finishedRunsCanBeAdded();
    void theLastPausedGoOn();
    void theSameVariantTwice();
    void tablesThatEnd();
    void everySchemeLearns_data();
    void everySchemeLearns();
#if defined(__GLIBC__)
    void finishedVariantsKeepNoTables();
    void nothingOfAStepIsKept();
#endif
};

void TestTraining::sameBitsForAnyThreads()
{
    const std::vector<float> one = weightsAfter(12, false);
    const std::vector<float> spread = weightsAfter(12, true);
    QCOMPARE(one.size(), spread.size());
    for (std::size_t i = 0; i < one.size(); ++i)
        QCOMPARE(std::bit_cast<std::uint32_t>(one[i]), std::bit_cast<std::uint32_t>(spread[i]));
    QVERIFY(one != weightsAfter(11, false));
}

// A run that is stopped at any place and goes on has the curve of one that never stopped.
void TestTraining::sameBitsAfterAStop()
{
    const auto plan = RunPlan::make(smallParameters(), smallSettings()).value();
    const auto memories = std::make_shared<StepMemories>();
    const auto whole = TrainingRun::make(plan, 0, memories).value();
    while (!whole->record().finished)
        whole->advance(false);
    const auto broken = TrainingRun::make(plan, 0, memories).value();
    while (!broken->record().finished) {
        const CancelToken stop;
        stop.cancel();
        {
            const CancelScope scope(stop);
            broken->advance(false);
        }
        broken->advance(true);
    }
    QCOMPARE(broken->record().accuracy, whole->record().accuracy);
    QCOMPARE(broken->record().loss, whole->record().loss);
    QCOMPARE(broken->record().final, whole->record().final);
    QCOMPARE(whole->record().steps, (std::vector<double>{0, 25, 30}));
    QCOMPARE(whole->record().attention.size(), std::size_t{1});
}

void TestTraining::masksBelongToSequences()
{
    const ModelShape shape{.vocabulary = 5, .width = 6, .embeddingWidth = 6};
    MaskLaw law{.p = 0.25, .placement = PlacementId::Separate, .hasTable = true, .key = 3, .offset = 4};
    const std::vector<std::int32_t> none(40);
    const auto masksOf = [&](std::int64_t first, std::int64_t sequences) {
        PlacedMasks masks;
        drawMasks(law, shape, {first, sequences, 5, none.data(), none.data()}, masks);
        return masks;
    };
    const PlacedMasks all = masksOf(0, 8);
    const PlacedMasks one = masksOf(3, 1);
    QVERIFY(std::equal(one.embedding.begin(), one.embedding.end(), all.embedding.begin() + 3 * 30));
    QVERIFY(std::equal(one.position.begin(), one.position.end(), all.position.begin() + 3 * 30));
    QVERIFY(all.position != all.embedding);
    QVERIFY(all.sum.empty());
    const auto kept = std::count(all.embedding.begin(), all.embedding.end(), 1 / 0.75F);
    const auto lost = std::count(all.embedding.begin(), all.embedding.end(), 0.0F);
    QCOMPARE(kept + lost, std::ptrdiff_t{240});
    QVERIFY(lost > 35 && lost < 85); // 60 ± 4 standard deviations
    law.placement = PlacementId::Tokens;
    const PlacedMasks tokens = masksOf(0, 8);
    for (std::size_t cell = 0; cell < tokens.sum.size(); ++cell)
        QCOMPARE(tokens.sum[cell], tokens.sum[cell / 6 * 6]);
    law.placement = PlacementId::Dimensions;
    const PlacedMasks dimensions = masksOf(0, 8);
    for (std::size_t cell = 0; cell < dimensions.sum.size(); ++cell)
        QCOMPARE(dimensions.sum[cell], dimensions.sum[cell / 30 * 30 + cell % 6]);
}

void TestTraining::recallAsksForWhatWasThere()
{
    std::set<std::int32_t> seen;
    for (std::int64_t s = 0; s < 50; ++s) {
        const auto [tokens, targets] = drawn("recall", s);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            seen.insert(tokens[i]);
            QCOMPARE(targets[i], i < 3 ? kNotAsked : tokens[i - 3]);
        }
    }
    QCOMPARE(seen.size(), std::size_t{9});
    QCOMPARE(*seen.rbegin(), 8);
}

void TestTraining::secondHalves()
{
    for (const bool reversed : {false, true}) {
        const auto [tokens, targets] = drawn(reversed ? "reverse" : "copy", 1, 11);
        QCOMPARE(tokens[5], 9); // the mark
        QCOMPARE(targets[4], kNotAsked);
        QCOMPARE(targets[10], kNotAsked);
        for (std::size_t i = 0; i < 5; ++i)
            QCOMPARE(targets[5 + i], tokens[reversed ? 4 - i : i]);
    }
}

void TestTraining::orderIsRight()
{
    for (std::int64_t s = 0; s < 50; ++s) {
        const auto [tokens, targets] = drawn("order", s);
        const auto one = std::find(tokens.begin(), tokens.end(), 9) - tokens.begin();
        const auto other = std::find(tokens.begin(), tokens.end(), 10) - tokens.begin();
        QVERIFY(one < 12 && other < 12);
        for (std::ptrdiff_t i = 0; i < 12; ++i)
            QCOMPARE(targets[static_cast<std::size_t>(i)], i < std::max(one, other) ? kNotAsked : one < other ? 9 : 10);
    }
}

void TestTraining::inductionFollowsItsRun()
{
    std::set<std::ptrdiff_t> runs;
    for (std::int64_t s = 0; s < 50; ++s) {
        const auto [tokens, targets] = drawn("induction", s);
        const auto run
            = std::find_if(targets.begin(), targets.end(), [](auto t) { return t != kNotAsked; }) - targets.begin();
        runs.insert(run);
        for (auto i = static_cast<std::size_t>(run); i + 1 < tokens.size(); ++i)
            QCOMPARE(targets[i], tokens[i + 1]);
    }
    QCOMPARE(runs, (std::set<std::ptrdiff_t>{3, 4, 5, 6}));
}

// The share of the most frequent of all answers in a thousand sequences.
void TestTraining::chanceIsThatOfOneAnswer()
{
    for (const char* task : {"recall", "reverse", "copy", "order", "induction", "text"}) {
        std::map<std::int32_t, int> counts;
        int all = 0;
        int most = 0;
        const TrainingSettings settings{.task = task, .length = 12, .tokens = 9};
        const auto made = makeTask(settings);
        for (int sequence = 0; sequence < 1000; ++sequence) {
            std::vector<std::int32_t> tokens(12);
            std::vector<std::int32_t> targets(12, kNotAsked);
            WordSource words(5, 7, sequence);
            made->draw(words, false, tokens, targets);
            for (const std::int32_t target : targets) {
                if (target != kNotAsked) {
                    most = std::max(most, ++counts[target]);
                    ++all;
                }
            }
        }
        QVERIFY2(std::abs(static_cast<double>(most) / all / made->chance - 1) < 0.1, task);
    }
}

void TestTraining::textsAreRead()
{
    const auto page = makeTask({.task = "text"});
    QVERIFY(page.ok());
    QVERIFY(page->vocabulary > 40 && page->vocabulary < 80);
    QVERIFY(page->longest >= 4 * 24);
    QTemporaryDir folder;
    const QString path = folder.filePath("text");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("ä€x").repeated(1000));
    file.close();
    const auto own = makeTask({.task = "text:" + path.toStdString(), .batch = 10});
    QVERIFY(own.ok());
    QCOMPARE(own->vocabulary, 3);
    std::vector<std::int32_t> tokens(24);
    std::vector<std::int32_t> targets(24);
    WordSource words(1, 2, 3);
    own->draw(words, true, tokens, targets);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
        QCOMPARE(targets[i], tokens[i + 1]);
    const auto tooShort = makeTask({.task = "text:" + path.toStdString(), .batch = 1000});
    QVERIFY(!tooShort.ok());
    QCOMPARE(tooShort.error().kind, ErrorKind::Input);
    QCOMPARE(tooShort.error().code, std::string("SHORT"));
    QVERIFY(!makeTask({.task = "text:" + folder.filePath("none").toStdString()}).ok());
}

void TestTraining::refusals_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("where");
    QTest::newRow("heads") << "heads"
                           << "--heads";
    QTest::newRow("table") << "table"
                           << "--length";
    QTest::newRow("tied") << "tied"
                          << "--tied";
    QTest::newRow("file") << "file"
                          << "--embedding";
    QTest::newRow("distance") << "distance"
                              << "--distance";
    QTest::newRow("layers") << "layers"
                            << "--layers";
}

void TestTraining::refusals()
{
    QFETCH(QString, what);
    QFETCH(QString, where);
    Parameters p = smallParameters();
    TrainingSettings s = smallSettings();
    if (what == "heads")
        p.attention.heads = 3;
    if (what == "table")
        p.encoding.maxLen = 7;
    if (what == "tied") {
        s.tied = true;
        p.sum.combine = Combine::Concatenate;
    }
    if (what == "file")
        p.embedding.source = "file:x.npy";
    if (what == "distance")
        s.distance = 8;
    if (what == "layers")
        s.layers = 5;
    const Error error = errorOf(p, s);
    QCOMPARE(error.kind, ErrorKind::Usage);
    QVERIFY2(QString::fromStdString(toString(error)).startsWith(where), toString(error).c_str());
}

void TestTraining::studentsT()
{
    // Two-sided 5 %, from tables.
    QVERIFY(std::fabs(studentQuantile(0.05, 1) - 12.7062) < 1e-4);
    QVERIFY(std::fabs(studentQuantile(0.05, 4) - 2.77645) < 1e-5);
    QVERIFY(std::fabs(studentQuantile(0.05, 30) - 2.04227) < 1e-5);
    QVERIFY(std::fabs(studentQuantile(0.01, 9) - 3.24984) < 1e-5);
    QVERIFY(std::fabs(studentQuantile(0.05, 1e6) - 1.959966) < 1e-5);
    const std::vector<double> values{1, 2, 3, 4, 5};
    const Band band = bandOf(values);
    QCOMPARE(band.mean, 3.0);
    QVERIFY(std::fabs(band.high - 3 - 2.776445 * std::sqrt(0.5)) < 1e-5);
    QVERIFY(std::isnan(bandOf(std::vector<double>{1}).low));
}

void TestTraining::differencesBeyondTheNoise()
{
    const std::vector<double> a{0.80, 0.82, 0.79, 0.83, 0.81};
    const std::vector<double> near{0.81, 0.80, 0.84, 0.79, 0.82};
    const std::vector<double> far{0.60, 0.65, 0.58, 0.62, 0.61};
    QVERIFY(!differ(a, near, 0.05));
    QVERIFY(differ(a, far, 0.05));
    QVERIFY(!differ(std::vector<double>{1}, std::vector<double>{0}, 0.05));
    const Band less = lessBandOf(std::vector<double>{1, 2, 3}, std::vector<double>{2, 4, 6, 8}); // by Simpson's rule
    QVERIFY(less.mean == -3 && std::abs(less.low + 6.89797545) < 1e-6 && std::abs(less.high - 0.89797545) < 1e-6);
    const auto results = [](const std::vector<std::vector<double>>& finals) {
        std::vector<VariantResult> all;
        for (const std::vector<double>& one : finals) {
            VariantResult result{{"v" + std::to_string(all.size()), {}, {}}, {}};
            for (const double value : one) {
                RunRecord run;
                run.finished = true;
                run.final = value;
                result.runs.push_back(run);
            }
            all.push_back(result);
        }
        return all;
    };
    const auto same = results({a, near});
    QCOMPARE(verdictOf(same).kind, Verdict::Kind::Same);
    QVERIFY(english(said(verdictOf(same), same)).starts_with("no difference beyond the noise of 5 seeds"));
    const auto apart = results({far, a, near});
    const Verdict verdict = verdictOf(apart);
    QCOMPARE(verdict.kind, Verdict::Kind::Differ);
    QCOMPARE(verdict.worse, (std::vector<bool>{true, false, false}));
    QCOMPARE(verdictOf(results({{0.5}, {0.9}})).kind, Verdict::Kind::OneSeed);
    auto broken = results({a});
    broken[0].runs[1].brokeAt = 7;
    QCOMPARE(verdictOf(broken).kind, Verdict::Kind::Broken);
    QVERIFY(english(said(verdictOf(broken), broken)).find("step 7") != std::string::npos);
}

// One token back, with an encoding that says where; and without any, where one layer cannot.
void TestTraining::itLearns()
{
    TrainingSettings settings = smallSettings();
    settings.distance = 1;
    settings.steps = 300;
    settings.batch = 32;
    settings.learningRate = 5e-3;
    Parameters with = smallParameters("rope");
    with.dropout.p = 0;
    Parameters without = with;
    setScheme(without.encoding, "nope");
    const auto done = finished({.scene = {with, without}, .settings = settings, .seeds = 2});
    QVERIFY(bandOf(done.results[0].finals()).mean > 0.9);
    QVERIFY(bandOf(done.results[1].finals()).mean < 0.6);
    const RunRecord& run = done.results[0].runs[0];
    QVERIFY(run.loss.back() < run.loss.front() / 2);
    QVERIFY(std::isnan(run.byPosition[0]));
    QVERIFY(run.byPosition[1] > 0.5);
}

void TestTraining::noNumberEndsTheCurve()
{
    TrainingSettings settings = smallSettings();
    settings.learningRate = 1e9;
    const auto done = finished({.scene = {smallParameters(), {}}, .settings = settings, .seeds = 1});
    const RunRecord& run = done.results[0].runs[0];
    QVERIFY(run.brokeAt.has_value());
    QVERIFY(*run.brokeAt > 1 && *run.brokeAt <= settings.steps);
    QVERIFY(std::isnan(run.final));
    for (const double loss : run.loss)
        QVERIFY(std::isfinite(loss));
}

void TestTraining::variantsAreProducts()
{
    Experiment experiment{.scene = {smallParameters(), {}}, .settings = {}, .vary = {"scale=none,2", "tied=off,on"}};
    const auto variants = variantsOf(experiment).value();
    QCOMPARE(variants.size(), std::size_t{4});
    QCOMPARE(variants[3].name, std::string("scale=2, tied=on"));
    QCOMPARE(std::get<double>(variants[2].parameters.sum.scale), 2.0);
    QVERIFY(variants[1].settings.tied && !variants[2].settings.tied);
    for (const char* wrong : {"scale", "=a", "scale=", "scael=none", "scale=none,x", "layers=9"}) {
        experiment.vary = {wrong};
        const auto refused = variantsOf(experiment);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().kind, ErrorKind::Usage);
        QVERIFY(toString(refused.error()).starts_with("--vary"));
    }
    experiment.vary = {"tied=off,on"};
    experiment.scene.b = smallParameters();
    QVERIFY(!variantsOf(experiment).ok());
}

void TestTraining::finishedRunsAreKept()
{
    TrainingBook book;
    Experiment experiment{.scene = {smallParameters(), {}}, .settings = smallSettings(), .seeds = 2};
    auto progress = book.look(experiment).value();
    QVERIFY(!progress.finished);
    QCOMPARE(progress.share, 0.0);
    while (!progress.finished)
        progress = book.goOn(experiment).value();
    const double before = progress.results[0].runs[0].final;
    experiment.seeds = 3; // more seeds: the first two are there
    progress = book.look(experiment).value();
    QVERIFY(!progress.finished);
    QCOMPARE(progress.results[0].runs[0].final, before);
    QCOMPARE(progress.share, 2.0 / 3);
    experiment.seeds = 2;
    experiment.scene.a.sentence.text = "another sentence changes no weight";
    QVERIFY(book.look(experiment).value().finished);
    experiment.scene.a.dropout.p = 0.5;
    QVERIFY(!book.look(experiment).value().finished);
}

// What another book has finished is finished here, bit for bit; what is unfinished is not handed on.
void TestTraining::finishedRunsCanBeAdded()
{
    TrainingBook book;
    Experiment experiment{.scene = {smallParameters(), {}}, .settings = smallSettings(), .seeds = 2};
    while (!book.goOn(experiment).value().finished) { }
    experiment.seeds = 3;
    QVERIFY(!book.goOn(experiment).value().finished);
    const auto kept = book.finished();
    QCOMPARE(kept.size(), std::size_t{1});
    QCOMPARE(kept[0].runs.size(), std::size_t{2});
    TrainingBook other;
    other.add(kept[0]);
    experiment.seeds = 2;
    const auto there = other.look(experiment).value();
    QVERIFY(there.finished);
    QCOMPARE(there.others, 0);
    QCOMPARE(there.results[0].runs[1].loss, book.look(experiment).value().results[0].runs[1].loss);
    experiment.scene.a.dropout.p = 0.5;
    QCOMPARE(other.look(experiment).value().others, 1);
}

// The last experiments go on where they paused, older ones from the start. What was only looked at leaves nothing.
void TestTraining::theLastPausedGoOn()
{
    TrainingBook book;
    Experiment experiment{.scene = {smallParameters(), {}}, .settings = smallSettings()};
    experiment.settings.steps = 1000;
    const auto shareOf = [&](int number) {
        experiment.scene.a.random.seed = {static_cast<std::uint64_t>(number), false};
        return book.look(experiment).value().share;
    };
    QCOMPARE(shareOf(0), 0.0);
    for (int i = 1; i <= 20; ++i) {
        QCOMPARE(shareOf(i), 0.0);
        QVERIFY(book.goOn(experiment).ok()); // evaluated before the first step
        QVERIFY(book.goOn(experiment).value().share > 0);
        QVERIFY(shareOf(i) > 0);
    }
    QVERIFY(shareOf(12) > 0);
    QVERIFY(shareOf(9) > 0);
    QCOMPARE(shareOf(1), 0.0);
    QVERIFY(shareOf(20) > 0);
    for (int i = 21; i <= 150; ++i)
        QCOMPARE(shareOf(i), 0.0);
    QVERIFY(shareOf(20) > 0); // nothing pushed it out
}

// Both have the runs of one.
void TestTraining::theSameVariantTwice()
{
    const Experiment experiment{
        .scene = {smallParameters(), {}}, .settings = smallSettings(), .vary = {"tied=on,on"}, .seeds = 3};
    const auto results = finished(experiment).results;
    QCOMPARE(results.size(), std::size_t{2});
    QCOMPARE(results[0].runs[2].loss.size(), std::size_t{3});
    QCOMPARE(results[0].runs[2].loss, results[1].runs[2].loss);
}

// A table that ends: at four times the length nothing can be asked; before the trained length it is an error.
void TestTraining::tablesThatEnd()
{
    Parameters p = smallParameters("learned");
    p.encoding.maxLen = 20;
    const auto done = finished({.scene = {p, {}}, .settings = smallSettings(), .seeds = 1});
    QVERIFY(!std::isnan(done.results[0].longer(0)[0]));
    QVERIFY(std::isnan(done.results[0].longer(1)[0]));
}

void TestTraining::everySchemeLearns_data()
{
    QTest::addColumn<QString>("scheme");
    for (const ParameterChoice& choice : schemeChoices())
        QTest::newRow(std::string(choice.id).c_str()) << QString::fromStdString(std::string(choice.id));
}

// The loss of every scheme falls below that of guessing, with as many heads as it takes.
void TestTraining::everySchemeLearns()
{
    QFETCH(QString, scheme);
    Parameters p = smallParameters(scheme.toStdString().c_str());
    p.encoding.maxLen = schemesPositions(p.encoding).value_or(64);
    p.encoding.dModel = 48;
    p.dropout.p = 0;
    TrainingSettings settings = smallSettings();
    settings.steps = 60;
    settings.learningRate = 5e-3;
    const auto done = finished({.scene = {p, {}}, .settings = settings, .seeds = 1});
    const RunRecord& run = done.results[0].runs[0];
    QVERIFY(!run.brokeAt);
    QVERIFY2(run.loss.back() < 0.97 * std::log(6.0), std::to_string(run.loss.back()).c_str());
    QVERIFY(std::isfinite(run.norms.back().embedding));
}

#if defined(__GLIBC__)
// A session of many experiments keeps their results, not the tables of positions that they were trained with.
void TestTraining::finishedVariantsKeepNoTables()
{
    constexpr std::size_t kTable = 7 * 32 * 256 * sizeof(float); // of the trained length, of 2 and 4 times that
    constexpr std::size_t kVariants = 20;
    TrainingBook book;
    Experiment experiment{.scene = {smallParameters(), {}}, .settings = smallSettings()};
    experiment.scene.a.encoding.dModel = 256;
    experiment.settings.length = 32;
    experiment.settings.steps = 1;
    experiment.settings.batch = 1;
    std::size_t before = 0;
    for (std::size_t i = 0; i < 5 + kVariants; ++i) {
        experiment.scene.a.encoding.maxLen = 128 + static_cast<std::int64_t>(i);
        while (!book.goOn(experiment).value().finished) { }
        if (i == 4)
            before = mallinfo2().uordblks + mallinfo2().hblkhd;
    }
    QCOMPARE(book.finished().size(), 5 + kVariants);
    const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
    QVERIFY2(after < before + kVariants * kTable / 2, QByteArray::number(static_cast<qint64>(after - before)));
}

// Attention of 128 sequences of 64 tokens takes 4 MB alone. A user who stops looking at a training says so to nobody.
void TestTraining::nothingOfAStepIsKept()
{
    TrainingBook book;
    Experiment experiment{.scene = {smallParameters(), {}}, .settings = smallSettings()};
    experiment.scene.a.encoding.maxLen = 256;
    experiment.settings.length = 64;
    experiment.settings.batch = 128;
    experiment.settings.steps = 2;
    const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    QVERIFY(book.goOn(experiment).ok());
    const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
    QVERIFY2(after < before + 4'000'000, QByteArray::number(static_cast<qint64>(after - before)));
}
#endif

QTEST_APPLESS_MAIN(TestTraining)
#include "tst_training.moc"
