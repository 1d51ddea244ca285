// SPDX-License-Identifier: GPL-3.0-or-later
// Drawings as values: what every plot gets from them (names, strips of A − B), and where the panels find room.
#include "fitparameters.h"
#include "plotfixture.h"
#include "plots/canvas/drawing/drawnpanel_p.h"
#include "plots/canvas/drawing/panelplan_p.h"

#include <algorithm>
#include <cmath>

using namespace phasor;

namespace {

constexpr int kCharacter = 7; // pixels
constexpr int kLine = 14;

PanelRoom roomOf(int characters, int lines)
{
    return {.canvas = {characters * kCharacter, lines * kLine}, .character = kCharacter, .line = kLine};
}

Panel chart(int row, bool folds = false)
{
    return {.place = {.row = row}, .difference = true, .folds = folds};
}

Panel map(int column, const QString& title = {}, int row = 0)
{
    return {.place = {.row = row, .column = column}, .title = title, .map = DrawnMap{}};
}

PanelPlan planned(const std::vector<Panel>& panels, int characters, int lines, bool comparing = false)
{
    return planOf(formOf(completed({.title = {}, .panels = panels}, comparing)), roomOf(characters, lines));
}

std::vector<bool> shown(const PanelPlan& plan)
{
    std::vector<bool> all;
    for (const PanelCell& cell : plan.cells)
        all.push_back(cell.shown);
    return all;
}

DrawnLine lineOf(Side side, std::vector<double> x, std::vector<double> y)
{
    return {.name = QStringLiteral("R"), .x = std::move(x), .y = std::move(y), .side = side};
}

} // namespace

class TestDrawing : public QObject
{
    Q_OBJECT

private slots:
    void mapsSayWhatIsFarBeyond();
    void keySaysOnceWhatBothHave();
    void keyShowsLinesOfSparseMarks();
    void keySaysOnceWhatIsDotsElsewhere();
    void chosenPanelsFillTheirColumns();
    void titlesKeepTheirSigns();
    void stripsGoFirst();
    void lastColumnsAndRowsGoNext();
    void keyNeedsHeight();
    void barsStandBesideOrBelow();
    void oneBarStandsAside();
    void rowsAreNumberedByWhatStandsInThem();
    void textHasNoStrip();
    void differenceIsAtWhatBothHave();
    void namesSayTheSide();
    void sameLevelIsDrawnOnce();
    void rangesHaveRoom();
    void readOutIsTheNearest();
    void formIsKnownBeforeData_data();
    void formIsKnownBeforeData();
    void stripsHaveTheNumbersOfTheDifference_data();
    void stripsHaveTheNumbersOfTheDifference();
    void stripsAreAsWideAsTheirPanel();
    void marksAtTheFrameAreWhole();
    void pointsBetweenGapsAreDiscs();
};

void TestDrawing::stripsGoFirst()
{
    // A chart of 7 lines with a strip of 7, and a chart of 7 that may go.
    const std::vector<Panel> panels{chart(0, true), chart(1)};
    QCOMPARE(shown(planned(panels, 40, 28, true)), (std::vector<bool>{true, true, true, true}));
    QCOMPARE(shown(planned(panels, 40, 27, true)), (std::vector<bool>{true, true, false, false}));
    QCOMPARE(shown(planned(panels, 40, 13, true)), (std::vector<bool>{false, true, false, false}));
    QCOMPARE(shown(planned(panels, 5, 2, true)), (std::vector<bool>{false, true, false, false}));
}

