// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotfixture.h"

#include "encodings/sinusoidal/settings.h"
#include "raster/colormaps.h"
#include "views/tables/heatmap.h"

#include <algorithm>
#include <cmath>

using namespace phasor;

namespace {

PlotFixture small()
{
    return PlotFixture("heatmap");
}

void makeSmall(PlotFixture& f)
{
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 16;
        p.encoding.maxLen = 40;
    });
    f.store.editView([](ViewState& v) { v.node = "position"; });
    QVERIFY(f.compute());
}

// Pixels that differ, which must lie within `around`.
int changedPixels(const QImage& before, const QImage& after, const QRegion& around)
{
    int changed = 0;
    for (int y = 0; y < before.height(); ++y) {
        for (int x = 0; x < before.width(); ++x) {
            if (before.pixel(x, y) == after.pixel(x, y))
                continue;
            if (!around.contains(QPoint(x, y)))
                return -1;
            ++changed;
        }
    }
    return changed;
}

} // namespace

class TestHeatmapPlot : public QObject
{
    Q_OBJECT

private slots:
    void barsOfTwoRunAcross();
    void selectionIsAsBrightInB();
    void marksAreNamedNextToATitle();
    void pixelsAreDrawnOneToOne();
    void alternatingColumnsAreGrey();
    void barHasTheMapsColors();
    void labelsHaveTheTypeOfTheTheme();
    void clickTogglesADimension();
    void clickIsAColumnOfTheEncoding_data();
    void clickIsAColumnOfTheEncoding();
    void idsHaveNoCurves();
    void twoMasksHaveTheSameDimensions();
    void setUpsAreComparedSideBySide();
    void shapesMayDiffer();
    void wheelZoomsAboutThePointer();
    void zoomStaysInsideTheTable();
    void aDeepZoomWaitsForItsPicture();
    void dragPansAndStaysInside();
    void boxZoom();
    void doubleClickShowsEverything();
    void pointerAndKeysMoveTheCursor();
    void crossHairIsDrawnWithoutAReplot();
    void boxIsShownWhileItIsDrawn();
    void tokensAreThinnedAndNeverOverlap();
    void lowMapHasTwoNumbers();
    void gridHasNoTokens();
    void rowsWithoutTokensAreNumbered();
    void rowsOfTheTokensAlone();
    void themes_data();
    void themes();
    void sizes_data();
    void sizes();
};

void TestHeatmapPlot::pixelsAreDrawnOneToOne()
{
    PlotFixture f = small();
    makeSmall(f);
    const QRect area = f.area();
    auto data = std::make_shared<HeatmapData>();
    data->node = std::make_shared<const Node>(
        Node{.id = "sum", .quantity = {}, .operation = Operation::Add, .field = FieldPtr()});
    Picture& shown = data->picture;
    shown.rows = {.kind = AxisKind::Position, .count = 40};
    shown.columns = {.kind = AxisKind::Dimension, .count = 16};
    shown.quantity.symbol = WORDS("PE");
    shown.visibleRows = {0, 40};
    shown.visibleColumns = {0, 16};
    shown.width = area.width();
    shown.height = area.height();
    shown.range = {-1, 1};
    shown.colorMap = &defaultColorMap(true);
    for (int i = 0; i < area.width() * area.height(); ++i)
        shown.pixels.push_back(0xff000000U | (static_cast<std::uint32_t>(i) * 2654435761U >> 8));
    f.plot->show(data);
    QCoreApplication::processEvents();
    QCOMPARE(f.area(), area);
    const QImage picture = f.picture();
    for (int y = 0; y < area.height(); ++y) {
        for (int x = 0; x < area.width(); ++x) {
            const auto expected = shown.pixels[static_cast<std::size_t>(y * area.width() + x)];
            QVERIFY2(picture.pixel(area.x() + x, area.y() + y) == expected,
                     qPrintable(QStringLiteral("pixel %1, %2").arg(x).arg(y)));
        }
    }
}

