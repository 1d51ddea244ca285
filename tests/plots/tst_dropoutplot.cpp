// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotfixture.h"

#include "encodings/sinusoidal/settings.h"
#include "pipeline/parameters/parameters.h"
#include "views/dropout/dropout.h"

#include <cmath>
#include <numeric>

using namespace phasor;

class TestDropoutPlot : public QObject
{
    Q_OBJECT

private slots:
    void sharesOfTheMask();
    void positionsAreThoseOfTheTable();
    void marginPlotsFollowTheMask();
    void theLineIsNamedAtEachWidth_data();
    void theLineIsNamedAtEachWidth();
    void everyPlacementIsExplained_data();
    void everyPlacementIsExplained();
    void scaleIsSaid_data();
    void scaleIsSaid();
    void oneRowIsAMarker();
    void cellsOfAMaskAreSeen_data();
    void cellsOfAMaskAreSeen();
};

void TestDropoutPlot::sharesOfTheMask()
{
    PlotFixture f("dropout");
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 48;
        p.encoding.maxLen = 64;
        p.dropout.p = 0.25;
    });
    QVERIFY(f.compute());
    const auto byPosition = f.line(QStringLiteral("zeroed by position"))->y;
    const auto byDimension = f.line(QStringLiteral("zeroed by dimension"))->y;
    QCOMPARE(byPosition.size(), std::size_t{64});
    QCOMPARE(byDimension.size(), std::size_t{48});
    const double rows = std::accumulate(byPosition.begin(), byPosition.end(), 0.0) / 64;
    const double columns = std::accumulate(byDimension.begin(), byDimension.end(), 0.0) / 48;
    QVERIFY(std::abs(rows - columns) < 1e-12);
    QVERIFY(std::abs(rows - 0.25) < 5 * std::sqrt(0.25 * 0.75 / (64 * 48)));
    QCOMPARE(f.level(QStringLiteral("p"))->at, 0.25);
    // A dropped cell is black: their share of the picture is the same.
    const QImage picture = f.picture();
    const QRect area = f.area();
    double dark = 0;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            dark += 1 - qGray(picture.pixel(x, y)) / 255.0;
    QVERIFY(std::abs(dark / (area.width() * area.height()) - rows) < 0.01);
}

void TestDropoutPlot::positionsAreThoseOfTheTable()
{
    PlotFixture f("dropout");
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 16;
        p.encoding.maxLen = 20;
        p.encoding.own = SinusoidalSettings{.firstPosition = 1000};
    });
    QVERIFY(f.compute());
    QCOMPARE(f.graph(QStringLiteral("zeroed by position"))->data()->at(0)->key, 1000.5);
    QCOMPARE(f.canvas->axisRect(0)->axis(QCPAxis::atLeft)->range().upper, 1020.0);
    QVERIFY(f.canvas->axisRect(0)->axis(QCPAxis::atLeft)->tickVectorLabels().first().endsWith(QStringLiteral("1,000")));
}

void TestDropoutPlot::marginPlotsFollowTheMask()
{
    PlotFixture f("dropout");
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 16;
        p.encoding.maxLen = 20;
    });
    QVERIFY(f.compute());
    f.store.editView([](ViewState& v) {
        v.zoom[AxisKind::Position] = Interval{5, 10};
        v.zoom[AxisKind::Dimension] = Interval{2, 4};
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

void TestDropoutPlot::theLineIsNamedAtEachWidth_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {300, 420, 600, 1000})
        QTest::addRow("%d", width) << width;
}

void TestDropoutPlot::theLineIsNamedAtEachWidth()
{
    QFETCH(int, width);
    PlotFixture f("dropout");
    f.plot->resize(width, 400);
    QVERIFY(f.compute());
    f.picture();
    const QCPAxis& shares = *f.canvas->axisRect(1)->axis(QCPAxis::atBottom);
    QVERIFY2(shares.label().contains(u"line: "), qPrintable(shares.label()));
    QVERIFY(shares.labelColor().alpha() > 0); // it has room
    const int label = QFontMetrics(shares.labelFont()).size(0, shares.label()).width();
    QVERIFY2(label <= shares.axisRect()->width() + 24, qPrintable(QString::number(label)));
    QVERIFY(shares.axisRect()->bottom() + QFontMetrics(shares.labelFont()).size(0, shares.label()).height()
            < f.canvas->height());
}

