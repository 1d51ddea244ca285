// SPDX-License-Identifier: GPL-3.0-or-later
// Every view of every scheme: it draws numbers in each of its places and says something, or it says why not. No word
// of waves where there are none.
#include "encodings/schemes.h"
#include "plotfixture.h"
#include "showntexts.h"
#include "words/coretexts.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace phasor;

namespace {

QString idOf(std::string_view id)
{
    return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

Parameters setUp(const Scheme& scheme)
{
    Parameters p;
    setScheme(p.encoding, scheme.id);
    p.encoding.dModel = 64;
    p.encoding.maxLen = 196;
    p.attention.heads = 4;
    p.sentence.text = "the cat sat on the mat";
    return p;
}

bool has(const Scheme& scheme, std::string_view parameter)
{
    return std::any_of(scheme.own.begin(), scheme.own.end(),
                       [&](const SchemeParameter& own) { return own.id == parameter; });
}

// What the kind of a scheme allows; all other views are for every scheme.
bool applies(std::string_view view, const Scheme& scheme, const PositionModel& model)
{
    const auto one = [view](std::initializer_list<std::string_view> views) {
        return std::find(views.begin(), views.end(), view) != views.end();
    };
    if (one({"ratio", "energy", "initializers", "recoverability", "overlap", "score-terms"}))
        return model.table != nullptr;
    if (one({"curves", "shift"}))
        return model.table != nullptr || model.turns() != nullptr;
    if (one({"frequencies", "wavelengths"}))
        return model.waves.has_value();
    if (view == "phasors")
        return model.waves && model.waves->paired;
    if (view == "precision")
        return has(scheme, "precision");
    if (view == "mosaic")
        return model.gridColumns > 0;
    if (view == "heads")
        return model.bias != nullptr;
    return true;
}

struct Shown
{
    Result<ViewDataPtr> data;
    std::shared_ptr<const PositionModel> model;
};

Shown computed(PlotFixture& f, const Scene& scene)
{
    Request request;
    request.scene = scene;
    request.refine = true;
    request.views = {f.plot->request(scene, f.store.view())};
    SnapshotPtr snapshot = phasor::compute(request, nullptr, f.cache, CancelToken());
    while (snapshot->goesOn()) // a training takes as many steps as it needs
        snapshot = phasor::compute(request, snapshot, f.cache, CancelToken());
    const PipelinePtr pipeline = snapshot->pipelines.value().a;
    return {snapshot->views.begin()->second.data, {pipeline, &pipeline->model()}};
}

// Whether something of the axes that are shown is drawn on them.
bool isEmpty(const QCPAxisRect& rect)
{
    for (const QCPAbstractPlottable* plottable : rect.plottables()) {
        bool found = false;
        plottable->getKeyRange(found);
        if (found)
            return false;
    }
    return true;
}

} // namespace

class TestSchemeViews : public QObject
{
    Q_OBJECT

private slots:
    void everyViewOfEveryScheme_data();
    void everyViewOfEveryScheme();
    void theOtherSchemeOfTwo_data() { everyViewOfEveryScheme_data(); }
    void theOtherSchemeOfTwo();
};

void TestSchemeViews::everyViewOfEveryScheme_data()
{
    QTest::addColumn<QString>("scheme");
    for (const Scheme& scheme : schemes())
        QTest::newRow(scheme.id.data()) << idOf(scheme.id);
}

void TestSchemeViews::everyViewOfEveryScheme()
{
    QFETCH(QString, scheme);
    const Scheme& chosen = *findScheme(scheme.toStdString());
    const Scene scene{.a = setUp(chosen)};
    static const QRegularExpression kWaves(QStringLiteral("\\bsines?\\b|\\bsin\\b|\\bwave|λ|frequenc|\\bturns?\\b"),
                                           QRegularExpression::CaseInsensitiveOption);
    for (const PlotSpec& spec : plotSpecs()) {
        PlotFixture f(spec.id.data(), {700, 500});
        f.store.setScene(scene);
        f.store.editView([](ViewState& view) {
            view.training.settings.steps = 10;
            view.training.seeds = 1;
            view.training.phase = TrainingChoice::Phase::Running;
        });
        const Shown shown = computed(f, scene);
        const QByteArray place = (scheme + u' ' + idOf(spec.id)).toUtf8();
        QVERIFY2(shown.data.ok() == applies(spec.id, chosen, *shown.model), place.constData());
        if (!shown.data.ok()) {
            const Error& error = shown.data.error();
            const QString says = words::faultText(error);
            QVERIFY2(error.code == "SCHEME", place.constData());
            QVERIFY2(says.contains(words::ofCore(chosen.label)), qPrintable(says));
            QVERIFY2(!error.remedy.empty() && !says.contains(u'\n'), qPrintable(says));
            continue;
        }
        const DataTable numbers = (*shown.data)->table();
        QVERIFY2(std::any_of(numbers.columns.begin(), numbers.columns.end(),
                             [](const DataTable::Column& column) {
                                 return std::any_of(column.values.begin(), column.values.end(),
                                                    [](double value) { return std::isfinite(value); });
                             }),
                 place.constData());
        f.plot->show(*shown.data);
        f.picture();
        QVERIFY2(!f.plot->title().isEmpty() && !f.plot->summary().isEmpty(), place.constData());
        for (const QCPAxisRect* rect : f.canvas->axisRects()) {
            if (rect->realVisibility() && spec.id != "heads") // whose maps are not of the axes
                QVERIFY2(!isEmpty(*rect), place.constData());
        }
        if (shown.model->waves)
            continue;
        const ShownTexts shownTexts(*f.plot);
        for (const ShownTexts::Text& text : shownTexts.all()) {
            const bool denied = text.text.contains(QStringLiteral("no waves"));
            if (!denied && !text.where.contains(QStringLiteral("QAction")))
                QVERIFY2(!text.text.contains(kWaves),
                         qPrintable(scheme + u' ' + idOf(spec.id) + QStringLiteral(": ") + text.text));
        }
    }
}

// Beside the sinusoid: what it cannot show of B it leaves out.
void TestSchemeViews::theOtherSchemeOfTwo()
{
    QFETCH(QString, scheme);
    const Scene scene{.a = setUp(*findScheme("sinusoidal")), .b = setUp(*findScheme(scheme.toStdString()))};
    for (const PlotSpec& spec : plotSpecs()) {
        PlotFixture f(spec.id.data(), {700, 500});
        f.store.setScene(scene);
        const Shown shown = computed(f, scene);
        const QByteArray place = (scheme + u' ' + idOf(spec.id)).toUtf8();
        if (shown.data.ok()) {
            f.plot->show(*shown.data);
            f.picture();
            QVERIFY2(!f.plot->summary().isEmpty(), place.constData());
        } else {
            QVERIFY2(shown.data.error().code == "SCHEME" && !shown.data.error().remedy.empty(), place.constData());
        }
    }
}

QTEST_MAIN(TestSchemeViews)
#include "tst_schemeviews.moc"
