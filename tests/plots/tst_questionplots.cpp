// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotfixture.h"

#include "plots/canvas/labels/keyrow_p.h"
#include "plots/canvas/labels/labelroom_p.h"
#include "views/attention/scoreterms.h"
#include "views/measures/overlap.h"
#include "words/answers.h"

#include <QToolButton>

using namespace phasor;

// The plots of recoverability, sum or concatenation, dropout's numbers and the terms of the score; the answers' words.
class TestQuestionPlots : public QObject
{
    Q_OBJECT

private slots:
    void drawn_data();
    void drawn();
    void oddSetups_data() { drawn_data(); }
    void oddSetups();
    void recoverabilityHasItsCurves();
    void trainingHasItsChance();
    void trainingHasItsDifference();
    void trainingsLinesHaveTheirValues();
    void rowMeansAreChosen();
    void termsAreDots();
    void numbersUnderTheBarDoNotTouch_data();
    void numbersUnderTheBarDoNotTouch();
    void textEndsWithAWholeLine_data();
    void textEndsWithAWholeLine();
    void answersOfManySetups();
    void answersChange();
};

namespace {

void makeSmall(Parameters& p)
{
    p.encoding.dModel = 32;
    p.encoding.maxLen = 40;
    p.embedding.source = "tensor2tensor";
}

AnswersData answersOf(const Parameters& p)
{
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make({.a = p}, cache).value();
    SceneReader reader(pipelines, cache, CancelToken{});
    return *std::dynamic_pointer_cast<const AnswersData>(compute(AnswersRequest{}, reader, Effort::Still).value());
}

bool saysNan(const QString& text)
{
    return text.contains(QStringLiteral("NaN"), Qt::CaseInsensitive);
}

} // namespace

void TestQuestionPlots::drawn_data()
{
    QTest::addColumn<QByteArray>("view");
    for (const char* view : {"recoverability", "overlap", "histogram", "score-terms"})
        QTest::newRow(view) << QByteArray(view);
}

void TestQuestionPlots::drawn()
{
    QFETCH(QByteArray, view);
    PlotFixture f(view.constData());
    const QImage empty = f.picture();
    f.store.edit(makeSmall);
    QVERIFY(f.compute());
    QTest::qWait(50);
    QVERIFY(f.picture() != empty);
    QVERIFY(!f.plot->summary().isEmpty());
    QVERIFY2(!saysNan(f.plot->summary()), qPrintable(f.plot->summary()));
    const QString alone = f.plot->summary();
    Scene scene = f.store.scene();
    scene.b = scene.a;
    scene.b->dropout.p = 0.5;
    f.store.setScene(scene);
    QVERIFY(f.compute());
    QVERIFY2(f.plot->summary().contains(u'B'), qPrintable(f.plot->summary()));
    for (const QString& theme : {QStringLiteral("dark"), QStringLiteral("projector")}) {
        f.plot->setTheme(Theme::named(theme));
        const auto [name, contrast] = faintest(*f.canvas, Theme::named(theme));
        QVERIFY2(contrast >= 3, qPrintable(name));
    }
    f.store.setScene({.a = scene.a});
    QVERIFY(f.compute());
    QCOMPARE(f.plot->summary(), alone);
    f.plot->show(nullptr);
    QVERIFY(f.plot->summary().isEmpty());
}

void TestQuestionPlots::oddSetups()
{
    QFETCH(QByteArray, view);
    PlotFixture f(view.constData());
    const auto check = [&](std::int64_t width, std::int64_t positions, double p, double scale) {
        f.store.edit([&](Parameters& parameters) {
            parameters.encoding.dModel = width;
            parameters.encoding.maxLen = positions;
            parameters.dropout.p = p;
            parameters.sum.scale = scale;
        });
        return f.compute() && !saysNan(f.plot->summary()) && !f.plot->summary().isEmpty();
    };
    QVERIFY(check(8, 1, 0.1, 1));
    QVERIFY(check(1, 8, 0.1, 1));
    QVERIFY(check(1, 1, 1, 1));
    QVERIFY(check(8, 8, 1, 1));
    QVERIFY(check(8, 8, 0.1, 0));
}

