// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotfixture.h"

#include "encodings/rotation/settings.h"
#include "encodings/sinusoidal/settings.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "plots/dimensions.h"
#include "views/tables/curves.h"

#include <QLineEdit>

#include <cmath>
#include <limits>

using namespace phasor;

namespace {

std::shared_ptr<CurvesData> someCurves(double height = 1)
{
    auto data = std::make_shared<CurvesData>();
    data->visible = {100, 119};
    data->rows = {.kind = AxisKind::Position, .count = 20, .first = 100, .firstLabel = 100};
    for (int d = 4; d < 6; ++d) {
        CurvesData::Curve curve;
        curve.dimension = d;
        curve.wave = ColumnWave{.pair = 2, .cosine = d == 5, .frequency = 2 * M_PI / 6.75};
        for (int p = 100; p < 120; ++p) {
            curve.positions.push_back(p);
            curve.values.push_back(height * (d == 4 ? 0.05 * (p - 110) : -0.5));
        }
        data->curves.push_back(curve);
    }
    return data;
}

// A plot of dimensions 4 and 5, which share a panel.
struct PairFixture : PlotFixture
{
    PairFixture()
        : PlotFixture("curves")
    {
        store.editView([](ViewState& v) { v.dimensions = {4, 5}; });
    }
};

// Names of the curves in each lane, from top to bottom.
QList<QStringList> lanesOf(const PlotFixture& f)
{
    QList<QStringList> lanes;
    for (const QCPAxisRect* rect : f.canvas->axisRects()) {
        if (!rect->realVisibility())
            continue;
        lanes.emplace_back();
        for (const QCPGraph* graph : rect->graphs())
            if (!graph->name().isEmpty())
                lanes.back() << graph->name().section(QStringLiteral(" · "), 0, 0);
    }
    return lanes;
}

} // namespace

class TestCurvesPlot : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatIsDrawn();
    void graphsHoldTheData();
    void pairSharesItsHue();
    void colorsRunFromFastToSlow();
    void everyLineStandsOut_data();
    void everyLineStandsOut();
    void waveIsDrawnBetweenPositions();
    void peaksAreAsHighAsTheyAre();
    void areasHaveEdges();
    void secondSetupIsDashed();
    void valueAxisIsFixed();
    void markersWherePositionsAreApart();
    void positionsAreLinked();
    void nearestCurveIsUnderThePointer();
    void textOfDimensions_data();
    void textOfDimensions();
    void badTextOfDimensions_data();
    void badTextOfDimensions();
    void editingChoosesDimensions();
    void dimensionsHaveLanes();
    void partialRotationHasLanes();
    void lanesAreEquallyHigh();
    void lowPlotHasOnePanel();
    void narrowPlotHasOnePanel();
    void dimensionsThatAreGone();
    void headerIsPaintedAsAWhole();
    void pointerChoosesTheLanesDimension();
    void tokensAreMarked();
    void keyOfManyCurves();
    void pipeline();
};

void TestCurvesPlot::graphsHoldTheData()
{
    PairFixture f;
    const auto data = someCurves();
    f.plot->show(data);
    QCOMPARE(f.canvas->graphCount(), 2);
    QCPGraph* sine = f.graph(QStringLiteral("dimension 4 · sin · λ 6.75"));
    QVERIFY(sine);
    QVERIFY(f.graph(QStringLiteral("dimension 5 · cos · λ 6.75")));
    QCOMPARE(valuesOf(sine), data->curves[0].values);
    QCOMPARE(sine->data()->at(3)->key, 103.5); // the middle of the cell of position 103
    f.plot->show(nullptr);
    QCOMPARE(f.canvas->graphCount(), 0);
}

