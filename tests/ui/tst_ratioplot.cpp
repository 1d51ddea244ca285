// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotfixture.h"

#include "views/ratio.h"

#include <cmath>

using namespace phasor;

namespace {

std::shared_ptr<RatioData> someNorms(double scale, double encoding = 4)
{
    auto data = std::make_shared<RatioData>();
    data->rows = {.kind = AxisKind::Position, .count = 10};
    data->visible = {0, 9};
    RatioCurves& a = data->a;
    a.expectedRatio = scale / 4;
    a.meanRatio = encoding > 0 ? scale / encoding : std::nan("");
    for (int p = 0; p < 10; ++p) {
        a.positions.push_back(p);
        a.embedding.push_back(1 + 0.01 * p);
        a.scaled.push_back(scale * (1 + 0.01 * p));
        a.encoding.push_back(encoding);
        a.ratio.push_back(encoding > 0 ? scale * (1 + 0.01 * p) / encoding : std::nan(""));
    }
    return data;
}

} // namespace

class TestRatioPlot : public QObject
{
    Q_OBJECT

private slots:
    void graphsHoldTheData();
    void axisIsLogarithmicWhenLengthsDiffer_data();
    void axisIsLogarithmicWhenLengthsDiffer();
    void zerosAreNotShownOnALogarithmicAxis();
    void emptyAndConstantDataHaveARange();
    void colourPerQuantity();
    void bothRectsFollowTheRows();
    void nothingIsExpectedWhereThereIsNoLaw();
    void secondSetUpIsOverlaid();
    void cursorIsTheRow();
};

void TestRatioPlot::graphsHoldTheData()
{
    PlotFixture f("ratio");
    const auto data = someNorms(8);
    f.plot->show(data);
    QCOMPARE(valuesOf(f.graph(QStringLiteral("‖E‖"))), data->a.embedding);
    QCOMPARE(valuesOf(f.graph(QStringLiteral("‖s·E‖"))), data->a.scaled);
    QCOMPARE(valuesOf(f.graph(QStringLiteral("‖PE‖"))), data->a.encoding);
    QCOMPARE(valuesOf(f.graph(QStringLiteral("R ="))), data->a.ratio);
    QCOMPARE(valuesOf(f.graph(QStringLiteral("expected"))), (std::vector<double>{2, 2}));
}

void TestRatioPlot::axisIsLogarithmicWhenLengthsDiffer_data()
{
    QTest::addColumn<double>("scale");
    QTest::addColumn<bool>("logarithmic");
    QTest::newRow("8") << 8.0 << false;
    QTest::newRow("27") << 27.0 << false;
    QTest::newRow("31") << 31.0 << true;
    QTest::newRow("1000") << 1000.0 << true;
}

void TestRatioPlot::axisIsLogarithmicWhenLengthsDiffer()
{
    QFETCH(double, scale);
    QFETCH(bool, logarithmic);
    PlotFixture f("ratio");
    f.plot->show(someNorms(scale));
    const QCPAxis* axis = f.canvas->axisRect(0)->axis(QCPAxis::atLeft);
    QCOMPARE(axis->scaleType() == QCPAxis::stLogarithmic, logarithmic);
    QCOMPARE(axis->range().lower > 0, logarithmic);
    f.plot->show(someNorms(2)); // and back
    QVERIFY(axis->scaleType() == QCPAxis::stLinear);
}

void TestRatioPlot::zerosAreNotShownOnALogarithmicAxis()
{
    PlotFixture f("ratio");
    f.plot->show(someNorms(1000, 0));
    const QCPAxis* axis = f.canvas->axisRect(0)->axis(QCPAxis::atLeft);
    QVERIFY(axis->scaleType() == QCPAxis::stLogarithmic);
    QVERIFY(axis->label().contains(QStringLiteral("zeros")));
    QVERIFY(axis->range().lower > 0.1 && std::isfinite(axis->range().upper));
    f.picture();
}