void TestHeatmapPlot::alternatingColumnsAreGrey()
{
    // With base 1 every pair is sin p, cos p: at position 0 the columns alternate between 0 and 1.
    PlotFixture f("heatmap", {1000, 300});
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 2048;
        p.encoding.maxLen = 1;
        p.encoding.own = SinusoidalSettings{.base = 1};
    });
    f.store.editView([](ViewState& v) {
        v.node = "position";
        v.colorMap = "grey";
        v.range = Interval{0, 1};
    });
    QVERIFY(f.compute());
    f.plot->resize(f.plot->width() + 1024 - f.area().width(), 300); // two columns a pixel
    QVERIFY(f.compute());
    const QImage picture = f.picture();
    const QRect area = f.area();
    QCOMPARE(area.width(), 1024);
    int low = 255;
    int high = 0;
    for (int x = area.left(); x <= area.right(); ++x) {
        const int grey = qGray(picture.pixel(x, area.center().y()));
        low = std::min(low, grey);
        high = std::max(high, grey);
    }
    QVERIFY2(high - low < 40, qPrintable(QStringLiteral("%1 … %2").arg(low).arg(high)));
}

void TestHeatmapPlot::barHasTheMapsColors()
{
    PlotFixture f("heatmap", {600, 700});
    makeSmall(f);
    QCPColorScale* scale = nullptr;
    for (QCPLayoutElement* element : f.canvas->plotLayout()->elements(true))
        if (auto* found = qobject_cast<QCPColorScale*>(element))
            scale = found;
    QVERIFY(scale);
    QCOMPARE(scale->axis()->range().lower, -1.0);
    QCOMPARE(scale->axis()->range().upper, 1.0);
    const auto& table = defaultColorMap(true).table;
    QCPColorGradient gradient = scale->gradient();
    for (int i = 0; i < 256; ++i)
        QCOMPARE(gradient.color(i / 255.0, QCPRange(0, 1)), table[static_cast<std::size_t>(i)]);
    const QRect bar = scale->axis()->axisRect()->rect().translated(f.canvas->pos());
    const QImage picture = f.picture();
    for (int y = bar.top() + 1; y < bar.bottom(); ++y)
        QVERIFY(std::find(table.begin(), table.end(), picture.pixel(bar.center().x(), y)) != table.end());
}

// Also where the desktop's font is as large as the theme's small one, and the window's larger (9 and 9.75 pt on X11).
void TestHeatmapPlot::labelsHaveTheTypeOfTheTheme()
{
    const QFont before = QApplication::font();
    QFont desktop = before;
    desktop.setPointSizeF(Theme::light().smallFont.pointSizeF());
    QApplication::setFont(desktop);
    PlotFixture f("heatmap");
    QApplication::setFont(before);
    f.plot->setTheme(Theme::light());
    QVERIFY(f.compute());
    QFont larger = desktop;
    larger.setPointSizeF(30);
    for (QCPAxis* axis : f.canvas->axisRect()->axes()) {
        for (const QFont& font : {axis->labelFont(), axis->tickLabelFont()})
            QCOMPARE(font.resolve(larger).pointSizeF(), desktop.pointSizeF());
    }
}

void TestHeatmapPlot::clickTogglesADimension()
{
    PlotFixture f = small();
    makeSmall(f);
    const QRect rect = f.canvas->axisRect()->rect();
    const QPoint ninth(rect.left() + rect.width() * 19 / 32, rect.center().y());
    f.click(ninth);
    QCOMPARE(f.store.view().dimensions, std::vector<std::int64_t>{9});
    f.click(ninth);
    QCOMPARE(f.store.view().dimensions, std::vector<std::int64_t>());
}

void TestHeatmapPlot::clickIsAColumnOfTheEncoding_data()
{
    QTest::addColumn<QByteArray>("node");
    QTest::addColumn<int>("column"); // of the picture
    QTest::addColumn<int>("toggled"); // −1: none
    QTest::newRow("the encoding's own") << QByteArray("position") << 2 << 2;
    QTest::newRow("behind the embedding") << QByteArray("sum") << 14 << 2;
    QTest::newRow("the embedding") << QByteArray("sum") << 3 << -1;
    QTest::newRow("the embedding alone") << QByteArray("embedding") << 3 << -1;
}

