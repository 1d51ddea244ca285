// SPDX-License-Identifier: GPL-3.0-or-later
// A selected range of positions and dimensions: how it is made, where it is marked, what it restricts. Marks of dead
// pairs, the second set-up's difference, and the other forms of a plot.
#include "plotfixture.h"

#include "plots/canvas/marks_p.h"
#include "views/attention/scoreterms.h"
#include "views/measures/ratio.h"
#include "views/tables/similarity.h"

#include <QToolButton>

#include <cmath>

using namespace phasor;

namespace {

void setTable(Store& store, std::int64_t width, std::int64_t positions)
{
    store.edit([=](Parameters& p) {
        p.encoding.dModel = width;
        p.encoding.maxLen = positions;
    });
}

Zoom selection(std::optional<Interval> positions, std::optional<Interval> dimensions)
{
    Zoom zoom;
    zoom[AxisKind::Position] = positions;
    zoom[AxisKind::Dimension] = dimensions;
    return zoom;
}

void compare(Store& store)
{
    Scene scene = store.scene();
    scene.b = scene.a;
    scene.b->sum.scale = 1.0;
    setScheme(scene.b->encoding, "sinusoidal");
    store.setScene(scene);
}

// Pixels in which two pictures differ, inside a rectangle.
int changed(const QImage& a, const QImage& b, const QRect& inside)
{
    int count = 0;
    for (int y = inside.top(); y <= inside.bottom(); ++y)
        for (int x = inside.left(); x <= inside.right(); ++x)
            count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    return count;
}

} // namespace

class TestSelection : public QObject
{
    Q_OBJECT

private slots:
    void dragWithCtrlSelects();
    void clickWithCtrlSelectsNothing();
    void everyPlotMarksIt_data();
    void everyPlotMarksIt();
    void analysesLookAtItAlone_data();
    void analysesLookAtItAlone();
    void deadMarks_data();
    void deadMarks();
    void differenceIsBelow_data();
    void differenceIsBelow();
    void dividedForm();
    void rowUnderTheCursor();
    void termsOfEitherSide();
};

void TestSelection::dragWithCtrlSelects()
{
    PlotFixture f("heatmap");
    setTable(f.store, 16, 20);
    QVERIFY(f.compute());
    const QCPAxisRect* rect = f.canvas->axisRect();
    const auto pixel = [&](double dimension, double position) {
        return QPoint(static_cast<int>(rect->axis(QCPAxis::atBottom)->coordToPixel(dimension)),
                      static_cast<int>(rect->axis(QCPAxis::atLeft)->coordToPixel(position)));
    };
    const Zoom before = f.store.view().zoom;
    f.drag(pixel(4.5, 3.5), pixel(9.5, 12.5), Qt::ControlModifier);
    QVERIFY(f.store.view().selection == selection(Interval{3, 13}, Interval{4, 10}));
    QVERIFY(f.store.view().zoom == before);
    // A box too flat selects dimensions alone.
    f.drag(pixel(2.5, 5.5), pixel(6.5, 5.5), Qt::ControlModifier);
    QVERIFY(f.store.view().selection == selection({}, Interval{2, 7}));
}

void TestSelection::clickWithCtrlSelectsNothing()
{
    PlotFixture f("heatmap");
    setTable(f.store, 16, 20);
    QVERIFY(f.compute());
    f.store.editView([](ViewState& view) { view.selection = selection(Interval{3, 13}, {}); });
    const std::vector<std::int64_t> curves = f.store.view().dimensions;
    const QPoint at = f.canvas->axisRect()->rect().center();
    f.mouse(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::ControlModifier);
    f.mouse(QEvent::MouseButtonRelease, at, Qt::NoButton, Qt::ControlModifier);
    QVERIFY(f.store.view().selection == Zoom{});
    QCOMPARE(f.store.view().dimensions, curves); // it was no click on a dimension
}