// All names; the ends of each setup's colors; none, and the figure says so.
void TestCurvesPlot::keyOfManyCurves()
{
    const auto keyAt = [](QSize size, int curves, bool compared) {
        PlotFixture f("curves", size);
        Scene scene;
        scene.a.encoding.dModel = 64;
        if (compared)
            scene.b = Parameters{};
        f.store.setScene(scene);
        f.store.editView([&](ViewState& view) {
            view.dimensions.clear();
            for (int i = 0; i < curves; ++i)
                view.dimensions.push_back(i);
        });
        QStringList names;
        if (f.compute()) {
            for (const KeyRow::Entry& entry : f.canvas->findChild<KeyRow*>()->shown())
                names << entry.text;
        }
        return names + f.plot->leftOut();
    };
    QCOMPARE(keyAt({900, 700}, 12, true).size(), 12 + 10 + 2);
    QCOMPARE(keyAt({400, 300}, 32, false),
             QStringList({QStringLiteral("dimension 0 λ 6.28 –"), QStringLiteral("dimension 31 λ 471")}));
    QCOMPARE(keyAt({400, 300}, 12, true),
             QStringList({QStringLiteral("dimension 0 λ 6.28 –"), QStringLiteral("dimension 11 λ 26.5"),
                          QStringLiteral("B · dimension 2 λ 6.51 –"), QStringLiteral("B · dimension 11 λ 7.52"),
                          QStringLiteral("A"), QStringLiteral("B")}));
    QCOMPARE(keyAt({400, 150}, 32, false), QStringList(QStringLiteral("the legend")));
}

void TestCurvesPlot::pairSharesItsHue()
{
    PairFixture f;
    f.plot->show(someCurves());
    const QPen sine = f.canvas->graph(0)->pen();
    const QPen cosine = f.canvas->graph(1)->pen();
    QVERIFY(std::abs(sine.color().hslHueF() - cosine.color().hslHueF()) < 0.04);
    QVERIFY(cosine.color().lightnessF() > sine.color().lightnessF());
}

// Blue to green, whatever the order in which they were chosen.
void TestCurvesPlot::colorsRunFromFastToSlow()
{
    PlotFixture f("curves");
    f.store.editView([](ViewState& v) { v.dimensions = {40, 4, 12}; });
    QVERIFY(f.compute());
    const auto hueOf = [&](const char* name) {
        return f.graph(QString::fromLatin1(name))->pen().color().hslHueF();
    };
    QVERIFY(hueOf("dimension 4 ") > 0.5 && hueOf("dimension 4 ") < 0.67);
    QVERIFY(hueOf("dimension 4 ") > hueOf("dimension 12 ") + 0.03);
    QVERIFY(hueOf("dimension 12 ") > hueOf("dimension 40 ") + 0.03);
    QVERIFY(hueOf("dimension 40 ") > 0.3);
}

void TestCurvesPlot::everyLineStandsOut_data()
{
    QTest::addColumn<QString>("theme");
    for (const char* theme : {"light", "dark", "projector"})
        QTest::newRow(theme) << QString::fromLatin1(theme);
}

void TestCurvesPlot::everyLineStandsOut()
{
    QFETCH(QString, theme);
    PlotFixture f("curves");
    f.store.editView([](ViewState& v) { v.dimensions = {0, 1, 4, 5, 12, 13, 40, 41}; });
    QVERIFY(f.compute());
    f.plot->setTheme(Theme::named(theme));
    const auto [name, least] = faintest(*f.canvas, Theme::named(theme));
    QVERIFY2(least >= 3, qPrintable(name));
    const QColor sine = f.graph(QStringLiteral("dimension 4 "))->pen().color();
    const QColor cosine = f.graph(QStringLiteral("dimension 5 "))->pen().color();
    QVERIFY(contrast(sine, cosine) > 1.3);
}