// Concatenated, the encoding's columns stand behind the embedding's 12.
void TestHeatmapPlot::clickIsAColumnOfTheEncoding()
{
    QFETCH(QByteArray, node);
    QFETCH(int, column);
    QFETCH(int, toggled);
    PlotFixture f = small();
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 16;
        p.encoding.maxLen = 40;
        p.sum.combine = Combine::Concatenate;
        p.sum.positionDims = 4;
    });
    f.store.editView([&](ViewState& v) {
        v.node = node.toStdString();
        v.dimensions.clear();
    });
    QVERIFY(f.compute());
    const QCPAxis* axis = f.canvas->axisRect()->axis(QCPAxis::atBottom);
    const double first = node == "position" ? 12 : 0; // coordinate of the picture's first column
    const int x = static_cast<int>(axis->coordToPixel(first + column + 0.5));
    f.click({x, f.canvas->axisRect()->rect().center().y()});
    const std::vector<std::int64_t> expected
        = toggled < 0 ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{toggled};
    QCOMPARE(f.store.view().dimensions, expected);
}

void TestHeatmapPlot::idsHaveNoCurves()
{
    PlotFixture f = small();
    f.store.edit([](Parameters& p) { p.sentence.text = "the cat sat"; });
    f.store.editView([](ViewState& v) { v.node = "tokens"; });
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRect()->axis(QCPAxis::atBottom)->label(), QStringLiteral("column"));
    f.click(f.canvas->axisRect()->rect().center());
    QCOMPARE(f.store.view().dimensions, ViewState{}.dimensions);
    f.mouse(QEvent::MouseMove, f.canvas->axisRect()->rect().center(), Qt::NoButton);
    QVERIFY(!f.store.view().cursor[AxisKind::Dimension]);
}

// Beside each other: what is pointed at in the right one is the same dimension of the left one.
void TestHeatmapPlot::twoMasksHaveTheSameDimensions()
{
    PlotFixture f("heatmap", {900, 380});
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 48;
        p.encoding.maxLen = 40;
        p.dropout.placement = PlacementId::Separate;
    });
    f.store.editView([](ViewState& v) { v.node = "mask"; });
    QVERIFY(f.compute());
    const QCPAxis* axis = f.canvas->axisRect()->axis(QCPAxis::atBottom);
    QCOMPARE(axis->range().upper, 96.0);
    const int y = f.canvas->axisRect()->rect().center().y();
    f.mouse(QEvent::MouseMove, {static_cast<int>(axis->coordToPixel(48 + 5.5)), y}, Qt::NoButton);
    QCOMPARE(f.store.view().cursor[AxisKind::Dimension], std::optional<std::int64_t>(5));
    f.click({static_cast<int>(axis->coordToPixel(48 + 9.5)), y});
    QCOMPARE(f.store.view().dimensions.back(), 9);
    const auto labels = axis->tickVectorLabels();
    QCOMPARE(labels.count(QStringLiteral("0")), 2);
    QCOMPARE(labels.count(QStringLiteral("16")), 2);
}

void TestHeatmapPlot::setUpsAreComparedSideBySide()
{
    PlotFixture f("heatmap", {1000, 380});
    makeSmall(f);
    QCOMPARE(f.canvas->axisRectCount(), 1);
    Scene scene = f.store.scene();
    scene.b = scene.a;
    scene.b->encoding.own = SinusoidalSettings{.base = 100};
    f.store.setScene(scene);
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRectCount(), 3);
    QStringList titles;
    for (QCPLayoutElement* element : f.canvas->plotLayout()->elements(true))
        if (auto* text = qobject_cast<QCPTextElement*>(element))
            titles << text->text();
    QCOMPARE(titles, (QStringList{"A", "B", "A − B"}));
    // Of one width, each above its bar.
    f.picture();
    QList<QRect> bars;
    for (QCPLayoutElement* element : f.canvas->plotLayout()->elements(true))
        if (auto* scale = qobject_cast<QCPColorScale*>(element))
            bars << scale->axis()->axisRect()->rect();
    const QList<QCPAxisRect*> maps = f.canvas->axisRects();
    QCOMPARE(bars.size(), maps.size());
    for (int i = 0; i < maps.size(); ++i) {
        QVERIFY(std::abs(maps[i]->width() - maps[0]->width()) <= 2);
        QVERIFY(bars[i].top() > maps[i]->bottom() && bars[i].height() == bars[0].height());
        QVERIFY(std::abs(bars[i].left() - maps[i]->left()) <= 2 && std::abs(bars[i].right() - maps[i]->right()) <= 2);
    }
    // Zoomed together, and under one cross-hair.
    f.store.editView([](ViewState& v) { v.zoom[AxisKind::Position] = Interval{10, 20}; });
    QVERIFY(f.compute());
    int zoomed = 0;
    for (QCPAxisRect* rect : f.canvas->axisRects())
        zoomed
            += rect->axis(QCPAxis::atLeft)->range().lower == 10.0 && rect->axis(QCPAxis::atLeft)->range().upper == 20.0;
    QCOMPARE(zoomed, 3);
    // And back to one.
    scene.b.reset();
    f.store.setScene(scene);
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRectCount(), 1);
    f.picture();
}