void TestDropoutPlot::everyPlacementIsExplained_data()
{
    QTest::addColumn<QByteArray>("placement");
    for (const Placement& placement : placements()) {
        const std::string_view name = placement.choice.words.id;
        const QByteArray id(name.data(), static_cast<qsizetype>(name.size()));
        QTest::newRow(id.constData()) << id;
    }
}

void TestDropoutPlot::everyPlacementIsExplained()
{
    QFETCH(QByteArray, placement);
    PlotFixture f("dropout");
    f.store.edit([&](Parameters& parameters) {
        parameters.encoding.dModel = 32;
        parameters.encoding.maxLen = 40;
        parameters.dropout.placement = *fromId<PlacementId>(placement.toStdString());
    });
    QVERIFY(f.compute());
    const Placement& of = placementOf(*fromId<PlacementId>(placement.toStdString()));
    const auto* header = f.plot->findChild<QWidget*>(QStringLiteral("header"));
    QVERIFY(header);
    for (const std::string_view part : {of.formula, of.choice.words.explanation.english()}) {
        const QString text = QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size())).toHtmlEscaped();
        QVERIFY2(header->toolTip().contains(text), qPrintable(header->toolTip()));
    }
    QCOMPARE(f.canvas->axisRect(0)->axis(QCPAxis::atBottom)->range().upper, placement == "separate" ? 64.0 : 32.0);
}

void TestDropoutPlot::scaleIsSaid_data()
{
    QTest::addColumn<double>("p");
    QTest::addColumn<QString>("text");
    QTest::newRow("0.1") << 0.1 << "factor 1/(1 − p)\t1.11";
    QTest::newRow("0") << 0.0 << "factor 1/(1 − p)\t1";
    QTest::newRow("1") << 1.0 << "probability p\t100 %";
}

void TestDropoutPlot::scaleIsSaid()
{
    QFETCH(double, p);
    QFETCH(QString, text);
    PlotFixture f("dropout");
    f.store.edit([&](Parameters& parameters) {
        parameters.encoding.dModel = 16;
        parameters.encoding.maxLen = 20;
        parameters.dropout.p = p;
    });
    QVERIFY(f.compute());
    const QString said = f.plot->drawing()->panels.back().text->join(u'\n');
    QVERIFY2(said.contains(text), qPrintable(said));
}

void TestDropoutPlot::oneRowIsAMarker()
{
    PlotFixture f("dropout");
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 16;
        p.encoding.maxLen = 1;
    });
    QVERIFY(f.compute());
    QVERIFY(f.drawsDisc(QStringLiteral("zeroed by position")));
    QVERIFY(!f.drawsDisc(QStringLiteral("zeroed by dimension")));
}

void TestDropoutPlot::cellsOfAMaskAreSeen_data()
{
    QTest::addColumn<QString>("theme");
    for (const char* theme : {"light", "dark", "projector"})
        QTest::newRow(theme) << QString::fromLatin1(theme);
}

// A kept cell has a frame, and does not glare on a dark ground.
void TestDropoutPlot::cellsOfAMaskAreSeen()
{
    QFETCH(QString, theme);
    PlotFixture f("dropout");
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 8;
        p.encoding.maxLen = 6;
        p.dropout.p = 0;
    });
    f.plot->setTheme(Theme::named(theme));
    QVERIFY(f.compute());
    const QImage picture = f.picture();
    const QRect area = f.area();
    const double width = area.width() / 8.0;
    const double height = area.height() / 6.0;
    const auto pixel = [&](double column, double row) {
        return QColor(
            picture.pixel(area.left() + static_cast<int>(column * width), area.top() + static_cast<int>(row * height)));
    };
    const QColor kept = pixel(3.5, 2.5);
    QVERIFY(theme != QStringLiteral("dark") ? kept == QColor(Qt::white) : kept.lightness() < 190);
    QVERIFY(contrast(kept, Theme::named(theme).background) > 3 || theme != QStringLiteral("dark"));
    // Across the edge between two cells there is a line.
    bool line = false;
    for (int x = -2; x <= 2; ++x)
        line |= contrast(QColor(picture.pixel(area.left() + static_cast<int>(4 * width) + x,
                                              area.top() + static_cast<int>(2.5 * height))),
                         kept)
            > 1.1;
    QVERIFY(line);
}

QTEST_MAIN(TestDropoutPlot)
#include "tst_dropoutplot.moc"
