// SPDX-License-Identifier: GPL-3.0-or-later
// Plots of what a set-up means: a change reaches them, their sentences say the numbers that they show.
#include "plotfixture.h"

#include "pipeline/parameters/parameterspec.h"
#include "views/measures/energy.h"
#include "views/measures/spectrum.h"
#include "views/waves/shift.h"
#include "views/waves/wavelengths.h"
#include "words/coretexts.h"

#include <QApplication>
#include <QHelpEvent>
#include <QSpinBox>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace phasor;

namespace {

void setTable(Store& store, std::int64_t dModel, std::int64_t maxLen)
{
    store.edit([=](Parameters& p) {
        p.encoding.dModel = dModel;
        p.encoding.maxLen = maxLen;
    });
}

// Whether a view has curves with a difference below them, and is not about dropout.
bool isOfMeasures(const PlotSpec& spec)
{
    PlotFixture f(idOf(spec).constData());
    (void)f.plot->request({}, {});
    const auto& panels = f.plot->drawing()->panels;
    return spec.id != "recoverability" && std::ranges::any_of(panels, &Panel::difference);
}

} // namespace

class TestMeasurePlots : public QObject
{
    Q_OBJECT

private slots:
    void labelsSayWhatTheyMean();
    void deadPairsAreApart();
    void clickTakesThePairsCurves();
    void cursorIsThePair();
    void energyFollowsTheScale();
    void branchesOfEnergyAreSmooth();
    void spectrumSaysItsRank();
    void shiftFollowsItsDistance();
    void initialisersMarkTheSetUp();
    void namesDoNotTouch_data();
    void namesDoNotTouch();
    void comparedMapsAreEquallyWide_data();
    void comparedMapsAreEquallyWide();
    void longWavePairsOfBHaveTheirColor();
    void someOfManyHeadsAreCounted();
    void exactTableSaysSo();
    void nothingUndefinedIsSaid_data();
    void nothingUndefinedIsSaid();
    void everyLineStandsOut_data();
    void everyLineStandsOut();
};

void TestMeasurePlots::deadPairsAreApart()
{
    PlotFixture f("wavelengths");
    setTable(f.store, 512, 50);
    QVERIFY(f.compute());
    QCOMPARE(f.line(QStringLiteral("λ"))->x.size(), 256U);
    QCOMPARE(f.line(QStringLiteral("long-wave"))->x.size(), 198U);
    QCOMPARE(f.line(QStringLiteral("near-constant"))->x.size(), 83U);
    QCOMPARE(f.plot->summary(), QStringLiteral("198 of 256 pairs cannot complete a period within 50 positions"));
    for (const char* says : {"Near-constant pairs: 83", "base is at most 8.02"})
        QVERIFY2(f.detail().contains(QLatin1String(says)), qPrintable(f.detail()));
    setTable(f.store, 512, 5000);
    QVERIFY(f.compute());
    QCOMPARE(f.line(QStringLiteral("long-wave"))->x.size(), 70U);
    QVERIFY(!f.line(QStringLiteral("near-constant")));
    QVERIFY2(f.plot->summary().contains(QStringLiteral("70 of 256 pairs")), qPrintable(f.plot->summary()));
    setTable(f.store, 512, 5);
    QVERIFY(f.compute());
    QVERIFY(f.line(QStringLiteral("long-wave")) && !f.line(QStringLiteral("λ"))); // no color of its own is seen
    // Very many pairs are a line, not through the pairs between two runs: those of rows and those of columns of a grid.
    f.store.edit([](Parameters& p) {
        setScheme(p.encoding, "grid-mae");
        p.encoding.dModel = 4096;
    });
    QVERIFY(f.compute());
    const DrawnLine* dead = f.line(QStringLiteral("long-wave"));
    QCOMPARE(dead->stroke, Stroke::Solid);
    QCOMPARE(std::ranges::count_if(dead->y, [](double y) { return std::isnan(y); }), 1);
    for (const double x : {0.0, 1024.0})
        QCOMPARE(readOutAt(*f.plot->drawing(), 0, x).size(), 1);
    QCOMPARE(readOutAt(*f.plot->drawing(), 0, dead->x.front()).size(), 2);
}