void TestHeatmapPlot::shapesMayDiffer()
{
    PlotFixture f("heatmap", {1000, 380});
    makeSmall(f);
    Scene scene = f.store.scene();
    scene.b = scene.a;
    scene.b->encoding.maxLen = 50;
    f.store.setScene(scene);
    QVERIFY(f.compute());
    QVERIFY2(f.plot->summary().contains(QStringLiteral("and B 50 × 16")), qPrintable(f.plot->summary()));
    f.picture();
}

void TestHeatmapPlot::wheelZoomsAboutThePointer()
{
    PlotFixture f = small();
    makeSmall(f);
    const QRect rect = f.canvas->axisRect()->rect();
    const QPoint quarter(rect.left() + rect.width() / 4, rect.top() + rect.height() / 4);
    f.wheel(quarter, 1);
    const Interval rows = f.store.view().zoom[AxisKind::Position].value();
    const Interval columns = f.store.view().zoom[AxisKind::Dimension].value();
    QVERIFY(std::abs((rows.high - rows.low) - 32) < 1e-9);
    QVERIFY(std::abs(rows.low - 2) < 0.1); // a quarter of what was cut
    QVERIFY(std::abs(columns.low - 0.8) < 0.05);
    // The axes follow at once, before new pixels are there.
    QCOMPARE(f.canvas->axisRect()->axis(QCPAxis::atLeft)->range().lower, rows.low);
    // Beside the axis only that axis is zoomed.
    f.wheel({rect.left() - 5, rect.center().y()}, 1);
    QCOMPARE(f.store.view().zoom[AxisKind::Dimension].value(), columns);
    QVERIFY(f.store.view().zoom[AxisKind::Position].value() != rows);
}

void TestHeatmapPlot::zoomStaysInsideTheTable()
{
    PlotFixture f = small();
    makeSmall(f);
    const QPoint center = f.canvas->axisRect()->rect().center();
    for (int i = 0; i < 200; ++i)
        f.wheel(center, 1);
    const Interval rows = f.store.view().zoom[AxisKind::Position].value();
    QVERIFY(std::isfinite(rows.low) && rows.low >= 0 && rows.high <= 40);
    QVERIFY(std::abs(rows.high - rows.low - 1) < 1e-9);
    QVERIFY(f.compute());
    for (int i = 0; i < 200; ++i)
        f.wheel(center, -1);
    QVERIFY(!f.store.view().zoom[AxisKind::Position]);
    QVERIFY(!f.store.view().zoom[AxisKind::Dimension]);
}

// Until its picture is there, the one before is drawn enlarged: a hundred million times, farther than an int has
// pixels.
void TestHeatmapPlot::aDeepZoomWaitsForItsPicture()
{
    PlotFixture f("heatmap");
    f.store.edit([](Parameters& p) { p.encoding.maxLen = 2147483647; });
    QVERIFY(f.compute());
    f.store.editView([](ViewState& v) { v.zoom[AxisKind::Position] = Interval{2e9, 2e9 + 10}; });
    f.canvas->replot(QCustomPlot::rpImmediateRefresh);
    QVERIFY(!f.canvas->grab().isNull());
}