void TestQuestionPlots::recoverabilityHasItsCurves()
{
    PlotFixture f("recoverability");
    f.store.edit(makeSmall);
    QVERIFY(f.compute());
    QStringList titles;
    for (const Panel& panel : f.plot->drawing()->panels) {
        titles << panel.title;
        for (const char* name : {"position", "token"}) {
            const auto line = std::ranges::find(panel.lines, QLatin1String(name), &DrawnLine::name);
            QVERIFY2(line != panel.lines.end(), name);
            for (const double value : line->y)
                QVERIFY(value >= 0 && value <= 1);
        }
        const bool rises = panel.across.labels.front().contains(QStringLiteral("at 1 only PE is left"));
        QCOMPARE(rises, panel.title == QStringLiteral("dropout on embedding"));
    }
    QCOMPARE(titles, (QStringList{"added, dropout on sum", "concatenated", "dropout on embedding", " "}));
    // One of as many rows, and of as many tokens, as there are.
    const auto rows = static_cast<double>(f.store.scene().a.encoding.maxLen);
    for (const Panel& panel : f.plot->drawing()->panels) {
        QCOMPARE(panel.levels.size(), std::size_t{panel.strip ? 0U : 2U});
        for (const DrawnLevel& chance : panel.levels)
            QVERIFY(!chance.upright && chance.at == 1 / rows);
    }
    QVERIFY(f.level(QStringLiteral("chance")) != nullptr);
}

void TestQuestionPlots::trainingHasItsChance()
{
    PlotFixture f("training");
    f.store.edit(makeSmall);
    QVERIFY(f.compute());
    const DrawnLevel* chance = f.level(QStringLiteral("chance: 4.17 %"));
    QVERIFY(chance != nullptr && !chance->upright);
    QCOMPARE(chance->at, 1.0 / 24);
}

void TestQuestionPlots::trainingHasItsDifference()
{
    PlotFixture f("training");
    Scene scene;
    makeSmall(scene.a);
    scene.b = scene.a;
    scene.b->sum.scale = 3.0;
    f.store.setScene(scene);
    f.store.editView([](ViewState& view) {
        view.training.settings.steps = 60;
        view.training.seeds = 2;
        view.training.phase = TrainingChoice::Phase::Running;
    });
    const Request request{.scene = scene, .views = {f.plot->request(f.store.scene(), f.store.view())}, .refine = true};
    SnapshotPtr trained = phasor::compute(request, nullptr, f.cache, CancelToken());
    while (trained->goesOn())
        trained = phasor::compute(request, trained, f.cache, CancelToken());
    QVERIFY(f.compute());
    const Panel& strip = f.plot->drawing()->panels.back();
    QVERIFY(strip.strip);
    QCOMPARE(strip.lines.size(), 3U); // the interval's edges, and the mean
    const auto accuracy = [&f](std::size_t variant) {
        return f.plot->drawing()->panels.front().lines[3 * variant + 2].y[1];
    };
    QCOMPARE(strip.lines[2].y[1], accuracy(0) - accuracy(1));
    QVERIFY(strip.lines[0].y[1] <= strip.lines[2].y[1] && strip.lines[2].y[1] <= strip.lines[1].y[1]);
}