void TestDrawing::lastColumnsAndRowsGoNext()
{
    Panel beside = chart(0, true);
    beside.place.area = 1;
    const std::vector<Panel> panels{map(0), beside, chart(1, true)};
    QCOMPARE(shown(planned(panels, 90, 19)), (std::vector<bool>{true, true, true}));
    QCOMPARE(shown(planned(panels, 90, 18)), (std::vector<bool>{true, true, false}));
    QCOMPARE(shown(planned(panels, 80, 30)), (std::vector<bool>{true, false, true}));
    QCOMPARE(shown(planned(panels, 80, 18)), (std::vector<bool>{true, false, false}));
    // What may not go keeps what stands beside it.
    Panel right = chart(0, true);
    right.place.column = 1;
    QCOMPARE(shown(planned({chart(0), right}, 80, 3)), (std::vector<bool>{true, true}));
}

void TestDrawing::keyNeedsHeight()
{
    QVERIFY(planned({chart(0)}, 40, 12).key);
    QVERIFY(!planned({chart(0)}, 40, 11).key);
    const PanelRoom thumbnail{.canvas = {126, 80}, .line = 2};
    QVERIFY(!planOf(formOf(completed({.title = {}, .panels = {chart(0)}}, false)), thumbnail).key);
}

void TestDrawing::barsStandBesideOrBelow()
{
    using Bar = PanelCell::Bar;
    // One column: beside from 30 heights of a line on, that is 60 characters here.
    QVERIFY(planned({map(0)}, 60, 20).cells[0].bar == Bar::Beside);
    QVERIFY(planned({map(0)}, 59, 20).cells[0].bar == Bar::Below);
    QVERIFY(planned({map(0)}, 59, 11).cells[0].bar == Bar::Beside); // there is no height for it
    QVERIFY(planned({map(0)}, 28, 11).cells[0].bar == Bar::Beside);
    QVERIFY(planned({map(0)}, 27, 11).cells[0].bar == Bar::None); // nor a width
    QVERIFY(planned({map(0), map(1)}, 55, 11).cells[1].bar == Bar::None);
    QVERIFY(planned({map(0), map(0, {}, 1)}, 28, 11).cells[1].bar == Bar::Beside); // one in each row
    const PanelPlan two = planned({map(0), map(1)}, 120, 20);
    QVERIFY(two.cells[0].bar == Bar::Beside && two.cells[1].bar == Bar::Beside);
    QCOMPARE(two.cells[1].column, 2); // a bar is between them
    const PanelPlan three = planned({map(0), map(1), map(2)}, 400, 20);
    QVERIFY(three.cells[0].bar == Bar::Below);
    QCOMPARE(three.cells[2].column, 2);
    QCOMPARE(three.cells[2].row, 0); // the bar is in the row below
}

void TestDrawing::oneBarStandsAside()
{
    std::vector<Panel> panels{map(0), map(1), map(0, {}, 1), map(1, {}, 1)};
    for (std::size_t i = 0; i < 3; ++i)
        panels[i].map->bar = false;
    const PanelPlan plan = planned(panels, 200, 60);
    QVERIFY(plan.cells[3].bar == PanelCell::Bar::Aside);
    QCOMPARE(plan.cells[1].column, 1);
    QVERIFY(planned(panels, 60, 60).cells[3].bar == PanelCell::Bar::Under);
}

void TestDrawing::rowsAreNumberedByWhatStandsInThem()
{
    // The row of what is left out takes no room.
    const PanelPlan plan = planned({chart(0, true), chart(1)}, 40, 13);
    QCOMPARE(plan.cells[1].row, 0);
    // Title, panel; its strip below it.
    Panel titled = chart(0);
    titled.title = QStringLiteral("A");
    const PanelPlan both = planned({titled, chart(1)}, 40, 40, true);
    QCOMPARE(both.cells[0].titleRow, 0);
    QCOMPARE(both.cells[0].row, 1);
    QCOMPARE(both.cells[2].row, 2);
    QCOMPARE(both.cells[2].titleRow, -1);
    QCOMPARE(both.cells[1].row, 4);
}

void TestDrawing::textHasNoStrip()
{
    const Panel text{.place = {.row = 1}, .text = QStringList{QStringLiteral("x")}};
    const PanelPlan plan = planned({chart(0), text}, 40, 40, true);
    QCOMPARE(plan.cells[2].row, 1); // the strip
    QCOMPARE(plan.cells[1].row, 2);
}