void TestMeasurePlots::clickTakesThePairsCurves()
{
    PlotFixture f("wavelengths");
    setTable(f.store, 64, 50);
    QVERIFY(f.compute());
    f.store.editView([](ViewState& view) { view.dimensions = {4, 60}; });
    const QCPAxisRect* rect = f.canvas->axisRect();
    const QPoint last(static_cast<int>(rect->axis(QCPAxis::atBottom)->coordToPixel(30)), rect->rect().center().y());
    f.click(last);
    QCOMPARE(f.store.view().dimensions, (std::vector<std::int64_t>{4, 60, 61}));
    // The pair is dead: the heatmap shows its columns.
    QCOMPARE(f.store.view().node, std::string("position"));
    QVERIFY(f.store.view().zoom[AxisKind::Dimension] == Interval({54, 68}));
    f.click(last);
    QCOMPARE(f.store.view().dimensions, (std::vector<std::int64_t>{4}));
}

void TestMeasurePlots::cursorIsThePair()
{
    PlotFixture f("wavelengths");
    setTable(f.store, 64, 50);
    QVERIFY(f.compute());
    const QCPAxisRect* rect = f.canvas->axisRect();
    f.mouse(QEvent::MouseMove,
            {static_cast<int>(rect->axis(QCPAxis::atBottom)->coordToPixel(30)), rect->rect().center().y()},
            Qt::NoButton);
    QCOMPARE(f.store.view().cursor[AxisKind::Dimension], std::optional<std::int64_t>(60));
}

void TestMeasurePlots::labelsSayWhatTheyMean()
{
    PlotFixture f("dropout");
    setTable(f.store, 64, 50);
    QVERIFY(f.compute());
    const auto tipAt = [&f](const QPoint& place) {
        QHelpEvent help(QEvent::ToolTip, place, f.canvas->mapToGlobal(place));
        QApplication::sendEvent(f.canvas, &help);
        return QToolTip::text();
    };
    const auto texts = f.canvas->findChildren<QCPTextElement*>();
    const auto numbers = std::ranges::find_if(
        texts, [](const QCPTextElement* one) { return one->text().contains(QStringLiteral("PE energy kept")); });
    QVERIFY(numbers != texts.end());
    QVERIFY2(tipAt((*numbers)->outerRect().center()).contains("squares of its values"), qPrintable(QToolTip::text()));
    const QRect map = f.canvas->axisRect(0)->rect();
    QVERIFY2(tipAt({map.center().x(), map.bottom() + 3}).contains("no full wave fits"), qPrintable(QToolTip::text()));
    (void)tipAt(map.center());
    QTRY_VERIFY(QToolTip::text().isEmpty());
}

void TestMeasurePlots::energyFollowsTheScale()
{
    PlotFixture f("energy");
    setTable(f.store, 64, 50);
    f.store.edit([](Parameters& p) { p.sum.scale = ScaleRule::None; });
    QVERIFY(f.compute());
    const double before = f.line(QStringLiteral("s·E"))->y.front();
    f.store.edit([](Parameters& p) { p.sum.scale = 10.0; });
    QVERIFY(f.compute());
    QVERIFY(std::abs(f.line(QStringLiteral("s·E"))->y.front() / before - 100) < 1e-3);
    const std::vector<double> varying = f.line(QStringLiteral("varying, sines"))->y;
    QVERIFY(varying.front() > 0.4 && varying.back() < 1e-4);
    QCOMPARE(f.line(QStringLiteral("PE, sines"))->x[1], 2.0);
    QCOMPARE(f.line(QStringLiteral("PE, cosines"))->x[1], 3.0);
    QVERIFY2(f.plot->summary().contains(QStringLiteral("hardly varies with position in")),
             qPrintable(f.plot->summary()));
}

// A point of several dimensions is of sines or of cosines: both fall to their end without going up and down.
void TestMeasurePlots::branchesOfEnergyAreSmooth()
{
    PlotFixture f("energy", {300, 300});
    setTable(f.store, 512, 50);
    f.store.edit([](Parameters& p) { setScheme(p.encoding, "sinusoidal"); });
    QVERIFY(f.compute());
    for (const char* name : {"varying, sines", "varying, cosines"}) {
        const std::vector<double>& y = f.line(QLatin1String(name))->y;
        QVERIFY(y.size() > 60 && y.size() < 256);
        QVERIFY(std::is_sorted(y.end() - 20, y.end(), std::ranges::greater()));
    }
    f.store.edit([](Parameters& p) { setScheme(p.encoding, "learned"); });
    QVERIFY(f.compute());
    QVERIFY(f.line(QStringLiteral("varying")) && !f.line(QStringLiteral("varying, sines")));
}