// Where accuracy stands alone, its lines have name and value at their ends: on a stage 40 of 768 lines high.
void TestQuestionPlots::trainingsLinesHaveTheirValues()
{
    PlotFixture f("training", {700, 460});
    f.store.edit(makeSmall);
    f.store.editView([](ViewState& view) {
        view.training.settings.steps = 10;
        view.training.seeds = 1;
        view.training.vary = {"scheme=sinusoidal,nope"};
        view.training.phase = TrainingChoice::Phase::Running;
    });
    const Request request{
        .scene = f.store.scene(), .views = {f.plot->request(f.store.scene(), f.store.view())}, .refine = true};
    SnapshotPtr trained = phasor::compute(request, nullptr, f.cache, CancelToken());
    while (trained->goesOn())
        trained = phasor::compute(request, trained, f.cache, CancelToken());
    QVERIFY(f.compute());
    const auto shown = [&f] {
        std::vector<EndLabels::Entry> entries;
        for (int i = 0; i < f.canvas->itemCount(); ++i) {
            const auto* ends = dynamic_cast<const EndLabels*>(f.canvas->item(i));
            if (ends != nullptr && ends->realVisibility())
                entries.insert(entries.end(), ends->entries().begin(), ends->entries().end());
        }
        return entries;
    };
    QVERIFY(shown().empty()); // six panels: the names are in the key
    f.plot->setPanels({"accuracy"});
    for (const Theme& theme : {Theme::light(), Theme::stage(1, 0.75)}) {
        f.plot->setTheme(theme);
        QVERIFY(f.compute());
        f.picture();
        const std::vector<EndLabels::Entry> entries = shown();
        QCOMPARE(entries.size(), 3U);
        QCOMPARE(std::ranges::count(entries, true, &EndLabels::Entry::level), 1);
        QCOMPARE(std::ranges::count(entries, QStringLiteral("Sinusoidal"), &EndLabels::Entry::name), 1);
        QVERIFY(std::ranges::all_of(entries, [](const EndLabels::Entry& entry) { return entry.value.endsWith(u'%'); }));
        const std::vector<KeyRow::Entry>& key = f.canvas->findChild<KeyRow*>()->entries();
        QVERIFY(std::ranges::none_of(key, [](const auto& entry) { return entry.text.contains(u"Sinusoidal"); }));
    }
    f.store.editView([](ViewState& view) { view.training.vary = {"heads=1,2"}; });
    f.plot->request(f.store.scene(), f.store.view());
    f.plot->show(nullptr);
    const QString widest = f.plot->drawing()->panels.front().ends;
    QVERIFY2(widest.startsWith(QStringLiteral("chance")), qPrintable(widest)); // is named in the same column as 1 and 2
    QVERIFY(EndLabels::heightOf(Theme::stage(1, 0.75), 2, false) >= 64);
    QCOMPARE(EndLabels::heightOf(Theme::light(), 2, false), 2 * QFontMetrics(Theme::light().smallFont).height());
}

void TestQuestionPlots::rowMeansAreChosen()
{
    PlotFixture f("score-terms");
    f.store.edit(makeSmall);
    auto* button = f.plot->findChild<QToolButton*>(QStringLiteral("minus-row-means"));
    QVERIFY(button != nullptr);
    button->click();
    QVERIFY(f.store.view().board.of<ScoreTermsOptions>().minusRowMeans);
    QVERIFY(f.compute());
    QVERIFY(f.plot->drawing()->detail.contains(QStringLiteral("without row means")));
    f.store.editView([](ViewState& view) { view.board.set(ScoreTermsOptions()); });
    QVERIFY(!button->isChecked());
}

// A filled dot for A and an open one for B, and a row with their values and the difference.
void TestQuestionPlots::termsAreDots()
{
    PlotFixture f("score-terms", {500, 200});
    Scene scene;
    makeSmall(scene.a);
    scene.b = scene.a;
    scene.b->sum.scale = 3.0;
    f.store.setScene(scene);
    QVERIFY(f.compute());
    const Panel& sizes = f.plot->drawing()->panels.front();
    QCOMPARE(sizes.id, std::string_view("sizes"));
    QCOMPARE(std::ranges::count(sizes.lines, Marker::Large, &DrawnLine::mark), 4);
    QCOMPARE(std::ranges::count(sizes.lines, Marker::Ring, &DrawnLine::mark), 4);
    QCOMPARE(sizes.right->names.front().second.count(u'\t'), 2);
    QCOMPARE(f.canvas->axisRects().size(), qsizetype{1}); // no room for the maps
}

void TestQuestionPlots::numbersUnderTheBarDoNotTouch_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {860, 900, 960, 1020})
        QTest::addRow("%d pixels", width) << width;
}

// Scores of a large scale: "−12500" is wider than most numbers.
void TestQuestionPlots::numbersUnderTheBarDoNotTouch()
{
    QFETCH(const int, width);
    PlotFixture f("score-terms", {width, 480});
    f.store.edit([](Parameters& p) { p.sentence.text = "the cat sat on the mat because it was tired"; });
    QVERIFY(f.compute());
    f.picture();
    const QCPColorScale* bar = nullptr;
    for (QCPLayoutElement* element : f.canvas->plotLayout()->elements(true)) {
        if (bar == nullptr)
            bar = qobject_cast<QCPColorScale*>(element);
    }
    QVERIFY(bar != nullptr);
    QCOMPARE(bar->type(), QCPAxis::atBottom);
    QVERIFY(bar->axis()->tickVector().size() >= 2);
    QVERIFY(labelsAreApart(*bar->axis()));
}