void TestDrawing::differenceIsAtWhatBothHave()
{
    Panel panel{.difference = true};
    panel.lines = {lineOf(Side::A, {1, 2, 3}, {10, 20, 30}), lineOf(Side::B, {2, 3, 4}, {1, 2, 3})};
    panel.lines.push_back(lineOf(Side::A, {2}, {5}));
    panel.lines.back().compared = false;
    const Drawing drawing = completed({.title = {}, .panels = {panel}}, true);
    QCOMPARE(drawing.panels.size(), 2U);
    const Panel& strip = drawing.panels.back();
    QVERIFY(strip.strip);
    QCOMPARE(strip.lines.size(), 1U);
    QCOMPARE(strip.lines.front().x, (std::vector<double>{2, 3}));
    QCOMPARE(strip.lines.front().y, (std::vector<double>{19, 28}));
    QVERIFY(strip.up.range.low <= 0 && strip.up.range.high > 28); // 0 is on it
    QCOMPARE(completed({.title = {}, .panels = {panel}}, false).panels.size(), 1U);
}

// The label of a map's bar says when a line of Time2Vec leaves the range of the waves, but not when noise does.
void TestDrawing::mapsSayWhatIsFarBeyond()
{
    for (const auto& [value, said] : {std::pair(1.9F, "PE"), std::pair(-2.1F, "PE, cut off")}) {
        const auto picture = std::make_shared<Picture>();
        picture->quantity.symbol = WORDS("PE");
        picture->width = 2;
        picture->height = 1;
        picture->colorMap = colorMaps().data();
        picture->pixels = Pixels(2);
        picture->values = Matrix(Shape{1, 2});
        picture->values.view()(0, 0) = std::nanf("");
        picture->values.view()(0, 1) = value;
        picture->extremes = {value, value};
        recolor(*picture, {-1, 1});
        QCOMPARE(mapPanel(picture, QString()).map->barLabel, QString::fromLatin1(said));
    }
}

void TestDrawing::namesSayTheSide()
{
    Panel panel;
    panel.lines = {lineOf(Side::A, {1}, {1})};
    QCOMPARE(completed({.title = {}, .panels = {panel}}, true).panels[0].lines[0].name, QStringLiteral("R"));
    panel.lines.push_back(lineOf(Side::B, {1}, {2}));
    panel.lines.push_back(lineOf(Side::A, {1}, {3}));
    panel.lines.back().ink.role = Ink::Role::Series;
    panel.lines.push_back({.name = QStringLiteral("discs")}); // of the key alone
    const Drawing drawing = completed({.title = {}, .panels = {panel}}, true);
    QCOMPARE(drawing.panels[0].lines[0].name, QStringLiteral("A · R"));
    QCOMPARE(drawing.panels[0].lines[1].name, QStringLiteral("B · R"));
    QCOMPARE(drawing.panels[0].lines[2].name, QStringLiteral("R"));
    QCOMPARE(drawing.panels[0].lines[3].name, QStringLiteral("discs"));
}

void TestDrawing::sameLevelIsDrawnOnce()
{
    Panel panel;
    panel.levels = {{.at = 3},
                    {.at = 3, .side = Side::B},
                    {.at = 4, .side = Side::B},
                    {.at = 3, .upright = false, .side = Side::B}};
    QCOMPARE(completed({.title = {}, .panels = {panel}}, true).panels[0].levels.size(), 3U);
}

