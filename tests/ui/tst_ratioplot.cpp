// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotfixture.h"

#include "views/ratioview.h"

#include <cmath>

using namespace phasor;

namespace {

std::shared_ptr<RatioData> someNorms(double scale, double encoding = 4)
{
    auto data = std::make_shared<RatioData>();
    data->visible = data->allPositions = {0, 9};
    data->expectedRatio = scale / 4;
    for (int p = 0; p < 10; ++p) {
        data->positions.push_back(p);
        data->embedding.push_back(1 + 0.01 * p);
        data->scaled.push_back(scale * (1 + 0.01 * p));
        data->encoding.push_back(encoding);
        data->ratio.push_back(encoding > 0 ? scale * (1 + 0.01 * p) / encoding : std::nan(""));
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
    void cursorIsTheRow();
};

void TestRatioPlot::graphsHoldTheData()
{
    PlotFixture f("ratio");
    const auto data = someNorms(8);
    f.plot->show(data);
    QCOMPARE(valuesOf(f.graph(QStringLiteral("‖E‖"))), data->embedding);
    QCOMPARE(valuesOf(f.graph(QStringLiteral("‖s·E‖"))), data->scaled);
    QCOMPARE(valuesOf(f.graph(QStringLiteral("‖PE‖"))), data->encoding);
    QCOMPARE(valuesOf(f.graph(QStringLiteral("R ="))), data->ratio);
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
    data->embedding = data->scaled = data->encoding = data->ratio = std::vector<double>(10, 0.0);
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
    f.store.editView([](ViewState& v) { v.rows = Interval{2, 6}; });
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(f.canvas->axisRect(i)->axis(QCPAxis::atBottom)->range().lower, 1.5);
        QCOMPARE(f.canvas->axisRect(i)->axis(QCPAxis::atBottom)->range().upper, 5.5);
    }
    f.doubleClick(f.canvas->axisRect(1)->rect().center());
    QVERIFY(!f.store.view().rows);
}

void TestRatioPlot::cursorIsTheRow()
{
    PlotFixture f("ratio");
    f.plot->show(someNorms(8));
    f.store.editView([](ViewState& v) { v.cursor = ViewState::Cell{1, 77}; });
    const QCPAxis* axis = f.canvas->axisRect(1)->axis(QCPAxis::atBottom);
    f.mouse(QEvent::MouseMove, {static_cast<int>(axis->coordToPixel(4)), f.canvas->axisRect(1)->rect().center().y()},
            Qt::NoButton);
    QCOMPARE(f.store.view().cursor, (ViewState::Cell{4, 77}));
    QTest::keyClick(f.canvas, Qt::Key_Right);
    QCOMPARE(f.store.view().cursor, (ViewState::Cell{5, 77}));
}

QTEST_MAIN(TestRatioPlot)
#include "tst_ratioplot.moc"