void TestSelection::everyPlotMarksIt_data()
{
    QTest::addColumn<QByteArray>("plot");
    // Axes of these have neither positions nor dimensions, or the scheme has no such view.
    const QSet<QByteArray> others{"builds", "scores",         "relative", "spectrum",  "initializers", "mosaic",
                                  "heads",  "recoverability", "overlap",  "histogram", "training"};
    for (const PlotSpec& spec : plotSpecs()) {
        if (const QByteArray plot = idOf(spec); !others.contains(plot))
            QTest::newRow(plot.constData()) << plot;
    }
}

void TestSelection::everyPlotMarksIt()
{
    QFETCH(QByteArray, plot);
    PlotFixture f(plot.constData(), {900, 480});
    setTable(f.store, 16, 20);
    f.store.edit([](Parameters& p) { p.attention.heads = 2; });
    QVERIFY(f.compute());
    const QImage before = f.picture();
    f.store.editView([](ViewState& view) { view.selection = selection(Interval{3, 9}, Interval{4, 8}); });
    const int marked = changed(before, f.picture(), f.picture().rect());
    QVERIFY2(marked > 100, qPrintable(QString::number(marked)));
    f.store.editView([](ViewState& view) { view.selection = {}; });
    QCOMPARE(changed(before, f.picture(), f.picture().rect()), 0);
}

void TestSelection::analysesLookAtItAlone_data()
{
    QTest::addColumn<QByteArray>("plot");
    for (const PlotSpec& spec : plotSpecs()) {
        if (spec.takesOption("only-rows"))
            QTest::newRow(idOf(spec).constData()) << idOf(spec);
    }
}

void TestSelection::analysesLookAtItAlone()
{
    QFETCH(QByteArray, plot);
    PlotFixture f(plot.constData());
    setTable(f.store, 16, 20);
    QVERIFY(f.compute());
    const QString whole = f.plot->summary();
    f.store.editView([](ViewState& view) { view.selection = selection(Interval{3, 9}, Interval{4, 8}); });
    QVERIFY(f.compute());
    QCOMPARE(f.plot->summary(), whole); // it is not asked for
    f.store.editView([](ViewState& view) { view.onlySelection = true; });
    QVERIFY(f.compute());
    QVERIFY(f.plot->summary() != whole);
    QVERIFY2(f.plot->summary().contains(QStringLiteral(" (positions 3–8")), qPrintable(f.plot->summary()));
}

void TestSelection::deadMarks_data()
{
    QTest::addColumn<QByteArray>("plot");
    for (const char* plot : {"heatmap", "dropout", "precision", "energy", "shift"})
        QTest::newRow(plot) << QByteArray(plot);
}

// 58 of 256 pairs turn within 50 positions, 83 are frozen.
void TestSelection::deadMarks()
{
    QFETCH(QByteArray, plot);
    PlotFixture f(plot.constData());
    setTable(f.store, 512, 50);
    QVERIFY(f.compute());
    const auto marks = [&](const char* name) {
        int count = 0;
        for (int i = 0; i < f.canvas->itemCount(); ++i)
            count += f.canvas->item(i)->objectName() == QLatin1String(name) ? 1 : 0;
        return count;
    };
    QVERIFY(marks("dead-mark") >= 1);
    QCOMPARE(marks("frozen-mark"), marks("dead-mark"));
    if (plot == "precision")
        return; // a learned table has no exact one beside it
    f.store.edit([](Parameters& p) { setScheme(p.encoding, "learned"); });
    QVERIFY(f.compute());
    QCOMPARE(marks("dead-mark"), 0);
}

void TestSelection::differenceIsBelow_data()
{
    QTest::addColumn<QByteArray>("plot");
    for (const PlotSpec& spec : plotSpecs()) {
        PlotFixture f(idOf(spec).constData());
        (void)f.plot->request({}, {});
        if (std::ranges::any_of(f.plot->drawing()->panels, &Panel::difference))
            QTest::newRow(idOf(spec).constData()) << idOf(spec);
    }
}