void TestDrawing::rangesHaveRoom()
{
    Panel panel;
    QVERIFY(rangeOf(panel, Fit::Loose, {2, 3}) == Interval({2, 3}));
    panel.lines = {lineOf(Side::A, {1, 2, 3}, {0, 10, std::nan("")})};
    QVERIFY(rangeOf(panel, Fit::Loose, {}) == Interval({-0.5, 10.5}));
    QVERIFY(rangeOf(panel, Fit::Decades, {}) == Interval({5, 20})); // 0 is on no logarithmic axis
    panel.levels = {{.at = 20, .upright = false}, {.at = 1000}};
    QVERIFY(rangeOf(panel, Fit::Loose, {}) == Interval({-1, 21}));
    QVERIFY(rangeAcross(panel, {}) == Interval({0.9, 3.1}));
}

void TestDrawing::readOutIsTheNearest()
{
    Drawing drawing{.panels = std::vector<Panel>(3)};
    drawing.panels[0].lines = {lineOf(Side::A, {0, 10, 20}, {1, 2, 3}), {.x = {0}, .y = {5}}};
    QCOMPARE(readOutAt(drawing, 0, 14), QStringList{QStringLiteral("R  2")});
    QCOMPARE(readOutAt(drawing, 0, 99), QStringList{QStringLiteral("R  3")});
    // A line of the same color in another panel, dots in any order; else the name of the axis.
    drawing.panels[1].lines = {{.x = {30, 10, 20}, .y = {7, 8, 9}}};
    QCOMPARE(readOutAt(drawing, 1, 12), QStringList{QStringLiteral("R  8")});
    drawing.panels[2].lines = {{.x = {1}, .y = {4}, .ink = inkOf(Hue::Dropped)}};
    drawing.panels[2].up.labels = {QStringLiteral("loss")};
    QCOMPARE(readOutAt(drawing, 2, 1), QStringList{QStringLiteral("loss  4")});
    QCOMPARE(nearestX(drawing.panels[1], 26), std::optional(30.0));
    // Marks of some of the points have nothing to say at the others.
    DrawnLine marks{.name = QStringLiteral("long"), .x = {20}, .y = {3}, .stroke = Stroke::None};
    drawing.panels[0].lines = {lineOf(Side::A, {0, 10, 20}, {1, 2, 3}), marks};
    QCOMPARE(readOutAt(drawing, 0, 14), QStringList{QStringLiteral("R  2")});
    QCOMPARE(readOutAt(drawing, 0, 18), (QStringList{QStringLiteral("R  3"), QStringLiteral("long  3")}));
    // Nor have lines: beyond their ends, and on an axis of pairs between their points.
    DrawnLine line{.name = QStringLiteral("long"), .x = {10, 15, 20}, .y = {3, 4, 5}};
    drawing.panels[0].lines = {lineOf(Side::A, {0, 10, 18, 30}, {1, 2, 3, 4}), line};
    QCOMPARE(readOutAt(drawing, 0, 18), (QStringList{QStringLiteral("R  3"), QStringLiteral("long  5")}));
    for (const double outside : {0, 30})
        QCOMPARE(readOutAt(drawing, 0, outside).size(), 1);
    drawing.panels[0].across.pairs.resize(31);
    QCOMPARE(readOutAt(drawing, 0, 18), QStringList{QStringLiteral("R  3")});
    QCOMPARE(readOutAt(drawing, 0, 10), (QStringList{QStringLiteral("R  2"), QStringLiteral("long  3")}));
    // Smallest and largest values of many places.
    drawing.panels[1].lines = {lineOf(Side::A, {1.5, 1.5, 5.5, 5.5}, {-1, 2, 3, 3})};
    QCOMPARE(readOutAt(drawing, 1, 2), QStringList{QStringLiteral("R  −1 to 2")});
    QCOMPARE(readOutAt(drawing, 1, 6), QStringList{QStringLiteral("R  3")});
    QVERIFY(!nearestX(Panel(), 1));
}

void TestDrawing::formIsKnownBeforeData_data()
{
    QTest::addColumn<QByteArray>("plot");
    QTest::addColumn<bool>("comparing");
    for (const PlotSpec& spec : plotSpecs()) {
        const QByteArray id(spec.id.data(), static_cast<qsizetype>(spec.id.size()));
        QTest::addRow("%s", id.data()) << id << false;
        QTest::addRow("%s, compared", id.data()) << id << true;
    }
}