void TestHeatmapPlot::dragPansAndStaysInside()
{
    PlotFixture f = small();
    makeSmall(f);
    f.store.editView([](ViewState& v) { v.zoom[AxisKind::Position] = Interval{10, 20}; });
    const QRect rect = f.canvas->axisRect()->rect();
    f.drag(rect.center(), rect.center() + QPoint(0, rect.height() / 5));
    QVERIFY(std::abs(f.store.view().zoom[AxisKind::Position].value().low - 8) < 0.1);
    QVERIFY(!f.store.view().zoom[AxisKind::Dimension]);
    QCOMPARE(f.store.view().dimensions.size(), std::size_t{0}); // a drag is no click
    f.drag(rect.center(), QPoint(1'000'000'000, 1'000'000'000));
    QCOMPARE(f.store.view().zoom[AxisKind::Position].value(), (Interval{0, 10}));
    f.drag(rect.center(), QPoint(-1'000'000'000, -1'000'000'000));
    QCOMPARE(f.store.view().zoom[AxisKind::Position].value(), (Interval{30, 40}));
}

void TestHeatmapPlot::boxZoom()
{
    PlotFixture f = small();
    makeSmall(f);
    const QRect rect = f.canvas->axisRect()->rect();
    f.drag(rect.topLeft() + QPoint(rect.width() / 4, rect.height() / 4),
           rect.topLeft() + QPoint(rect.width() / 2, rect.height() / 2), Qt::ShiftModifier);
    const Interval rows = f.store.view().zoom[AxisKind::Position].value();
    const Interval columns = f.store.view().zoom[AxisKind::Dimension].value();
    QVERIFY(std::abs(rows.low - 10) < 0.2 && std::abs(rows.high - 20) < 0.2);
    QVERIFY(std::abs(columns.low - 4) < 0.1 && std::abs(columns.high - 8) < 0.1);
    f.drag(rect.center(), rect.center(), Qt::ShiftModifier);
    QCOMPARE(f.store.view().zoom[AxisKind::Position].value(), rows);
}

void TestHeatmapPlot::doubleClickShowsEverything()
{
    PlotFixture f = small();
    makeSmall(f);
    f.store.editView([](ViewState& v) {
        v.zoom[AxisKind::Position] = Interval{10, 20};
        v.zoom[AxisKind::Dimension] = Interval{1, 3};
    });
    const auto dimensions = f.store.view().dimensions;
    f.doubleClick(f.canvas->axisRect()->rect().center());
    QVERIFY(!f.store.view().zoom[AxisKind::Position]);
    QVERIFY(!f.store.view().zoom[AxisKind::Dimension]);
    QCOMPARE(f.store.view().dimensions, dimensions);
    f.store.editView([](ViewState& v) { v.board.set(HeatmapOptions{.tokenRows = true}); });
    const QPoint center = f.canvas->axisRect()->rect().center(); // with Ctrl there is no click to undo
    f.drag(center, center, Qt::ControlModifier);
    f.mouse(QEvent::MouseButtonDblClick, center, Qt::LeftButton, Qt::ControlModifier);
    QVERIFY(f.store.view().board.of<HeatmapOptions>().tokenRows);
}