void TestSelection::differenceIsBelow()
{
    QFETCH(QByteArray, plot);
    // The difference of Dropout's shares by position is next to them. Distance has two differences.
    PlotFixture f(plot.constData(), plot == "dropout" ? QSize(900, 500) : QSize(600, plot == "relative" ? 700 : 380));
    setTable(f.store, 16, 20);
    QVERIFY(f.compute());
    const auto alone = f.canvas->axisRects().size();
    const auto differences = [&] {
        qsizetype points = 0;
        for (int i = 0; i < f.canvas->graphCount(); ++i)
            if (f.canvas->graph(i)->name().startsWith(QStringLiteral("A − B")))
                points += f.canvas->graph(i)->data()->size();
        return points;
    };
    QCOMPARE(differences(), qsizetype{0});
    compare(f.store);
    QVERIFY(f.compute());
    QVERIFY(f.canvas->axisRects().size() > alone);
    QVERIFY(differences() > 0);
    f.picture();
    f.store.setScene({.a = f.store.scene().a});
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRects().size(), alone);
}

// Lengths of E + PE/s are those of s·E + PE over s; R is the same.
void TestSelection::dividedForm()
{
    PlotFixture f("ratio");
    setTable(f.store, 16, 20);
    QVERIFY(f.compute());
    const std::vector<double> sum = f.line(QStringLiteral("‖s·E + PE‖"))->y;
    const std::vector<double> ratio = f.line(QStringLiteral("R"))->y;
    auto* button = f.plot->findChild<QToolButton*>(QStringLiteral("divided"));
    QVERIFY(button != nullptr && button->isEnabled());
    button->click();
    QVERIFY(f.store.view().board.of<RatioOptions>().divided);
    QVERIFY(f.compute());
    const std::vector<double> divided = f.line(QStringLiteral("‖E + PE/s‖"))->y;
    QCOMPARE(divided.size(), sum.size());
    for (std::size_t i = 0; i < sum.size(); ++i)
        QVERIFY(std::abs(divided[i] * 4 - sum[i]) < 1e-9); // s = √16
    QVERIFY(f.line(QStringLiteral("R"))->y == ratio);
    f.store.edit([](Parameters& p) { p.sum.scale = 0.0; });
    QVERIFY(f.compute());
    QVERIFY(!button->isEnabled()); // there is no PE/0
}

void TestSelection::rowUnderTheCursor()
{
    PlotFixture f("similarity", {900, 500});
    setTable(f.store, 32, 40);
    QVERIFY(f.compute());
    QVERIFY(f.level(QStringLiteral("first rise")) != nullptr);
    f.store.editView([](ViewState& view) { view.cursor = cellAt(7, 0); });
    QVERIFY(f.compute());
    const std::vector<double> values = f.plot->drawing()->panels[1].lines.front().y;
    QCOMPARE(values.size(), std::size_t{40});
    QVERIFY(std::abs(values[7] - 1) < 1e-6);
    auto* means = f.plot->findChild<QToolButton*>(QStringLiteral("minus-mean-row"));
    QVERIFY(means != nullptr);
    means->click();
    QVERIFY(f.store.view().board.of<SimilarityOptions>().minusMeanRow);
    QVERIFY(f.compute());
    QVERIFY2(f.plot->summary().contains(QStringLiteral("without their mean row")), qPrintable(f.plot->summary()));
    // A plot that is small shows the map alone.
    PlotFixture small("similarity", {260, 200});
    setTable(small.store, 32, 40);
    QVERIFY(small.compute());
    QCOMPARE(small.canvas->axisRects().size(), qsizetype{1});
}

void TestSelection::termsOfEitherSide()
{
    PlotFixture f("score-terms");
    setTable(f.store, 16, 20);
    QVERIFY(f.compute());
    auto* of = f.plot->findChild<QToolButton*>(QStringLiteral("terms-of"));
    QVERIFY(of != nullptr && of->isHidden());
    compare(f.store);
    QVERIFY(f.compute());
    QVERIFY(!of->isHidden());
    QStringList titles;
    for (int i = 0; i < 3; ++i) {
        QVERIFY(f.compute());
        titles += f.plot->drawing()->panels[1].title;
        of->click();
    }
    titles.removeDuplicates();
    QCOMPARE(titles.size(), qsizetype{3});
    QVERIFY(f.store.view().board.of<ScoreTermsOptions>().of == TermsOf::A); // round
}

QTEST_MAIN(TestSelection)
#include "tst_selection.moc"