// The cells are points on the sine; where the table is not that sine, nothing is drawn between.
void TestCurvesPlot::waveIsDrawnBetweenPositions()
{
    PlotFixture f("curves");
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 16;
        p.encoding.maxLen = 20;
    });
    f.store.editView([](ViewState& v) { v.dimensions = {0, 1}; });
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->graphCount(), 4);
    const QCPGraph* points = f.graph(QStringLiteral("dimension 0 "));
    const QCPGraph* between = f.canvas->graph(2); // of the first of two
    QVERIFY(points && between->name().isEmpty());
    QCOMPARE(points->data()->size(), 20);
    QVERIFY(points->lineStyle() == QCPGraph::lsNone && !points->scatterStyle().isNone());
    QVERIFY(between->data()->size() > 100);
    for (const QCPGraphData& point : *between->data())
        QVERIFY(std::abs(point.value - std::sin(point.key - 0.5)) < 1e-9);
    // Values in float32 are on the wave, too, as far as is seen.
    f.store.edit([](Parameters& p) { p.encoding.own = SinusoidalSettings{.precision = Precision::Float32}; });
    QVERIFY(f.compute());
    QVERIFY(f.canvas->graphCount() == 4 && f.graph(QStringLiteral("dimension 0 "))->lineStyle() == QCPGraph::lsNone);
    f.store.edit([](Parameters& p) { p.encoding.own = SinusoidalSettings{.precision = Precision::Bfloat16}; });
    QVERIFY(f.compute());
    // Of a narrow type the cells are the curve; the wave that they are rounded from is a thin line with them.
    QCOMPARE(f.canvas->graphCount(), 4);
    const QCPGraph* rounded = f.graph(QStringLiteral("dimension 0 "));
    QVERIFY(rounded->lineStyle() == QCPGraph::lsLine);
    const QCPGraph* exact = f.canvas->graph(2);
    QVERIFY(exact->pen().widthF() < rounded->pen().widthF());
    for (const QCPGraphData& point : *exact->data())
        QVERIFY(std::abs(point.value - std::sin(point.key - 0.5)) < 1e-9);
}

// Every peak of the fastest wave is drawn as high as it is, though a period has only some twenty pixels.
void TestCurvesPlot::peaksAreAsHighAsTheyAre()
{
    PlotFixture f("curves");
    f.store.editView([](ViewState& v) { v.dimensions = {0}; });
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->graphCount(), 2);
    const QCPGraph* wave = f.canvas->graph(1);
    const double pixels = f.canvas->xAxis->coordToPixel(wave->data()->at(1)->key)
        - f.canvas->xAxis->coordToPixel(wave->data()->at(0)->key);
    QVERIFY(pixels >= 0.4 && pixels < 2);
    int peaks = 0;
    for (auto point = wave->data()->constBegin() + 1; point != wave->data()->constEnd() - 1; ++point) {
        const double height = std::abs(point->value);
        if (height < std::abs((point - 1)->value) || height < std::abs((point + 1)->value))
            continue;
        QVERIFY(height > 0.994);
        ++peaks;
    }
    QVERIFY(peaks > 10);
}

// Waves too fine to draw are areas that others are seen through; their edges stand out from the ground.
void TestCurvesPlot::areasHaveEdges()
{
    PlotFixture f("curves");
    f.store.edit([](Parameters& p) { p.encoding.maxLen = 200000; });
    f.store.editView([](ViewState& v) {
        v.dimensions = {0};
        v.zoom[AxisKind::Position] = Interval{0, 200000};
    });
    QVERIFY(f.compute());
    QVERIFY(f.canvas->graph(0)->pen().color().alpha() < 255);
    int edges = 0;
    for (int i = 0; i < f.canvas->graphCount(); ++i) {
        const QCPGraph& graph = *f.canvas->graph(i);
        if (!graph.name().isEmpty())
            continue;
        ++edges;
        QCOMPARE(graph.pen().color().alpha(), 255);
        QVERIFY(contrast(graph.pen().color(), Theme::light().background) >= 3);
        for (const double value : valuesOf(&graph))
            QVERIFY(std::abs(std::abs(value) - 1) < 0.01);
    }
    QCOMPARE(edges, 2);
}

