// SPDX-License-Identifier: GPL-3.0-or-later
// The finding of each view, or its detail, says the numbers of `phasor stats`, and a change of any parameter that
// matters reaches it.
#include "plotfixture.h"

#include "pipeline/parameters/parameterspec.h"
#include "views/measures/statistics.h"
#include "words/coretexts.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>
#include <QSet>

using namespace phasor;
using Json = nlohmann::ordered_json;

namespace {

Parameters setup()
{
    Parameters p;
    p.encoding.dModel = 64;
    p.encoding.maxLen = 50;
    p.attention.heads = 4;
    p.embedding.source = "tensor2tensor";
    return p;
}

Json statsOf(const Parameters& p)
{
    PipelineCache cache;
    std::vector<Message> warnings;
    const Pipelines pipelines = Pipelines::make({.a = p}, cache).value();
    SceneReader scene(pipelines, cache, CancelToken{});
    return statistics({.scene = scene}, {}, warnings).value();
}

QString number(const Json& value)
{
    return words::number(value.get<double>());
}

QString share(const Json& value)
{
    return words::share(value.get<double>());
}

QString count(const Json& value)
{
    return words::count(value.get<std::int64_t>());
}

} // namespace

class TestSentences : public QObject
{
    Q_OBJECT

private slots:
    void sayTheNumbersOfStats_data();
    void sayTheNumbersOfStats();
    void everyChangeReachesEveryView_data();
    void everyChangeReachesEveryView();
    void followTheGuide_data();
    void followTheGuide();
};

void TestSentences::sayTheNumbersOfStats_data()
{
    QTest::addColumn<QByteArray>("plot");
    QTest::addColumn<QStringList>("numbers");
    const Json s = statsOf(setup());
    const auto row = [](const char* plot, const QStringList& numbers) {
        QTest::newRow(plot) << QByteArray(plot) << numbers;
    };
    row("ratio", {number(s["ratio"]), number(s["angle_degrees"])});
    row("energy", {count(s["constant_dimensions"])});
    row("wavelengths",
        {count(s["pairs"]), count(s["dead_pairs"]), count(s["frozen_pairs"]),
         number(s["largest_base_without_dead_pairs"])});
    row("spectrum",
        {number(s["effective_rank"]), number(s["participation_ratio"]), count(s["dimensions_99"]),
         share(s["constant_share"])});
    row("similarity", {number(s["closest_distance"]), count(s["first_rise"])});
    row("dropout", {share(s["dropped_fraction"]), number(s["dropout_cosine"])});
    row("histogram", {share(s["dropped_fraction"]), number(s["dropout_cosine"])});
    row("overlap", {number(s["overlap"]["measured"]), number(s["overlap"]["random"])});
    row("score-terms",
        {number(s["score_terms"]["cc"]), number(s["score_terms"]["cp"]), number(s["score_terms"]["pp"])});
    row("recoverability", {share(s["recoverability"]["position"]), share(s["recoverability"]["token"])});
}

void TestSentences::sayTheNumbersOfStats()
{
    QFETCH(QByteArray, plot);
    QFETCH(QStringList, numbers);
    PlotFixture f(plot.constData());
    f.store.setScene({.a = setup()});
    Request request{
        .scene = f.store.scene(), .views = {f.plot->request(f.store.scene(), f.store.view())}, .refine = true};
    const SnapshotPtr snapshot = phasor::compute(request, nullptr, f.cache, CancelToken());
    QVERIFY(snapshot->pipelines.ok() && snapshot->views.begin()->second.data.ok());
    f.plot->show(*snapshot->views.begin()->second.data);
    const QString said = f.plot->summary() + u'\n' + f.detail();
    for (const QString& number : numbers)
        QVERIFY2(said.contains(number), qPrintable(said + QStringLiteral(" does not say ") + number));
}

void TestSentences::everyChangeReachesEveryView_data()
{
    QTest::addColumn<QByteArray>("plot");
    QTest::addColumn<QByteArray>("parameter");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("reaches");
    // A slow view, views of other schemes, and one that trains.
    const QSet<QByteArray> others{"precision", "mosaic", "heads", "training"};
    QSet<QByteArray> all;
    for (const PlotSpec& spec : plotSpecs())
        all += idOf(spec);
    all -= others;
    // Which views a parameter means nothing to.
    const auto rows = [&](const char* parameter, const char* value, const QSet<QByteArray>& untouched) {
        for (const QByteArray& plot : all)
            QTest::addRow("%s: %s", plot.constData(), parameter)
                << plot << QByteArray(parameter) << QByteArray(value) << !untouched.contains(plot);
    };
    const QSet<QByteArray> ofTheEncoding{"curves", "wavelengths", "shift", "phasors", "frequencies"};
    rows("d-model", "32", {"curves"}); // dimensions 4 … 7 turn a little faster: see below
    rows("max-len", "40", {"phasors"}); // the hands at one position
    rows("base", "50", {"builds", "initializers"}); // ‖PE‖ is √(d/2) whatever the base
    rows("seed", "7", ofTheEncoding + QSet<QByteArray>{"initializers"});
    rows("embedding", "normal", ofTheEncoding + QSet<QByteArray>{"builds", "overlap"}); // the same directions
    rows("scale", "3", ofTheEncoding + QSet<QByteArray>{"builds", "dropout", "overlap"}); // the directions of E
    rows("dropout", "0.5", ofTheEncoding + QSet<QByteArray>{"energy", "overlap", "initializers", "score-terms"});
}