// Panels that --panels may choose have ids.
void TestDrawing::formIsKnownBeforeData()
{
    QFETCH(const QByteArray, plot);
    QFETCH(const bool, comparing);
    PlotFixture f(plot.constData());
    Scene scene{.a = fitFor(plot.constData(), {})};
    if (comparing) {
        scene.b = scene.a;
        scene.b->sum.scale = 3.0;
    }
    f.store.setScene(scene);
    f.plot->request(scene, f.store.view());
    if (f.plot->drawing() == nullptr)
        return;
    const std::vector<PanelForm> before = formOf(*f.plot->drawing());
    QVERIFY(f.compute());
    QVERIFY(formOf(*f.plot->drawing()) == before);
    std::vector<Panel> panels = f.plot->drawing()->panels;
    std::erase_if(panels, &Panel::strip);
    QVERIFY(panels.size() == 1 || std::ranges::count(panels, std::string_view(), &Panel::id) == 0);
}

void TestDrawing::stripsHaveTheNumbersOfTheDifference_data()
{
    QTest::addColumn<QByteArray>("plot");
    for (const PlotSpec& spec : plotSpecs()) {
        const QByteArray id(spec.id.data(), static_cast<qsizetype>(spec.id.size()));
        QTest::addRow("%s", id.data()) << id;
    }
}

// Each line of a strip is a column of the table of A − B, value by value.
void TestDrawing::stripsHaveTheNumbersOfTheDifference()
{
    QFETCH(const QByteArray, plot);
    PlotFixture f(plot.constData());
    Scene scene{.a = fitFor(plot.constData(), {})};
    scene.b = scene.a;
    scene.b->sum.scale = 3.0;
    scene.b->dropout.p = 0.4;
    f.store.setScene(scene);
    Request request{.scene = scene, .views = {f.plot->request(scene, f.store.view())}};
    const SnapshotPtr snapshot = phasor::compute(request, nullptr, f.cache, CancelToken());
    const ViewDataPtr data = *snapshot->views.begin()->second.data;
    f.plot->show(data);
    if (f.plot->drawing() == nullptr)
        return;
    const DataTable table = data->table();
    const auto has = [](const DataTable::Column& column, double wanted) {
        return !std::isfinite(wanted) || std::any_of(column.values.begin(), column.values.end(), [&](double value) {
            return std::abs(value - wanted) <= 1e-9 * std::abs(wanted);
        });
    };
    for (const Panel& panel : f.plot->drawing()->panels) {
        for (const DrawnLine& line : panel.lines) {
            if (!panel.strip)
                continue;
            const bool found
                = std::any_of(table.columns.begin(), table.columns.end(), [&](const DataTable::Column& column) {
                      return std::string_view(column.name).starts_with("difference_")
                          && std::all_of(line.y.begin(), line.y.end(), [&](double y) { return has(column, y); });
                  });
            QVERIFY2(found, qPrintable(line.name));
        }
    }
}

// Also where lines have their names at the right. A difference far from 0 is not on the frame.
void TestDrawing::stripsAreAsWideAsTheirPanel()
{
    PlotFixture f("ratio", {900, 700});
    Scene scene{.a = fitFor("ratio", {})};
    scene.b = scene.a;
    scene.b->sum.scale = 1.0;
    f.store.setScene(scene);
    QVERIFY(f.compute());
    const QList<QCPAxisRect*> rects = f.canvas->axisRects();
    QCOMPARE(rects.size(), 3); // norms, R, A − B
    QVERIFY(!f.plot->drawing()->panels[1].ends.isEmpty());
    QCOMPARE(rects[2]->left(), rects[1]->left());
    QCOMPARE(rects[2]->right(), rects[1]->right());
    const Panel& strip = f.plot->drawing()->panels.back();
    QVERIFY(strip.up.range.low < 0);
    QVERIFY(strip.up.range.high > 1.04 * std::ranges::max(strip.lines.front().y));
}