void TestHeatmapPlot::pointerAndKeysMoveTheCursor()
{
    PlotFixture f = small();
    makeSmall(f);
    const QRect rect = f.canvas->axisRect()->rect();
    f.mouse(QEvent::MouseMove, rect.topLeft(), Qt::NoButton);
    QCOMPARE(f.store.view().cursor, cellAt(0, 0));
    f.mouse(QEvent::MouseMove, rect.bottomRight(), Qt::NoButton);
    QCOMPARE(f.store.view().cursor, cellAt(39, 15));
    QTest::keyClick(f.canvas, Qt::Key_Up);
    QTest::keyClick(f.canvas, Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(f.store.view().cursor, cellAt(38, 5));
    QTest::keyClick(f.canvas, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(f.canvas, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(f.store.view().cursor, cellAt(38, 15));
    QTest::keyClick(f.canvas, Qt::Key_Escape);
    QCOMPARE(f.store.view().cursor, Cursor{});
}

void TestHeatmapPlot::crossHairIsDrawnWithoutAReplot()
{
    PlotFixture f = small();
    makeSmall(f);
    const QImage without = f.picture();
    int replots = 0;
    connect(f.canvas, &QCustomPlot::afterReplot, f.plot.get(), [&] { ++replots; });
    const auto moveTo = [&](const Cursor& cell) {
        f.store.editView([&](ViewState& v) { v.cursor = cell; });
        QCoreApplication::processEvents();
    };
    for (const Cursor& cell : {cellAt(10, 3), cellAt(30, 12)}) {
        moveTo(cell);
        const QRect rect = f.area();
        const QPoint at(
            rect.left() + static_cast<int>(rect.width() * (static_cast<double>(*cell[AxisKind::Dimension]) + 0.5) / 16),
            rect.top() + static_cast<int>(rect.height() * (static_cast<double>(*cell[AxisKind::Position]) + 0.5) / 40));
        const QRegion cross = QRegion(QRect(at.x() - 3, rect.top(), 7, rect.height()))
            + QRegion(QRect(rect.left(), at.y() - 3, rect.width(), 7));
        QVERIFY(changedPixels(without, f.picture(), cross) >= rect.width() + rect.height() - 1);
    }
    moveTo(Cursor{});
    QCOMPARE(changedPixels(without, f.picture(), {}), 0);
    QCOMPARE(replots, 0);
}

void TestHeatmapPlot::boxIsShownWhileItIsDrawn()
{
    PlotFixture f = small();
    makeSmall(f);
    const QRect rect = f.canvas->axisRect()->rect();
    const QRect box(rect.topLeft() + QPoint(20, 30), rect.center());
    const auto at = [&](QPoint canvas) {
        return canvas + f.canvas->pos();
    };
    f.mouse(QEvent::MouseMove, box.topLeft(), Qt::NoButton);
    const QImage without = f.picture();
    f.mouse(QEvent::MouseButtonPress, box.topLeft(), Qt::LeftButton, Qt::ShiftModifier);
    f.mouse(QEvent::MouseMove, box.bottomRight(), Qt::LeftButton, Qt::ShiftModifier);
    const QImage with = f.picture();
    QVERIFY(changedPixels(without, with, QRect(at(box.topLeft()), box.size()).adjusted(-3, -3, 3, 3))
            > box.width() * box.height() / 2);
    f.mouse(QEvent::MouseButtonRelease, box.bottomRight(), Qt::NoButton, Qt::ShiftModifier);
    QVERIFY(f.store.view().zoom[AxisKind::Position]);
}

// A short sentence beside a large grid: its cells are called by row and column.
void TestHeatmapPlot::gridHasNoTokens()
{
    PlotFixture f("heatmap", {600, 400});
    f.store.edit([](Parameters& p) {
        setScheme(p.encoding, "grid-detr");
        p.encoding.dModel = 64;
        p.sentence.text = "the cat sat";
    });
    f.store.editView([](ViewState& view) { view.node = "position"; });
    QVERIFY(f.compute());
    f.picture();
    const QVector<QString> labels = f.canvas->axisRect()->axis(QCPAxis::atLeft)->tickVectorLabels();
    QVERIFY(labels.size() > 1);
    for (const QString& label : labels)
        QVERIFY2(label.contains(QStringLiteral(", ")), qPrintable(label));
}

void TestHeatmapPlot::tokensAreThinnedAndNeverOverlap()
{
    PlotFixture f = small();
    std::string text;
    for (int i = 0; i < 90; ++i)
        text += "incomprehensibilities" + std::to_string(i) + " ";
    f.store.edit([&](Parameters& p) {
        p.sentence.text = text;
        p.encoding.dModel = 16;
    });
    QVERIFY(f.compute());
    const QCPAxis* axis = f.canvas->axisRect()->axis(QCPAxis::atLeft);
    const QFontMetrics metrics(axis->tickLabelFont());
    const int most = axis->axisRect()->height() / metrics.height();
    QVERIFY2(axis->tickVector().size() > most / 4,
             qPrintable(QStringLiteral("%1 of %2").arg(axis->tickVector().size()).arg(most)));
    for (qsizetype i = 1; i < axis->tickVector().size(); ++i) {
        const double distance
            = axis->coordToPixel(axis->tickVector()[i]) - axis->coordToPixel(axis->tickVector()[i - 1]);
        QVERIFY(std::abs(distance) >= metrics.height());
    }
    for (const QString& label : axis->tickVectorLabels())
        QVERIFY(metrics.horizontalAdvance(label) < f.plot->width() / 3);
}

// One number says nothing of an axis.
void TestHeatmapPlot::lowMapHasTwoNumbers()
{
    for (int height = 130; height < 400; height += 7) {
        PlotFixture f("heatmap", {500, height});
        QVERIFY(f.compute());
        f.picture();
        const QCPAxis* axis = f.canvas->axisRect()->axis(QCPAxis::atLeft);
        const QFontMetrics metrics(axis->tickLabelFont());
        if (axis->axisRect()->height() < 3 * metrics.height())
            continue;
        QVERIFY2(axis->tickVector().size() >= 2, qPrintable(QString::number(height)));
        const double distance
            = std::abs(axis->coordToPixel(axis->tickVector()[1]) - axis->coordToPixel(axis->tickVector()[0]));
        QVERIFY2(distance >= metrics.height(), qPrintable(QString::number(height)));
    }
}

// A table of 1000 positions beside a sentence of a few tokens, until these alone are looked at.
void TestHeatmapPlot::rowsWithoutTokensAreNumbered()
{
    PlotFixture f = small();
    f.store.edit([](Parameters& p) {
        p.sentence.text = "the cat sat";
        p.encoding.dModel = 16;
        p.encoding.maxLen = 1000;
    });
    f.store.editView([](ViewState& v) { v.node = "position"; });
    QVERIFY(f.compute());
    const QCPAxis* rows = f.canvas->axisRects().constFirst()->axis(QCPAxis::atLeft);
    f.picture();
    QCOMPARE(rows->label(), QStringLiteral("position"));
    f.store.editView([](ViewState& v) { v.zoom[AxisKind::Position] = Interval{0, 6}; });
    QVERIFY(f.compute());
    QCOMPARE(rows->label(), QStringLiteral("token"));
}

// One turns the wheel to see more rows, and a double click shows the tokens' again.
void TestHeatmapPlot::rowsOfTheTokensAlone()
{
    PlotFixture f = small();
    f.store.edit([](Parameters& p) {
        p.sentence.text = "The cat sat on the mat because it was tired.";
        p.encoding.dModel = 128;
        p.encoding.maxLen = 512;
    });
    f.store.editView([](ViewState& v) {
        v.node = "position";
        v.board.set(HeatmapOptions{.tokenRows = true});
    });
    QVERIFY(f.compute());
    const QCPAxis* rows = f.canvas->axisRects().constFirst()->axis(QCPAxis::atLeft);
    const auto shows = [rows](double low, double high) {
        return rows->range() == QCPRange(low, high);
    };
    QVERIFY(shows(0, 13));
    QCOMPARE(rows->label(), QStringLiteral("token"));
    QCOMPARE(f.plot->drawing()->panels.front().map->picture->visibleRows.high, 13.0);
    QCOMPARE(f.plot->summary(), QStringLiteral("30 of 64 waves hardly change over 13 tokens"));
    QVERIFY(f.detail().contains(QStringLiteral("13 rows")) && !f.detail().contains(QStringLiteral("long-wave")));
    f.wheel(f.area().center() - f.canvas->pos(), -2);
    QVERIFY(f.compute());
    QVERIFY(rows->range().size() > 13);
    f.doubleClick(f.area().center() - f.canvas->pos());
    QVERIFY(f.compute());
    QVERIFY(shows(0, 13) && !f.store.view().zoom[AxisKind::Position]);
    f.store.editView([](ViewState& v) { v.node = "sum"; }); // has no other rows
    QVERIFY(f.compute());
    QVERIFY(shows(0, 13));
    f.store.editView([](ViewState& v) {
        v.node = "position";
        v.board.set(HeatmapOptions{});
    });
    QVERIFY(f.compute());
    QVERIFY(shows(0, 512));
    f.store.edit([](Parameters& p) { p.encoding.own = SinusoidalSettings{.base = 2}; }); // all waves are short
    f.store.editView([](ViewState& v) { v.board.set(HeatmapOptions{.tokenRows = true}); });
    QVERIFY(f.compute());
    QVERIFY2(f.plot->summary().startsWith(QStringLiteral("Dimensions are waves")), qPrintable(f.plot->summary()));
}

void TestHeatmapPlot::themes_data()
{
    QTest::addColumn<QString>("id");
    for (const char* id : {"light", "dark", "projector"})
        QTest::newRow(id) << QString::fromLatin1(id);
}

void TestHeatmapPlot::themes()
{
    QFETCH(QString, id);
    PlotFixture f = small();
    makeSmall(f);
    const Theme theme = Theme::named(id);
    f.plot->setTheme(theme);
    QVERIFY(f.compute());
    const QImage picture = f.picture();
    QCOMPARE(QColor(picture.pixel(1, picture.height() - 2)), theme.background);
    QCOMPARE(QColor(picture.pixel(picture.width() - 2, 1)), theme.background);
    QCOMPARE(f.canvas->axisRect()->axis(QCPAxis::atLeft)->tickLabelColor(), theme.foreground);
}

void TestHeatmapPlot::sizes_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1, 1), QSize(40, 400), QSize(400, 40), QSize(3000, 100)})
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