void TestSentences::everyChangeReachesEveryView()
{
    QFETCH(QByteArray, plot);
    QFETCH(QByteArray, parameter);
    QFETCH(QByteArray, value);
    QFETCH(bool, reaches);
    PlotFixture f(plot.constData());
    f.store.setScene({.a = setup()});
    f.store.editView([](ViewState& view) { view.node = "output"; });
    const auto numbers = [&] {
        Request request{.scene = f.store.scene(), .views = {f.plot->request(f.store.scene(), f.store.view())}};
        const SnapshotPtr snapshot = phasor::compute(request, nullptr, f.cache, CancelToken());
        if (!snapshot->pipelines.ok() || !snapshot->views.begin()->second.data.ok())
            return std::string("refused");
        const ViewDataPtr data = *snapshot->views.begin()->second.data;
        f.plot->show(data);
        return csvOf(data->table()) + (f.plot->summary() + f.detail()).toStdString();
    };
    const std::string before = numbers();
    QVERIFY(before != "refused");
    Parameters changed = f.store.scene().a;
    const ParameterSpec* spec = findParameter(parameter.toStdString(), changed);
    QVERIFY2(spec != nullptr, parameter.constData());
    spec->set(changed, parseValue(*spec, value.toStdString()).value());
    f.store.setParameters(changed);
    if (reaches)
        QVERIFY(numbers() != before);
    else if (parameter != "d-model")
        QVERIFY(numbers() == before);
}

void TestSentences::followTheGuide_data()
{
    QTest::addColumn<QByteArray>("plot");
    // It takes seconds, and those whose sentences are still lists of facts.
    const QSet<QByteArray> others{"training", "dropout",     "histogram", "recoverability",
                                  "scores",   "score-terms", "heads",     "relative"};
    for (const PlotSpec& spec : plotSpecs()) {
        if (!others.contains(idOf(spec)))
            QTest::newRow(idOf(spec).constData()) << idOf(spec);
    }
}

// Whatever the setup: a finding is one short sentence without a full stop, with numbers that one can read.
void TestSentences::followTheGuide()
{
    QFETCH(QByteArray, plot);
    PlotFixture f(plot.constData());
    const auto check = [&](const QString& finding) {
        const bool follows = (finding.front().isUpper() || finding.front().isDigit()) && !finding.endsWith(u'.')
            && !finding.contains(u';') && finding.split(u' ').size() <= 25;
        QVERIFY2(follows, qPrintable(finding));
        static const QRegularExpression kDecimal(QStringLiteral("\\d+\\.\\d+"));
        static const QRegularExpression kInsignificant(QStringLiteral("^0+\\.?0*|\\."));
        for (const QRegularExpressionMatch& number : kDecimal.globalMatch(finding))
            QVERIFY2(number.captured().remove(kInsignificant).size() <= 3, qPrintable(finding));
    };
    const auto sceneOf = [](const char* scheme, const char* scale, double p) {
        Parameters changed = setup();
        changed.sentence.text = "the cat sat on the mat";
        setScheme(changed.encoding, scheme);
        changed.dropout.p = p;
        const ParameterSpec* spec = findParameter("scale", changed);
        spec->set(changed, parseValue(*spec, scale).value());
        return changed;
    };
    const std::vector<Parameters> setups{sceneOf("sinusoidal", "sqrt-d-model", 0.1),
                                         sceneOf("learned", "none", 0),
                                         sceneOf("rope", "0", 0.5),
                                         sceneOf("alibi", "none", 1),
                                         sceneOf("grid-mae", "0.001", 0.1),
                                         sceneOf("nope", "1e6", 0.1)};
    for (std::size_t i = 0; i < setups.size(); ++i) {
        for (const bool compared : {false, true}) {
            Scene scene{.a = setups[i]};
            if (compared)
                scene.b = setups[(i + 1) % setups.size()];
            f.store.setScene(scene);
            if (f.compute())
                check(f.plot->summary());
        }
    }
}

QTEST_MAIN(TestSentences)
#include "tst_sentences.moc"