void TestMeasurePlots::spectrumSaysItsRank()
{
    PlotFixture f("spectrum");
    setTable(f.store, 512, 50);
    QVERIFY(f.compute());
    QCOMPARE(f.line(QStringLiteral("singular values"))->x.size(), 50U);
    QCOMPARE(f.plot->summary(), QStringLiteral("Of 50 possible directions PE uses 13.3"));
    for (const char* says : {"participation ratio is 2.14", "99 % of the energy: 16", "mean row: 67.3 %"})
        QVERIFY2(f.detail().contains(QLatin1String(says)), qPrintable(f.detail()));
    for (const auto& [rank, says] : {std::pair(80.0, "uses more than 80"), std::pair(8.0, "uses ≈ 8")}) {
        auto some = std::make_shared<SpectrumData>(); // of 96 rows
        some->a = {.symbol = WORDS("PE"), .rows = 1000, .cols = 512, .visited = 96, .singular = {1}};
        some->a.measures = SpectrumMeasures{.effectiveRank = rank};
        f.plot->show(some);
        QVERIFY2(f.plot->summary().endsWith(QString::fromUtf8(says)), qPrintable(f.plot->summary()));
    }
}

void TestMeasurePlots::shiftFollowsItsDistance()
{
    PlotFixture f("shift");
    setTable(f.store, 16, 50);
    auto* k = f.plot->findChild<QSpinBox*>(QStringLiteral("shift"));
    k->setValue(5);
    QCOMPARE(f.store.view().board.of<ShiftOptions>().k, 5);
    QVERIFY(f.compute());
    QVERIFY2(f.plot->summary().contains(QStringLiteral("PE(p + 5)")), qPrintable(f.plot->summary()));
    f.store.editView([](ViewState& view) { view.board.set(ShiftOptions{.k = 9}); });
    QCOMPARE(k->value(), 9);
    emit qApp->focusChanged(nullptr, k);
    QVERIFY(f.store.gesture() >= 0); // what is typed is one step of undo
    emit qApp->focusChanged(k, nullptr);
    QCOMPARE(f.store.gesture(), -1);
    f.store.edit([](Parameters& p) { setScheme(p.encoding, "learned"); });
    QVERIFY(f.compute());
    QVERIFY2(f.detail().contains(QStringLiteral("least squares")), qPrintable(f.detail()));
}

void TestMeasurePlots::initialisersMarkTheSetUp()
{
    PlotFixture f("initializers");
    setTable(f.store, 512, 50);
    f.store.edit([](Parameters& p) { p.embedding.source = "tensor2tensor"; });
    QVERIFY(f.compute());
    const DrawnLine* current = f.line(QStringLiteral("this setup"));
    QCOMPARE(current->x, (std::vector<double>{1})); // the second of the list
    QVERIFY(std::abs(current->y.front() / (22.6163711585 / 16) - 1) < 1e-6); // E‖N(0, 1)⁵¹²‖ / √(512 / 2)
    QVERIFY2(f.detail().contains(QStringLiteral("In this setup R is 1.41.")), qPrintable(f.detail()));
    f.store.edit([](Parameters& p) { p.sum.scale = 16 * 1131.37; });
    QVERIFY(f.compute());
    QCOMPARE(f.line(QStringLiteral("this setup"))->name, QStringLiteral("this setup: R = 1,130"));
}

void TestMeasurePlots::namesDoNotTouch_data()
{
    QTest::addColumn<int>("height");
    QTest::addColumn<bool>("all");
    QTest::newRow("low") << 170 << false;
    QTest::newRow("high") << 500 << true;
}

void TestMeasurePlots::namesDoNotTouch()
{
    QFETCH(const int, height);
    QFETCH(const bool, all);
    PlotFixture f("initializers", {600, height});
    setTable(f.store, 64, 50);
    QVERIFY(f.compute());
    f.picture();
    const QCPAxis& names = *f.canvas->axisRect(0)->axis(QCPAxis::atLeft);
    double above = -std::numeric_limits<double>::infinity();
    qsizetype said = 0;
    for (qsizetype i = 0; i < names.tickVectorLabels().size(); ++i) {
        if (names.tickVectorLabels()[i].isEmpty())
            continue;
        const double here = names.coordToPixel(names.tickVector()[i]);
        QVERIFY(here - above >= QFontMetrics(names.tickLabelFont()).height());
        above = here;
        ++said;
    }
    QVERIFY(said > 1);
    QCOMPARE(said == names.tickVectorLabels().size(), all);
}

void TestMeasurePlots::comparedMapsAreEquallyWide_data()
{
    QTest::addColumn<std::string>("scheme");
    QTest::newRow("mosaic") << std::string("grid-mae");
    QTest::newRow("precision") << std::string("sinusoidal");
}