void TestHeatmapPlot::sizes()
{
    QFETCH(QSize, size);
    PlotFixture f = small();
    makeSmall(f);
    f.plot->resize(size);
    QVERIFY(f.compute());
    f.picture();
    QVERIFY(f.canvas->axisRect()->axis(QCPAxis::atLeft)->range().size() > 0);
}

// The bar of A that stood beside the map turns with it when it comes to stand below: blue at the left, red at the
// right. Its title is above it.
void TestHeatmapPlot::barsOfTwoRunAcross()
{
    PlotFixture f("heatmap", {900, 400});
    QVERIFY(f.compute());
    f.picture();
    f.store.setScene({.a = {}, .b = Parameters{}});
    QVERIFY(f.compute());
    const QImage picture = f.picture();
    int bars = 0;
    for (QCPLayoutElement* element : f.canvas->plotLayout()->elements(true)) {
        const auto* bar = qobject_cast<QCPColorScale*>(element);
        if (bar == nullptr || !bar->visible())
            continue;
        ++bars;
        const QCPAxisRect* inside = bar->axis()->axisRect();
        QVERIFY(std::ranges::any_of(f.canvas->findChildren<QCPItemText*>(), [inside](const QCPItemText* title) {
            return title->visible() && !title->text().isEmpty() && title->position->axisRect() == inside
                && title->bottom->pixelPosition().y() <= inside->top();
        }));
        const QRect place = bar->axis()->axisRect()->rect().translated(f.canvas->pos());
        const QColor left = picture.pixelColor(place.left() + place.width() / 8, place.center().y());
        const QColor right = picture.pixelColor(place.right() - place.width() / 8, place.center().y());
        QVERIFY(left.blue() > left.red() + 40);
        QVERIFY(right.red() > right.blue() + 40);
    }
    QCOMPARE(bars, 3);
}