// A disc at an end of the axis reaches over the frame.
void TestDrawing::marksAtTheFrameAreWhole()
{
    PlotFixture f("recoverability", {500, 320});
    f.store.setScene({.a = fitFor("recoverability", {})});
    QVERIFY(f.compute());
    const QCPGraph* disc = nullptr;
    for (int i = 0; i < f.canvas->graphCount(); ++i)
        if (f.canvas->graph(i)->lineStyle() == QCPGraph::lsNone && f.canvas->graph(i)->dataCount() == 1)
            disc = f.canvas->graph(i);
    QVERIFY(disc != nullptr);
    disc->valueAxis()->setRangeUpper(disc->data()->at(0)->value);
    f.canvas->replot();
    const QImage image = f.canvas->grab().toImage();
    const QPointF at = disc->coordsToPixels(disc->data()->at(0)->key, disc->data()->at(0)->value);
    const QPoint above = QPointF(at.x(), at.y() - disc->scatterStyle().size() / 2 + 2).toPoint();
    QVERIFY(above.y() < disc->keyAxis()->axisRect()->top());
    QCOMPARE(image.pixelColor(above).name(), image.pixelColor(at.toPoint()).name());
}

// On the screen, and clipped as for a file.
void TestDrawing::pointsBetweenGapsAreDiscs()
{
    PlotFixture f("ratio", {500, 320});
    QVERIFY(f.compute());
    QCPGraph* line = f.canvas->graph(0);
    QVERIFY(line->lineStyle() == QCPGraph::lsLine && line->scatterStyle().isNone());
    const QCPRange range = line->valueAxis()->range();
    const double middle = (range.lower + range.upper) / 2;
    const double gap = std::nan("");
    line->data()->set({{0.5, middle}, {1.5, middle}, {2.5, gap}, {3.5, middle}, {4.5, gap}, {5.5, 2 * range.upper}});
    for (int i = 1; i < f.canvas->graphCount(); ++i)
        f.canvas->graph(i)->data()->clear();
    line->keyAxis()->setRange(0, 6);
    const auto colorAt = [&](double key) {
        return f.canvas->grab().toImage().pixelColor(line->coordsToPixels(key, middle).toPoint()).name();
    };
    f.canvas->replot();
    QCOMPARE(colorAt(3.5), line->pen().color().name());
    QVERIFY(colorAt(2.5) != colorAt(3.5));
    const ClippedGraphs clipped(*f.canvas);
    QCOMPARE(line->dataCount(), 4); // a line of two points, a gap, a point
    f.canvas->replot();
    QCOMPARE(colorAt(3.5), line->pen().color().name());
}

// A quantity of A and B has one entry, then it says how A's and B's lines differ. What only B has, names B.
void TestDrawing::keySaysOnceWhatBothHave()
{
    Panel panel;
    for (const Side side : {Side::A, Side::B})
        panel.lines.push_back({.name = QStringLiteral("R"), .x = {0, 1}, .y = {1, 2}, .side = side});
    panel.lines.push_back({.name = QStringLiteral("S"), .x = {0, 1}, .y = {1, 2}, .side = Side::B});
    const Drawing drawing = completed({.panels = {panel}}, true);
    QStringList names;
    std::vector<KeyRow::Entry> key = keyOf({&drawing.panels[0]}, Theme::light());
    for (const KeyRow::Entry& entry : key)
        names << entry.text;
    QCOMPARE(names,
             QStringList({QStringLiteral("R"), QStringLiteral("B · S"), QStringLiteral("A"), QStringLiteral("B")}));
    QCOMPARE(key[2].pen.style(), Qt::SolidLine);
    QVERIFY(key[3].pen.style() != Qt::SolidLine);
    QVERIFY(key[3].mark.isNone());
}