void TestMeasurePlots::comparedMapsAreEquallyWide()
{
    QFETCH(std::string, scheme);
    PlotFixture f(QTest::currentDataTag(), {440, 300});
    f.store.edit([&](Parameters& p) {
        setScheme(p.encoding, scheme);
        p.encoding.dModel = 64;
    });
    Scene scene = f.store.scene();
    scene.b = scene.a;
    f.store.setScene(scene);
    QVERIFY(f.compute());
    f.picture();
    QVERIFY(std::abs(f.canvas->axisRect(0)->width() - f.canvas->axisRect(1)->width()) <= 1);
    for (int i = 0; i < 2; ++i)
        QVERIFY(labelsAreApart(*f.canvas->axisRect(i)->axis(QCPAxis::atBottom)));
}

void TestMeasurePlots::longWavePairsOfBHaveTheirColor()
{
    for (const char* plot : {"frequencies", "wavelengths"}) {
        PlotFixture f(plot);
        Scene scene = f.store.scene();
        scene.b = scene.a;
        scene.b->encoding.maxLen = 100;
        f.store.setScene(scene);
        QVERIFY(f.compute());
        const DrawnLine* ofA = f.line(QStringLiteral("A · long-wave"));
        const DrawnLine* ofB = f.line(QStringLiteral("B · long-wave"));
        QVERIFY(ofA && ofB && ofB->ink == inkOf(Hue::Dropped));
        QVERIFY(ofB->x.size() > ofA->x.size());
    }
}

void TestMeasurePlots::someOfManyHeadsAreCounted()
{
    PlotFixture f("heads", {240, 200});
    f.store.edit([](Parameters& p) {
        setScheme(p.encoding, "alibi");
        p.encoding.dModel = 896;
        p.attention.heads = 112;
    });
    QVERIFY(f.compute());
    const QString label = f.plot->drawing()->panels.front().across.labels.front();
    QVERIFY2(label.contains(QStringLiteral(" of 112 heads · ")), qPrintable(label));
}

void TestMeasurePlots::exactTableSaysSo()
{
    PlotFixture f("precision");
    QVERIFY(f.compute());
    QVERIFY(f.plot->drawing()->hint.contains(QStringLiteral("bfloat16")));
    f.store.edit([](Parameters& p) { findParameter("precision", p)->set(p, std::string("bfloat16")); });
    QVERIFY(f.compute());
    QVERIFY(f.plot->drawing()->hint.isEmpty());
}

void TestMeasurePlots::nothingUndefinedIsSaid_data()
{
    QTest::addColumn<QByteArray>("plot");
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("scale");
    for (const PlotSpec& spec : plotSpecs()) {
        if (isOfMeasures(spec)) {
            QTest::addRow("%s of one cell", idOf(spec).constData()) << idOf(spec) << 1 << 1.0;
            QTest::addRow("%s of zeros", idOf(spec).constData()) << idOf(spec) << 6 << 0.0;
        }
    }
}

// Not even where there is nothing to measure does a screen say "nan" or "inf".
void TestMeasurePlots::nothingUndefinedIsSaid()
{
    QFETCH(QByteArray, plot);
    QFETCH(int, width);
    QFETCH(double, scale);
    PlotFixture f(plot.constData());
    setTable(f.store, width, 1);
    f.store.edit([=](Parameters& p) {
        p.sum.scale = scale;
        p.dropout.p = 1;
    });
    QVERIFY(f.compute());
    f.picture();
    QVERIFY(!f.plot->summary().isEmpty());
    for (const char* never : {"nan", "inf"})
        QVERIFY2(!f.plot->summary().contains(QLatin1String(never), Qt::CaseInsensitive), qPrintable(f.plot->summary()));
}

void TestMeasurePlots::everyLineStandsOut_data()
{
    QTest::addColumn<QByteArray>("plot");
    QTest::addColumn<QString>("theme");
    for (const PlotSpec& spec : plotSpecs()) {
        if (isOfMeasures(spec)) {
            for (const char* theme : {"light", "dark", "projector"})
                QTest::addRow("%s, %s", idOf(spec).constData(), theme) << idOf(spec) << QString::fromLatin1(theme);
        }
    }
}

void TestMeasurePlots::everyLineStandsOut()
{
    QFETCH(QByteArray, plot);
    QFETCH(QString, theme);
    PlotFixture f(plot.constData());
    setTable(f.store, 64, 50);
    Scene scene = f.store.scene();
    scene.b = scene.a;
    f.store.setScene(scene);
    QVERIFY(f.compute());
    f.plot->setTheme(Theme::named(theme));
    const auto [name, least] = faintest(*f.canvas, Theme::named(theme));
    QVERIFY2(least >= 3, qPrintable(QStringLiteral("%1: %2").arg(name).arg(least)));
}

QTEST_MAIN(TestMeasurePlots)
#include "tst_measureplots.moc"