// The title of the axis leaves room for the names of marks; the header says what a pixel covers then.
void TestHeatmapPlot::marksAreNamedNextToATitle()
{
    PlotFixture f("heatmap", {480, 320});
    f.store.edit([](Parameters& p) { p.encoding.maxLen = 5000; });
    f.store.editView([](ViewState& v) { v.node = "position"; });
    QVERIFY(f.compute());
    f.picture();
    const QCPAxis& axis = *f.canvas->axisRect(0)->axis(QCPAxis::atBottom);
    QVERIFY(f.plot->drawing()->panels.front().across.labels.size() > 1);
    QCOMPARE(axis.label(), QStringLiteral("dimension"));
}

// Two equal set-ups are shown equally, inside the selection and outside.
void TestHeatmapPlot::selectionIsAsBrightInB()
{
    PlotFixture f("heatmap", {1100, 500});
    Parameters p;
    p.encoding.dModel = 32;
    p.encoding.maxLen = 40;
    f.store.setScene({.a = p, .b = p});
    f.store.editView([](ViewState& view) {
        view.selection[AxisKind::Position] = Interval{10, 30};
        view.selection[AxisKind::Dimension] = Interval{8, 24};
    });
    QVERIFY(f.compute());
    const QImage picture = f.picture();
    const auto at = [&](int map, double across, double down) {
        const QRect place = f.area(map);
        return picture.pixelColor(place.left() + static_cast<int>(across * place.width()),
                                  place.top() + static_cast<int>(down * place.height()));
    };
    for (const auto& [across, down] : {std::pair(0.52, 0.51), std::pair(0.1, 0.11), std::pair(0.9, 0.91)})
        QCOMPARE(at(1, across, down), at(0, across, down));
    QVERIFY(at(1, 0.48, 0.51).saturation() > at(1, 0.98, 0.51).saturation() + 20);
}

QTEST_MAIN(TestHeatmapPlot)
#include "tst_heatmapplot.moc"
