// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotfixture.h"

#include "pipeline/placements.h"
#include "views/dropoutview.h"

#include <cmath>
#include <numeric>

using namespace phasor;

class TestDropoutPlot : public QObject
{
    Q_OBJECT

private slots:
    void sharesOfTheMask();
    void positionsAreRowsOfTheTable();
    void marginPlotsFollowTheMask();
    void everyPlacementIsExplained_data();
    void everyPlacementIsExplained();
    void scaleIsSaid_data();
    void scaleIsSaid();
};

void TestDropoutPlot::sharesOfTheMask()
{
    PlotFixture f("dropout");
    f.store.edit([](Parameters& p) {
        p.dModel = 48;
        p.maxLen = 64;
        p.dropout = 0.25;
    });
    QVERIFY(f.compute());
    const auto byPosition = valuesOf(f.graph(QStringLiteral("dropped by position")));
    const auto byDimension = valuesOf(f.graph(QStringLiteral("dropped by dimension")));
    QCOMPARE(byPosition.size(), std::size_t{64});
    QCOMPARE(byDimension.size(), std::size_t{48});
    const double rows = std::accumulate(byPosition.begin(), byPosition.end(), 0.0) / 64;
    const double columns = std::accumulate(byDimension.begin(), byDimension.end(), 0.0) / 48;
    QVERIFY(std::abs(rows - columns) < 1e-12);
    QVERIFY(std::abs(rows - 0.25) < 5 * std::sqrt(0.25 * 0.75 / (64 * 48)));
    QCOMPARE(valuesOf(f.graph(QStringLiteral("p"))), (std::vector<double>{0.25, 0.25}));
    // A dropped cell is black: their share of the picture is the same.
    const QImage picture = f.picture();
    const QRect area = f.area();
    double dark = 0;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            dark += 1 - qGray(picture.pixel(x, y)) / 255.0;
    QVERIFY(std::abs(dark / (area.width() * area.height()) - rows) < 0.01);
}

void TestDropoutPlot::positionsAreRowsOfTheTable()
{
    PlotFixture f("dropout");
    f.store.edit([](Parameters& p) {
        p.dModel = 16;
        p.maxLen = 20;
        p.firstPosition = 1000;
    });
    QVERIFY(f.compute());
    QCOMPARE(f.graph(QStringLiteral("dropped by position"))->data()->at(0)->key, 0.5);
    QCOMPARE(f.canvas->axisRect(0)->axis(QCPAxis::atLeft)->range().upper, 20.0);
    QVERIFY(f.canvas->axisRect(0)->axis(QCPAxis::atLeft)->tickVectorLabels().first().endsWith(QStringLiteral("1000")));
}

void TestDropoutPlot::marginPlotsFollowTheMask()
{
    PlotFixture f("dropout");
    f.store.edit([](Parameters& p) {
        p.dModel = 16;
        p.maxLen = 20;
    });
    QVERIFY(f.compute());
    f.store.editView([](ViewState& v) {
        v.rows = Interval{5, 10};
        v.columns = Interval{2, 4};
    });
    QCOMPARE(f.canvas->axisRect(1)->axis(QCPAxis::atLeft)->range().lower, 5.0);
    QCOMPARE(f.canvas->axisRect(2)->axis(QCPAxis::atBottom)->range().upper, 4.0);
    QCoreApplication::processEvents();
    f.picture();
    QCOMPARE(f.canvas->axisRect(1)->top(), f.canvas->axisRect(0)->top());
    QCOMPARE(f.canvas->axisRect(1)->height(), f.canvas->axisRect(0)->height());
    QCOMPARE(f.canvas->axisRect(2)->left(), f.canvas->axisRect(0)->left());
    QCOMPARE(f.canvas->axisRect(2)->width(), f.canvas->axisRect(0)->width());
}

void TestDropoutPlot::everyPlacementIsExplained_data()
{
    QTest::addColumn<QByteArray>("placement");
    for (const Placement& placement : placements()) {
        const QByteArray id(placement.id.data(), static_cast<qsizetype>(placement.id.size()));
        QTest::newRow(id.constData()) << id;
    }
}

void TestDropoutPlot::everyPlacementIsExplained()
{
    QFETCH(QByteArray, placement);
    PlotFixture f("dropout");
    f.store.edit([&](Parameters& parameters) {
        parameters.dModel = 32;
        parameters.maxLen = 40;
        parameters.placement = placement.toStdString();
    });
    QVERIFY(f.compute());
    const Placement& of = *findPlacement(placement.toStdString());
    const auto* header = f.plot->findChild<QWidget*>(QStringLiteral("header"));
    QVERIFY(header);
    for (const std::string_view part : {of.formula, of.explanation}) {
        const QString text = QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size())).toHtmlEscaped();
        QVERIFY2(header->toolTip().contains(text), qPrintable(header->toolTip()));
    }
    QCOMPARE(f.canvas->axisRect(0)->axis(QCPAxis::atBottom)->range().upper, placement == "separate" ? 64.0 : 32.0);
}

void TestDropoutPlot::scaleIsSaid_data()
{
    QTest::addColumn<double>("p");
    QTest::addColumn<QString>("text");
    QTest::newRow("0.1") << 0.1 << "× 1/(1 − p) = 1.111";
    QTest::newRow("0") << 0.0 << "× 1/(1 − p) = 1";
    QTest::newRow("1") << 1.0 << "p = 100 %";
}

void TestDropoutPlot::scaleIsSaid()
{
    QFETCH(double, p);
    QFETCH(QString, text);
    PlotFixture f("dropout");
    f.store.edit([&](Parameters& parameters) {
        parameters.dModel = 16;
        parameters.maxLen = 20;
        parameters.dropout = p;
    });
    QVERIFY(f.compute());
    const auto elements = f.canvas->plotLayout()->elements(false);
    auto* said = qobject_cast<QCPTextElement*>(elements.last());
    QVERIFY(said);
    QVERIFY2(said->text().contains(text), qPrintable(said->text()));
}

QTEST_MAIN(TestDropoutPlot)
#include "tst_dropoutplot.moc"