void TestCurvesPlot::secondSetupIsDashed()
{
    PairFixture f;
    auto data = someCurves();
    auto other = data->curves;
    for (auto& curve : other)
        curve.side = Side::B;
    data->curves.insert(data->curves.end(), other.begin(), other.end());
    f.plot->show(data);
    QCPGraph* b = f.graph(QStringLiteral("B · dimension 4 · sin"));
    QVERIFY(b && f.graph(QStringLiteral("A · dimension 4 · sin")));
    QCOMPARE(b->pen().color(), f.graph(QStringLiteral("A · dimension 4 · sin"))->pen().color());
    QVERIFY(b->pen().style() != Qt::SolidLine);
    f.picture();
}

void TestCurvesPlot::valueAxisIsFixed()
{
    PairFixture f;
    f.plot->show(someCurves(0.1));
    const QCPAxis* axis = f.canvas->axisRect()->axis(QCPAxis::atLeft);
    QCOMPARE(axis->range().upper, 1.05);
    f.plot->show(someCurves(1));
    QCOMPARE(axis->range().lower, -1.05);
    f.plot->show(someCurves(8));
    QVERIFY(axis->range().upper > 4);
    const auto learned = someCurves(0.1); // small values that are no waves fill the plot
    for (CurvesData::Curve& curve : learned->curves)
        curve.wave.reset();
    f.plot->show(learned);
    QCOMPARE(axis->range().upper, 1.05 * 0.05);
}

void TestCurvesPlot::markersWherePositionsAreApart()
{
    PairFixture f;
    f.plot->show(someCurves());
    QVERIFY(!f.canvas->graph(0)->scatterStyle().isNone());
    f.store.edit([](Parameters& p) { p.encoding.dModel = 32; });
    QVERIFY(f.compute()); // 5000 positions
    QVERIFY(f.canvas->graph(0)->scatterStyle().isNone());
}

void TestCurvesPlot::positionsAreLinked()
{
    PairFixture f;
    f.plot->show(someCurves());
    const QCPAxis* axis = f.canvas->axisRect()->axis(QCPAxis::atBottom);
    QCOMPARE(axis->range().lower, 100.0);
    QCOMPARE(axis->range().upper, 120.0);
    f.store.editView([](ViewState& v) { v.zoom[AxisKind::Position] = Interval{105, 110}; });
    QCOMPARE(axis->range().lower, 105.0);
    QCOMPARE(axis->range().upper, 110.0);
    f.wheel(f.canvas->axisRect()->rect().center(), -30);
    QVERIFY(!f.store.view().zoom[AxisKind::Position]);
}

void TestCurvesPlot::nearestCurveIsUnderThePointer()
{
    PairFixture f;
    f.plot->show(someCurves());
    QCPAxisRect* rect = f.canvas->axisRect();
    const int x = static_cast<int>(rect->axis(QCPAxis::atBottom)->coordToPixel(118.5));
    f.mouse(QEvent::MouseMove, {x, static_cast<int>(rect->axis(QCPAxis::atLeft)->coordToPixel(0.4))}, Qt::NoButton);
    QCOMPARE(f.store.view().cursor, cellAt(118, 4));
    f.mouse(QEvent::MouseMove, {x, static_cast<int>(rect->axis(QCPAxis::atLeft)->coordToPixel(-0.5))}, Qt::NoButton);
    QCOMPARE(f.store.view().cursor, cellAt(118, 5));
}

void TestCurvesPlot::textOfDimensions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical");
    QTest::newRow("range") << "4-7, 12"
                           << "4-7, 12";
    QTest::newRow("spaces") << " 4 - 7,12 "
                            << "4-7, 12";
    QTest::newRow("en dash") << "4–7"
                             << "4-7";
    QTest::newRow("twice") << "5,5,4-6"
                           << "5, 4, 6";
    QTest::newRow("two") << "4-5"
                         << "4, 5";
    QTest::newRow("last") << "511"
                          << "511";
    QTest::newRow("nothing") << ""
                             << "";
}