void TestRatioPlot::emptyAndConstantDataHaveARange()
{
    PlotFixture f("ratio");
    auto data = someNorms(1, 1);
    data->a.embedding = data->a.scaled = data->a.encoding = data->a.ratio = std::vector<double>(10, 0.0);
    f.plot->show(data);
    f.picture();
    for (int i = 0; i < 2; ++i) {
        const QCPRange range = f.canvas->axisRect(i)->axis(QCPAxis::atLeft)->range();
        QVERIFY(range.size() > 0 && std::isfinite(range.lower) && std::isfinite(range.upper));
    }
    f.plot->show(nullptr);
    f.picture();
}

void TestRatioPlot::colourPerQuantity()
{
    PlotFixture f("ratio");
    f.plot->show(someNorms(8));
    QCOMPARE(f.graph(QStringLiteral("‖s·E‖"))->pen().color(), QColor(0xe6, 0x9f, 0x00));
    QCOMPARE(f.graph(QStringLiteral("‖PE‖"))->pen().color(), QColor(0x00, 0x72, 0xb2));
    f.plot->setTheme(Theme::projector());
    QCOMPARE(f.graph(QStringLiteral("‖PE‖"))->pen().widthF(), Theme::projector().lineWidth);
}

void TestRatioPlot::bothRectsFollowTheRows()
{
    PlotFixture f("ratio");
    f.plot->show(someNorms(8));
    f.store.editView([](ViewState& v) { v.zoom[AxisKind::Position] = Interval{2, 6}; });
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(f.canvas->axisRect(i)->axis(QCPAxis::atBottom)->range().lower, 2.0);
        QCOMPARE(f.canvas->axisRect(i)->axis(QCPAxis::atBottom)->range().upper, 6.0);
    }
    f.doubleClick(f.canvas->axisRect(1)->rect().center());
    QVERIFY(!f.store.view().zoom[AxisKind::Position]);
}

void TestRatioPlot::nothingIsExpectedWhereThereIsNoLaw()
{
    PlotFixture f("ratio");
    const auto data = someNorms(8);
    data->a.expectedRatio.reset();
    f.plot->show(data);
    QVERIFY(f.graph(QStringLiteral("expected"))->data()->isEmpty());
}

void TestRatioPlot::secondSetUpIsOverlaid()
{
    PlotFixture f("ratio");
    const auto data = someNorms(8);
    data->b = someNorms(100)->a;
    f.plot->show(data);
    QCOMPARE(valuesOf(f.graph(QStringLiteral("B · R ="))), data->b->ratio);
    QCOMPARE(f.graph(QStringLiteral("B · R ="))->pen().color(), QColor(0xcc, 0x79, 0xa7));
    QVERIFY(f.canvas->axisRect(1)->axis(QCPAxis::atLeft)->range().upper > 25);
    QVERIFY2(f.plot->summary().startsWith(QStringLiteral("A: R = ")), qPrintable(f.plot->summary()));
}

void TestRatioPlot::cursorIsTheRow()
{
    PlotFixture f("ratio");
    f.plot->show(someNorms(8));
    f.store.editView([](ViewState& v) { v.cursor = cellAt(1, 77); });
    const QCPAxis* axis = f.canvas->axisRect(1)->axis(QCPAxis::atBottom);
    f.mouse(QEvent::MouseMove, {static_cast<int>(axis->coordToPixel(4.5)), f.canvas->axisRect(1)->rect().center().y()},
            Qt::NoButton);
    QCOMPARE(f.store.view().cursor, cellAt(4, 77));
    QTest::keyClick(f.canvas, Qt::Key_Right);
    QCOMPARE(f.store.view().cursor, cellAt(5, 77));
    // Before any dimension was pointed at, the first one is read.
    f.store.editView([](ViewState& v) { v.cursor = {}; });
    f.mouse(QEvent::MouseMove, {static_cast<int>(axis->coordToPixel(3.5)), f.canvas->axisRect(1)->rect().center().y()},
            Qt::NoButton);
    QCOMPARE(f.store.view().cursor, cellAt(3, 0));
}

QTEST_MAIN(TestRatioPlot)
#include "tst_ratioplot.moc"