void TestQuestionPlots::textEndsWithAWholeLine_data()
{
    QTest::addColumn<double>("room"); // in lines
    QTest::addColumn<double>("width"); // of the longest line
    QTest::addColumn<int>("drawn");
    QTest::newRow("none") << 0.6 << 2.0 << 0;
    QTest::newRow("two and a half") << 2.5 << 2.0 << 2;
    QTest::newRow("all") << 5.5 << 2.0 << 4;
    QTest::newRow("narrow") << 5.5 << 0.95 << 4; // in smaller type
    QTest::newRow("one too long") << 5.5 << 0.5 << 3;
}

void TestQuestionPlots::textEndsWithAWholeLine()
{
    QFETCH(const double, room);
    QFETCH(const double, width);
    QFETCH(const int, drawn);
    Canvas plot(nullptr);
    plot.plotLayout()->clear();
    const QFont font = plot.font();
    auto* text = new WholeLines(&plot, QStringLiteral("HH\nHHHHHHHHHHHH\nHH\nHH"), font);
    text->setTextFlags(Qt::AlignLeft | Qt::AlignTop);
    text->setMargins({});
    text->setMinimumSize(1, 1);
    text->setMaximumSize(10000, 10000);
    plot.plotLayout()->setMargins({});
    plot.plotLayout()->setAutoMargins(QCP::msNone);
    plot.plotLayout()->addElement(0, 0, text);
    const QFontMetrics metrics(font);
    const int wide = qRound(width * metrics.horizontalAdvance(QStringLiteral("HHHHHHHHHHHH")));
    const QImage image = plot.toPixmap(wide, qRound(room * metrics.lineSpacing())).toImage();
    int lines = 0; // begins of rows with ink
    bool inked = false;
    for (int y = 0; y < image.height(); ++y) {
        bool ink = false;
        for (int x = 0; x < image.width(); ++x)
            ink = ink || qGray(image.pixel(x, y)) < 200;
        lines += ink && !inked ? 1 : 0;
        QVERIFY(qGray(image.pixel(wide - 1, y)) > 128); // it ends before the edge
        inked = ink;
    }
    QCOMPARE(lines, drawn);
    QCOMPARE(text->text().count(u'\n'), 3); // it keeps all of them
}

void TestQuestionPlots::answersOfManySetups()
{
    std::vector<Parameters> setups(9);
    for (Parameters& p : setups)
        makeSmall(p);
    setups[1].dropout.p = 1;
    setups[2].dropout.mode = DropoutMode::Eval;
    setups[3].encoding.maxLen = 1;
    setups[4].encoding.dModel = 1;
    setups[5].sum.scale = 0.0;
    setups[6].sum.combine = Combine::Concatenate;
    setups[7].sentence.text = "[CLS] the cat sat [SEP]";
    setScheme(setups[8].encoding, "rope");
    for (const Parameters& p : setups) {
        const QString text = words::answersAsText(answersOf(p));
        QVERIFY2(!saysNan(text), qPrintable(text));
        QVERIFY2(!text.contains(u'%' + QString::number(1)), qPrintable(text)); // no fact is missing
        for (const Question question : kQuestions)
            QVERIFY(text.contains(words::questionText(question)));
    }
}

// The verdicts are those of the numbers.
void TestQuestionPlots::answersChange()
{
    Parameters p;
    makeSmall(p);
    const auto answer = [&](Question question) {
        return words::answerText(words::answer(answersOf(p), question));
    };
    QVERIFY(answer(Question::Scale).contains(QStringLiteral("Because of the scale")));
    p.embedding.source = "normal";
    QVERIFY(answer(Question::Scale).contains(QStringLiteral("small compared with the embedding")));
    p.sum.scale = 0.01;
    QVERIFY(answer(Question::Scale).contains(QStringLiteral("encoding is the larger part")));
    QVERIFY(answer(Question::WhatDropoutDoes).contains(QStringLiteral("with probability 0.1")));
    p.dropout.mode = DropoutMode::Eval;
    QVERIFY(answer(Question::WhatDropoutDoes).contains(QStringLiteral("nothing is zeroed or multiplied")));
    const QStringList builds = words::answer(answersOf(p), Question::WhatDropoutDoes).claims;
    QVERIFY(builds.first().contains(QStringLiteral("[2, 4, 6, 8]")));
}

QTEST_MAIN(TestQuestionPlots)
#include "tst_questionplots.moc"