void TestCurvesPlot::textOfDimensions()
{
    QFETCH(QString, text);
    QFETCH(QString, canonical);
    const auto dimensions = parseDimensions(text, 512);
    QVERIFY(dimensions.ok());
    QCOMPARE(printDimensions(*dimensions), canonical);
    QCOMPARE(*parseDimensions(canonical, 512), *dimensions);
}

void TestCurvesPlot::badTextOfDimensions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    for (const char* text : {"a", "4,", "-1", "4--5", "1e3", "4.5", "0x4", "99999999999999999999", "4 5"})
        QTest::newRow(text) << text << "SYNTAX";
    QTest::newRow("beyond") << "512"
                            << "RANGE";
    QTest::newRow("many") << "0-511"
                          << "SIZE";
    QTest::newRow("endless") << "0-9223372036854775807"
                             << "RANGE";
}

void TestCurvesPlot::badTextOfDimensions()
{
    QFETCH(QString, text);
    QFETCH(QString, code);
    const auto dimensions = parseDimensions(text, 512);
    QVERIFY(!dimensions.ok());
    QCOMPARE(QString::fromStdString(dimensions.error().code), code);
}

void TestCurvesPlot::editingChoosesDimensions()
{
    PlotFixture f("curves");
    auto* edit = f.plot->findChild<ValueField*>(QStringLiteral("dimensions"));
    QCOMPARE(edit->text(), QString());
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("1, 600"));
    QTest::qWait(500);
    QCOMPARE(f.store.view().dimensions, std::vector<std::int64_t>()); // nothing half typed was taken
    QVERIFY(edit->toolTip().contains(QStringLiteral("511")));
    QVERIFY(edit->isInvalid());
    f.store.editView([](ViewState& v) { v.dimensions = {3}; });
    QCOMPARE(edit->text(), QStringLiteral("3"));
    QVERIFY(!edit->isInvalid());
}

// A lane each, but a sine and its cosine share one; more than four are in one panel.
void TestCurvesPlot::dimensionsHaveLanes()
{
    PlotFixture f("curves", {700, 500});
    QVERIFY(f.compute());
    const QList<QStringList> usual{{"dimension 0"}, {"dimension 78"}, {"dimension 156"}, {"dimension 234"}};
    QCOMPARE(lanesOf(f), usual);
    const auto shown = [&](std::vector<std::int64_t> dimensions) {
        f.store.editView([&](ViewState& v) { v.dimensions = dimensions; });
        return f.compute() ? lanesOf(f) : QList<QStringList>();
    };
    QCOMPARE(shown({20, 0, 1}), (QList<QStringList>{{"dimension 20"}, {"dimension 0", "dimension 1"}}));
    QCOMPARE(shown({1, 2}), (QList<QStringList>{{"dimension 1"}, {"dimension 2"}}));
    QCOMPARE(shown({3, 259}), (QList<QStringList>{{"dimension 3", "dimension 259"}})); // half the width apart
    QCOMPARE(shown({0, 10, 20, 30, 40}).size(), 1);
    QCOMPARE(shown({}), usual);
    // B's own dimensions are in the lanes of A's.
    Scene compared{.a = Parameters(), .b = Parameters()};
    compared.b->encoding.dModel = 64;
    f.store.setScene(compared);
    QVERIFY(f.compute());
    QCOMPARE(lanesOf(f).size(), 4);
    QCOMPARE(lanesOf(f).at(1), (QStringList{"A", "B"}));
}

// Of 8 columns of a head 4 are rotated.
void TestCurvesPlot::partialRotationHasLanes()
{
    PlotFixture f("curves", {700, 500});
    f.store.edit([](Parameters& p) {
        p.encoding.scheme = "rope";
        p.encoding.dModel = 64;
        p.encoding.own = RopeSettings{.fraction = 0.5};
        p.attention.heads = 8;
    });
    for (const std::vector<std::int64_t>& dimensions : {std::vector<std::int64_t>{}, {6, 7}}) {
        f.store.editView([&](ViewState& v) { v.dimensions = dimensions; });
        QVERIFY(f.compute());
        QCOMPARE(lanesOf(f), (QList<QStringList>{{"dimension 0"}, {"dimension 1"}}));
    }
}

