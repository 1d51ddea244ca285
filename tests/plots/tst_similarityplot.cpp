// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotfixture.h"

#include "plots/canvas/labels/keyrow_p.h"
#include "views/tables/similarity.h"

#include <algorithm>

using namespace phasor;

class TestSimilarityPlot : public QObject
{
    Q_OBJECT

private slots:
    void axesArePositionAndKey();
    void pipeline();
    void distancesAreCounted();
    void markedDistancesAreNamed();
    void rowIsMostLikeItself();
    void chartsAreBelowAHighMap();
};

void TestSimilarityPlot::axesArePositionAndKey()
{
    PlotFixture f("similarity", {260, 260}); // the map alone
    auto data = std::make_shared<SimilarityData>();
    data->symbol = WORDS("PE");
    data->a.nearest = 0.97;
    auto pictures = std::make_shared<PicturesData>();
    Picture& shown = pictures->picture;
    shown.rows = {.kind = AxisKind::Position, .count = 30};
    shown.columns = {.kind = AxisKind::Key, .count = 30};
    shown.visibleRows = shown.visibleColumns = {0, 30};
    shown.width = shown.height = 1;
    shown.pixels = {0xff102030};
    data->pictures = pictures;
    f.plot->show(data);
    const QList<QCPAxisRect*> rects = f.canvas->axisRects();
    QCPAxisRect* rect = *std::find_if(rects.begin(), rects.end(), [](const QCPAxisRect* some) {
        return some->axis(QCPAxis::atLeft)->rangeReversed(); // of the map
    });
    QCoreApplication::processEvents();
    f.mouse(QEvent::MouseMove,
            {static_cast<int>(rect->axis(QCPAxis::atBottom)->coordToPixel(20.5)),
             static_cast<int>(rect->axis(QCPAxis::atLeft)->coordToPixel(3.5))},
            Qt::NoButton);
    QCOMPARE(f.store.view().cursor[AxisKind::Position], std::optional<std::int64_t>(3));
    QCOMPARE(f.store.view().cursor[AxisKind::Key], std::optional<std::int64_t>(20));
    QVERIFY2(f.plot->summary().contains(QStringLiteral("0.97")), qPrintable(f.plot->summary()));
    // Where no keys are shown none is pointed at.
    PlotFixture heatmap("heatmap");
    heatmap.store.editView([&](ViewState& v) { v.cursor = f.store.view().cursor; });
    QVERIFY(heatmap.compute());
    heatmap.mouse(QEvent::MouseMove, heatmap.canvas->axisRect()->rect().center(), Qt::NoButton);
    QVERIFY(!heatmap.store.view().cursor[AxisKind::Key]);
}

// Next to a square map in a wide cell, below it in a high one.
void TestSimilarityPlot::chartsAreBelowAHighMap()
{
    for (const QSize size : {QSize(900, 400), QSize(320, 560)}) {
        PlotFixture f("similarity", size);
        QVERIFY(f.compute());
        f.picture();
        const QString axis = f.plot->drawing()->panels[0].across.labels.front();
        QVERIFY2(axis.contains(QStringLiteral(" positions, mean)")), qPrintable(axis)); // not keys
        QList<const QCPAxisRect*> shown;
        for (const QCPAxisRect* rect : f.canvas->axisRects()) {
            if (rect->realVisibility())
                shown << rect;
        }
        QCOMPARE(shown.size(), 3);
        std::ranges::partition(shown, [](const auto* rect) { return rect->axis(QCPAxis::atLeft)->rangeReversed(); });
        for (const QCPAxisRect* chart : shown.mid(1)) {
            if (size.width() > size.height())
                QVERIFY(chart->left() > shown[0]->right());
            else
                QVERIFY(chart->top() > shown[0]->bottom() && chart->left() == shown[0]->left());
        }
    }
}

// Between two positions there is none: no tick at 0.5 or 2.5 beside the map.
void TestSimilarityPlot::distancesAreCounted()
{
    for (const int positions : {4, 6, 23}) {
        PlotFixture f("similarity", {1000, 500});
        f.store.edit([&](Parameters& p) { p.encoding.maxLen = positions; });
        QVERIFY(f.compute());
        f.picture();
        const QList<QCPAxisRect*> rects = f.canvas->axisRects();
        int charts = 0;
        for (const QCPAxisRect* rect : rects) {
            if (!rect->visible() || rect->axis(QCPAxis::atLeft)->rangeReversed())
                continue;
            ++charts;
            QVERIFY(rect->axis(QCPAxis::atBottom)->tickVector().size() >= 2);
            for (const QString& label : rect->axis(QCPAxis::atBottom)->tickVectorLabels())
                QVERIFY2(!label.contains(u'.'), qPrintable(label));
        }
        QCOMPARE(charts, 2);
    }
}

// A row is most like itself: the top of its curve stands at the number of its position.
void TestSimilarityPlot::markedDistancesAreNamed()
{
    PlotFixture f("similarity", {900, 500});
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 128;
        p.encoding.maxLen = 512;
    });
    QVERIFY(f.compute());
    const std::vector<KeyRow::Entry>& key = f.canvas->findChild<KeyRow*>()->entries();
    for (const char* name : {"first rise", "falls to half"}) {
        QVERIFY2(f.level(QString::fromLatin1(name)) != nullptr, name);
        QVERIFY2(std::ranges::find(key, QString::fromLatin1(name), &KeyRow::Entry::text) != key.end(), name);
    }
    QVERIFY2(f.detail().contains(QStringLiteral("first rises at ")), qPrintable(f.detail()));
    f.store.edit([](Parameters& p) { p.encoding.maxLen = 3; });
    QVERIFY(f.compute());
    QVERIFY2(f.detail().contains(QStringLiteral("does not rise up to distance 2.")), qPrintable(f.detail()));
}

void TestSimilarityPlot::rowIsMostLikeItself()
{
    PlotFixture f("similarity", {1000, 500});
    f.store.edit([](Parameters& p) { p.encoding.maxLen = 8; });
    f.store.editView([](ViewState& view) { view.cursor[AxisKind::Position] = 3; });
    QVERIFY(f.compute());
    f.picture();
    int charts = 0;
    for (const QCPAxisRect* rect : f.canvas->axisRects()) {
        const QCPAxis* across = rect->axis(QCPAxis::atBottom);
        if (!rect->visible() || across->label() != QStringLiteral("position") || rect->graphs().isEmpty())
            continue;
        ++charts;
        auto& points = *rect->graphs().first()->data();
        const auto top = std::max_element(points.begin(), points.end(),
                                          [](const auto& a, const auto& b) { return a.value < b.value; });
        const qsizetype tick = across->tickVectorLabels().indexOf(QStringLiteral("3"));
        QVERIFY(tick >= 0);
        QCOMPARE(across->tickVector()[tick], top->key);
    }
    QCOMPARE(charts, 1);
}

void TestSimilarityPlot::pipeline()
{
    PlotFixture f("similarity", {260, 260}); // the map alone
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 32;
        p.encoding.maxLen = 60;
    });
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRect()->axis(QCPAxis::atBottom)->range().upper, 60.0);
    f.picture();
}

QTEST_MAIN(TestSimilarityPlot)
#include "tst_similarityplot.moc"
