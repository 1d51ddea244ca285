// SPDX-License-Identifier: GPL-3.0-or-later
// The finding of each view, or its detail, says the numbers of `phasor stats`, and a change of any parameter that
// matters reaches it.
#include "plotfixture.h"

#include "pipeline/parameters/parameterspec.h"
#include "views/measures/measure.h"
#include "words/coretexts.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>
#include <QSet>

#include <set>

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
    void differencesOfTwoSetups();
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
    QTest::addColumn<bool>("equal");
    // A slow view, views of other schemes, and one that trains.
    const QSet<QByteArray> others{"precision", "mosaic", "heads", "training"};
    // `equal`: views that read the parameter, but whose numbers do not depend on it.
    const auto rows = [&](const char* parameter, const char* value, const QSet<QByteArray>& equal) {
        for (const PlotSpec& spec : plotSpecs()) {
            if (const QByteArray plot = idOf(spec); !others.contains(plot))
                QTest::addRow("%s: %s", plot.constData(), parameter)
                    << plot << QByteArray(parameter) << QByteArray(value) << equal.contains(plot);
        }
    };
    rows("d-model", "32", {});
    rows("max-len", "40", {"phasors"}); // the hands at one position
    rows("base", "50", {"builds", "initializers"}); // ‖PE‖ is √(d/2) whatever the base
    rows("seed", "7", {"initializers"}); // expected norms
    rows("embedding", "normal", {"builds", "overlap"}); // the same directions
    rows("scale", "3", {"builds", "dropout", "overlap"}); // the directions of E
    rows("dropout", "0.5", {"initializers"});
}

// A view says something else exactly when it reads what changed; the window computes it anew only then.
void TestSentences::everyChangeReachesEveryView()
{
    QFETCH(QByteArray, plot);
    QFETCH(QByteArray, parameter);
    QFETCH(QByteArray, value);
    QFETCH(bool, equal);
    PlotFixture f(plot.constData());
    f.store.setScene({.a = setup()});
    f.store.editView([](ViewState& view) { view.node = "output"; });
    const auto computed = [&](const SnapshotPtr& previous) {
        Request request{.scene = f.store.scene(), .views = {f.plot->request(f.store.scene(), f.store.view())}};
        return phasor::compute(request, previous, f.cache, CancelToken());
    };
    const auto dataOf = [](const SnapshotPtr& snapshot) {
        if (!snapshot->pipelines.ok() || !snapshot->views.begin()->second.data.ok())
            return ViewDataPtr();
        return *snapshot->views.begin()->second.data;
    };
    const auto said = [&](const ViewDataPtr& data) {
        f.plot->show(data);
        return csvOf(data->table()) + (f.plot->summary() + f.detail()).toStdString();
    };
    const SnapshotPtr before = computed(nullptr);
    QVERIFY(dataOf(before) != nullptr);
    const std::string saidBefore = said(dataOf(before));
    Parameters changed = f.store.scene().a;
    const ParameterSpec* spec = findParameter(parameter.toStdString(), changed);
    QVERIFY2(spec != nullptr, parameter.constData());
    spec->set(changed, parseValue(*spec, value.toStdString()).value());
    f.store.setParameters(changed);
    const bool read = dataOf(computed(before)) != dataOf(before);
    const ViewDataPtr after = dataOf(computed(nullptr));
    QVERIFY(after != nullptr);
    QCOMPARE(said(after) != saidBefore, read && !equal);
}

// What is a difference of two setups in numbers is A's less B's, wherever both have one.
void TestSentences::differencesOfTwoSetups()
{
    Scene scene{.a = setup()};
    scene.b = scene.a;
    scene.b->sum.scale = 2.0;
    scene.b->dropout.p = 0.5;
    scene.b->random.seed = Seed{.bits = 5};
    findParameter("base", *scene.b)->set(*scene.b, 100.0);
    std::set<std::string_view> with;
    for (const PlotSpec& spec : plotSpecs()) {
        PlotFixture f(spec.id.data());
        f.store.setScene(scene);
        if (spec.id == "training" || !f.compute())
            continue; // nothing is trained, or it is of other schemes
        const DataTable all = (*phasor::compute({.scene = scene, .views = {f.plot->request(scene, f.store.view())}},
                                                nullptr, f.cache, CancelToken())
                                    ->views.begin()
                                    ->second.data)
                                  ->table();
        const auto column = [&all](const std::string& name) {
            const auto found = std::ranges::find(all.columns, name, &DataTable::Column::name);
            return found == all.columns.end() ? nullptr : &found->values;
        };
        if (column("difference_row") || column("difference_row_of_pixel_center"))
            continue; // pictures, whose tables list cells
        for (const DataTable::Column& less : all.columns) {
            if (less.key || !less.name.starts_with("difference_"))
                continue;
            const std::string name = less.name.substr(less.name.find('_') + 1);
            const auto* a = column(name);
            const auto* b = column("b_" + name);
            QVERIFY2(a != nullptr && b != nullptr && a->size() == b->size() && less.values.size() == a->size(),
                     less.name.c_str());
            for (std::size_t i = 0; i < a->size(); ++i) {
                const double wanted = (*a)[i] - (*b)[i];
                QVERIFY2(less.values[i] == wanted || (std::isnan(wanted) && std::isnan(less.values[i])),
                         less.name.c_str());
                if (std::isfinite(wanted) && wanted != 0)
                    with.insert(spec.id);
            }
        }
    }
    QVERIFY(with.size() >= 10);
}

void TestSentences::followTheGuide_data()
{
    QTest::addColumn<QByteArray>("plot");
    for (const PlotSpec& spec : plotSpecs()) {
        if (idOf(spec) != "training") // it takes seconds
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