// Marks that come and go with the room are none of the key: A's line is solid, B's dashed.
void TestDrawing::keyShowsLinesOfSparseMarks()
{
    Panel panel;
    for (const Side side : {Side::A, Side::B})
        panel.lines.push_back(
            {.name = QStringLiteral("PE"), .x = {0, 1}, .y = {1, 2}, .side = side, .stroke = Stroke::None});
    for (DrawnLine& line : panel.lines) {
        line.mark = Marker::Disc;
        line.sparse = true;
    }
    const Drawing drawing = completed({.panels = {panel}}, true);
    const std::vector<KeyRow::Entry> key = keyOf({&drawing.panels[0]}, Theme::light());
    QCOMPARE(key.size(), 3U);
    QVERIFY(std::ranges::all_of(key, [](const KeyRow::Entry& entry) { return entry.mark.isNone(); }));
    QVERIFY(key[1].pen.style() == Qt::SolidLine && key[2].pen.style() == Qt::CustomDashLine);
}

void TestDrawing::keySaysOnceWhatIsDotsElsewhere()
{
    Panel line;
    line.lines.push_back(lineOf(Side::A, {0, 1}, {1, 2}));
    Panel dots = line;
    dots.lines[0].mark = Marker::Disc;
    for (const auto& panels : {std::vector<const Panel*>{&line, &dots}, std::vector<const Panel*>{&dots, &line}}) {
        const std::vector<KeyRow::Entry> key = keyOf(panels, Theme::light());
        QCOMPARE(key.size(), 1U);
        QVERIFY(!key[0].mark.isNone());
    }
}

// No line of a title ends or begins at a sign.
void TestDrawing::titlesKeepTheirSigns()
{
    const QString title = QStringLiteral("A has 5,000 × 64 values and B 5,000 × 128, so A − B is missing by ≈ −0.5");
    for (int width = 150; width < 400; ++width) {
        for (const QString& line : titleLines(title, Theme::light().titleFont(), {width, width, 4}, 0.5).lines) {
            QVERIFY2(!line.endsWith(u'−') && !line.endsWith(u'≈'), qPrintable(line));
            QVERIFY2(!line.startsWith(QStringLiteral("− ")), qPrintable(line));
        }
    }
}

// Two by two panels, of which some are chosen: they leave no hole.
void TestDrawing::chosenPanelsFillTheirColumns()
{
    const auto columnsOf = [](const std::vector<bool>& wanted) {
        std::vector<PanelForm> forms;
        for (int i = 0; i < 4; ++i)
            forms.push_back({.place = {.row = i / 2, .column = i % 2}, .wanted = wanted[static_cast<std::size_t>(i)]});
        fillColumns(forms);
        std::vector<std::pair<int, int>> columns; // area, column
        for (const PanelForm& form : forms)
            columns.emplace_back(form.place.area, form.place.column);
        return columns;
    };
    using Columns = std::vector<std::pair<int, int>>;
    const Columns grid{{0, 0}, {0, 1}, {0, 0}, {0, 1}};
    const Columns apart{{0, 0}, {1, 0}, {0, 0}, {1, 0}};
    QCOMPARE(columnsOf({true, true, true, true}), grid);
    QCOMPARE(columnsOf({true, true, false, false}), grid);
    QCOMPARE(columnsOf({true, false, false, true}), apart); // else a diagonal
    QCOMPARE(columnsOf({true, true, false, true}), apart);
    std::vector<PanelForm> besideMap{
        {.place = {.row = 0, .column = 0}}, {.place = {.row = 0, .column = 1}}, {.place = {.row = 1, .column = 0}}};
    const std::vector<PanelForm> before = besideMap;
    fillColumns(besideMap); // a hole of its own
    QVERIFY(besideMap == before);
}

QTEST_MAIN(TestDrawing)
#include "tst_drawing.moc"