void TestCurvesPlot::lanesAreEquallyHigh()
{
    PlotFixture f("curves", {700, 500});
    QVERIFY(f.compute());
    f.picture();
    int bottom = 0;
    const int height = f.canvas->axisRect()->height();
    QVERIFY(height > 40);
    for (const QCPAxisRect* rect : f.canvas->axisRects()) {
        QVERIFY(std::abs(rect->height() - height) <= 2);
        QVERIFY(rect->top() > bottom);
        bottom = rect->bottom();
        QCOMPARE(rect->axis(QCPAxis::atBottom)->visible(), rect == f.canvas->axisRects().last());
    }
}

void TestCurvesPlot::lowPlotHasOnePanel()
{
    PlotFixture f("curves", {460, 170});
    QVERIFY(f.compute());
    QCOMPARE(lanesOf(f).size(), 1);
    QCOMPARE(lanesOf(f).first().size(), 4);
    f.plot->resize(460, 400);
    QVERIFY(f.compute());
    QCOMPARE(lanesOf(f).size(), 4);
}

// Without room for names at the ends, the key has them, and takes the height of lanes.
void TestCurvesPlot::narrowPlotHasOnePanel()
{
    PlotFixture f("curves", {309, 271});
    QVERIFY(f.compute());
    QCOMPARE(lanesOf(f).size(), 1);
    f.plot->resize(460, 271);
    QVERIFY(f.compute());
    QCOMPARE(lanesOf(f).size(), 4);
}

// Another scheme has fewer columns: those that it has, else the usual ones. The choice stays.
void TestCurvesPlot::dimensionsThatAreGone()
{
    PlotFixture f("curves", {700, 500});
    f.store.editView([](ViewState& v) { v.dimensions = {0, 20, 200}; });
    const auto shown = [&](const char* scheme) {
        f.store.edit([&](Parameters& p) { setScheme(p.encoding, scheme); });
        return f.compute() ? lanesOf(f) : QList<QStringList>();
    };
    const QList<QStringList> all{{"dimension 0"}, {"dimension 20"}, {"dimension 200"}};
    QCOMPARE(shown("sinusoidal"), all);
    QCOMPARE(shown("rope"), all.first(2)); // 64 columns
    f.store.editView([](ViewState& v) { v.dimensions = {200}; });
    QCOMPARE(shown("rope"), (QList<QStringList>{{"dimension 0"}, {"dimension 5"}, {"dimension 10"}, {"dimension 15"}}));
    QVERIFY2(f.detail().contains(QStringLiteral("beyond the encoding's width: 1")), qPrintable(f.detail()));
    QCOMPARE(shown("sinusoidal"), QList<QStringList>{{"dimension 200"}});
}

// Where an option goes there is room for the question: not only for the part of it that the option has covered.
void TestCurvesPlot::headerIsPaintedAsAWhole()
{
    struct Painted : QObject
    {
        bool eventFilter(QObject*, QEvent* event) override
        {
            if (event->type() == QEvent::Paint)
                region += static_cast<QPaintEvent*>(event)->region();
            return false;
        }
        QRegion region;
    };
    PlotFixture f("curves", {900, 400});
    QVERIFY(f.compute());
    auto* header = f.plot->findChild<QWidget*>(QStringLiteral("header"));
    QTest::qWait(100); // what is to be painted before
    Painted painted;
    header->installEventFilter(&painted);
    for (auto* caption : header->findChildren<QLabel*>())
        caption->hide();
    QTRY_VERIFY(QRegion(header->rect()).subtracted(painted.region).isEmpty());
}

void TestCurvesPlot::pointerChoosesTheLanesDimension()
{
    PlotFixture f("curves", {700, 500});
    f.store.editView([](ViewState& v) { v.dimensions = {0, 40}; });
    QVERIFY(f.compute());
    f.picture();
    for (int lane = 0; lane < 2; ++lane) { // at the height of the other lane's curve, too
        QCPAxisRect* rect = f.canvas->axisRect(lane);
        const int x = static_cast<int>(rect->axis(QCPAxis::atBottom)->coordToPixel(30.5));
        for (const double y : {-0.9, 0.0, 0.9}) {
            f.mouse(QEvent::MouseMove, {x, static_cast<int>(rect->axis(QCPAxis::atLeft)->coordToPixel(y))},
                    Qt::NoButton);
            QCOMPARE(f.store.view().cursor, cellAt(30, lane * 40));
        }
    }
}

// The positions of the sentence's tokens are gray in each lane, and the axis says so.
void TestCurvesPlot::tokensAreMarked()
{
    PlotFixture f("curves", {700, 500});
    f.store.edit([](Parameters& p) { p.sentence.text = "The cat sat."; });
    QVERIFY(f.compute());
    for (const Panel& panel : f.plot->drawing()->panels) {
        QCOMPARE(panel.bands.size(), 1U);
        QVERIFY(panel.bands.front().range == (Interval{0, 6})); // [CLS] the cat sat . [SEP]
        const DrawnLine& curve = panel.lines.front();
        const DrawnLine& dots = panel.lines.back();
        QVERIFY(dots.mark == Marker::Dot && dots.stroke == Stroke::None && dots.ink == curve.ink);
        QCOMPARE(dots.x, (std::vector<double>{0, 1, 2, 3, 4, 5}));
        QVERIFY(std::equal(dots.y.begin(), dots.y.end(), curve.y.begin()));
        QCOMPARE(std::ranges::count(panel.lines, Marker::Dot, &DrawnLine::mark), 1);
    }
    QCOMPARE(readOutAt(*f.plot->drawing(), 0, 3).size(), 1); // the dots aren't read again
    f.picture();
    QCOMPARE(f.canvas->axisRects().last()->axis(QCPAxis::atBottom)->label(),
             QStringLiteral("position (gray: your tokens)"));
    f.store.editView([](ViewState& v) { v.zoom[AxisKind::Position] = Interval{0, 5}; });
    QVERIFY(f.compute());
    QVERIFY(f.plot->drawing()->panels.front().bands.empty());
}

void TestCurvesPlot::pipeline()
{
    PlotFixture f("curves");
    f.store.edit([](Parameters& p) {
        p.encoding.maxLen = 60;
        p.encoding.dModel = 20;
    });
    QVERIFY(f.compute());
    // The table of "Attention Is All You Need" at d_model 20, dimension 4.
    const auto values = valuesOf(f.graph(QStringLiteral("dimension 4 ")));
    QCOMPARE(values.size(), std::size_t{60});
    for (std::size_t p = 0; p < values.size(); ++p)
        QVERIFY(std::abs(values[p] - std::sin(static_cast<double>(p) / std::pow(10000, 4 / 20.0))) < 1e-6);
    QVERIFY(!f.plot->summary().isEmpty());
    QCOMPARE(f.plot->accessibleDescription(), f.plot->summary());
}

// A rotation adds nothing to the embedding: its curves are cosines and sines and no PE.
void TestCurvesPlot::saysWhatIsDrawn()
{
    PlotFixture f("curves");
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRect()->axis(QCPAxis::atLeft)->label(), QStringLiteral("PE"));
    f.store.edit([](Parameters& p) { setScheme(p.encoding, "rope"); });
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRect()->axis(QCPAxis::atLeft)->label(), QStringLiteral("cos, sin"));
    // Without a wavelength a curve has its name alone.
    f.store.edit([](Parameters& p) { setScheme(p.encoding, "learned"); });
    QVERIFY(f.compute());
    QVERIFY(f.plot->drawing()->panels.front().lines.front().end.trimmed().isEmpty());
    QVERIFY(!f.plot->drawing()->panels.front().lines.front().end.isEmpty());
}

QTEST_MAIN(TestCurvesPlot)
#include "tst_curvesplot.moc"
