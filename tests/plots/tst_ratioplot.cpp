// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotfixture.h"
#include "plots/canvas/labels/keyrow_p.h"

#include "views/measures/ratio.h"

#include <QLabel>

#include <algorithm>
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
        a.sum.push_back(std::hypot(a.scaled.back(), encoding));
        a.output.numbers.push_back(a.sum.back() * 0.99);
        a.output.positions.push_back(p);
        a.angle.push_back(30);
        a.ratio.push_back(encoding > 0 ? scale * (1 + 0.01 * p) / encoding : std::nan(""));
    }
    return data;
}

QStringList namesOf(const PlotFixture& f) // at the ends of lines
{
    QStringList names;
    for (int i = 0; i < f.canvas->itemCount(); ++i) {
        const auto* ends = dynamic_cast<const EndLabels*>(f.canvas->item(i));
        const bool shown = ends != nullptr && ends->realVisibility();
        for (const EndLabels::Entry& entry : shown ? ends->entries() : std::vector<EndLabels::Entry>())
            names << entry.name;
    }
    return names;
}

} // namespace

class TestRatioPlot : public QObject
{
    Q_OBJECT

private slots:
    void linesHoldTheData();
    void axisIsLogarithmicWhenLengthsDiffer_data();
    void axisIsLogarithmicWhenLengthsDiffer();
    void zerosAreNotShownOnALogarithmicAxis();
    void emptyAndConstantDataHaveARange();
    void colorPerQuantity();
    void bothRectsFollowTheRows();
    void nothingIsExpectedWhereThereIsNoLaw();
    void secondSetUpIsOverlaid();
    void linesAreNamedAtTheirEnds();
    void namesOfTwoSetups();
    void cursorIsTheRow();
    void numbersFitTheNewSize();
    void pointerReadsTheRow();
    void oneRowIsAMarker();
    void ratioAlwaysHasAScale_data();
    void ratioAlwaysHasAScale();
    void smallPlotsKeepTheRatio();
    void everyLineStandsOut_data();
    void everyLineStandsOut();
};

void TestRatioPlot::linesHoldTheData()
{
    PlotFixture f("ratio");
    const auto data = someNorms(8);
    f.plot->show(data);
    QCOMPARE(f.line(QStringLiteral("‖E‖"))->y, data->a.embedding);
    QCOMPARE(f.line(QStringLiteral("‖s·E‖"))->y, data->a.scaled);
    QCOMPARE(f.line(QStringLiteral("‖PE‖"))->y, data->a.encoding);
    QCOMPARE(f.line(QStringLiteral("‖s·E + PE‖"))->y, data->a.sum);
    QCOMPARE(f.line(QStringLiteral("‖output‖"))->y, data->a.output.numbers);
    QCOMPARE(f.line(QStringLiteral("R"))->y, data->a.ratio);
    QCOMPARE(f.level(QStringLiteral("expected"))->at, 2.0);
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
    data->a.embedding = data->a.scaled = data->a.encoding = data->a.sum = data->a.output.numbers = data->a.ratio
        = std::vector<double>(10, 0.0);
    f.plot->show(data);
    f.picture();
    for (int i = 0; i < 2; ++i) {
        const QCPRange range = f.canvas->axisRect(i)->axis(QCPAxis::atLeft)->range();
        QVERIFY(range.size() > 0 && std::isfinite(range.lower) && std::isfinite(range.upper));
    }
    f.plot->show(nullptr);
    f.picture();
}

void TestRatioPlot::colorPerQuantity()
{
    PlotFixture f("ratio");
    f.plot->show(someNorms(8));
    QCOMPARE(f.graph(QStringLiteral("‖s·E‖"))->pen().color(), QColor(0xe6, 0x9f, 0x00)); // with a dark edge
    QVERIFY(Theme::light().edge(QColor(0xe6, 0x9f, 0x00)).isValid());
    QVERIFY(!Theme::light().edge(QColor(0x00, 0x72, 0xb2)).isValid());
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
    QVERIFY(!f.level(QStringLiteral("expected")));
}

// Names and means of the norms at the ends of the lines, from the highest down; in a narrow plot in the key.
void TestRatioPlot::linesAreNamedAtTheirEnds()
{
    const auto keyOf = [](const PlotFixture& f) {
        return f.canvas->findChild<KeyRow*>()->entries().size();
    };
    PlotFixture wide("ratio", QSize(600, 400));
    wide.plot->show(someNorms(8));
    QVERIFY2(namesOf(wide).contains(QStringLiteral("‖PE‖")) && namesOf(wide).contains(QStringLiteral("R")),
             qPrintable(namesOf(wide).join(u' ')));
    QCOMPARE(keyOf(wide), 0U);
    const auto resizeTo = [&wide](int height) { // a request of the same width: there is no new data
        wide.plot->resize(600, height);
        QCoreApplication::processEvents();
        wide.plot->request(wide.store.scene(), wide.store.view());
    };
    resizeTo(70);
    QVERIFY2(!namesOf(wide).contains(QStringLiteral("R")), qPrintable(namesOf(wide).join(u' ')));
    resizeTo(180); // R alone
    QVERIFY2(namesOf(wide).contains(QStringLiteral("R")) && !namesOf(wide).contains(QStringLiteral("‖PE‖")),
             qPrintable(namesOf(wide).join(u' ')));
    QCOMPARE(keyOf(wide), 0U);
    for (int height = 300; height > 140; height -= 10) {
        resizeTo(height);
        QVERIFY2(namesOf(wide).contains(QStringLiteral("R")), qPrintable(QString::number(height)));
    }
    PlotFixture narrow("ratio", QSize(200, 400));
    narrow.plot->show(someNorms(8));
    QVERIFY(namesOf(narrow).isEmpty());
    QVERIFY(keyOf(narrow) >= 6);
}

// What two setups have in common is named once. Norms of both are apart on a logarithmic axis.
void TestRatioPlot::namesOfTwoSetups()
{
    PlotFixture f("ratio", QSize(700, 440));
    f.store.setScene({.a = {}, .b = Parameters()});
    const auto data = someNorms(64);
    data->b = someNorms(8)->a;
    f.plot->show(data);
    const QStringList names = namesOf(f);
    QVERIFY2(names.contains(QStringLiteral("A, B · ‖PE‖")) && !names.contains(QStringLiteral("B · ‖PE‖")),
             qPrintable(names.join(u'|')));
    QVERIFY(names.contains(QStringLiteral("A · ‖s·E‖")) && names.contains(QStringLiteral("B · ‖s·E‖")));
    QCOMPARE(f.canvas->axisRect(0)->axis(QCPAxis::atLeft)->scaleType(), QCPAxis::stLogarithmic);
    // Values end a bit before the edge of the plot.
    const QImage picture = f.picture();
    for (int x = picture.width() - 8; x < picture.width(); ++x) {
        for (int y = f.area(0).top(); y < f.area(0).bottom(); ++y)
            QCOMPARE(picture.pixelColor(x, y), Theme::light().background);
    }
}

void TestRatioPlot::secondSetUpIsOverlaid()
{
    PlotFixture f("ratio");
    const auto data = someNorms(8);
    data->b = someNorms(100)->a;
    f.plot->show(data);
    QCOMPARE(f.line(QStringLiteral("B · R"))->y, data->b->ratio);
    const QPen a = f.graph(QStringLiteral("A · ‖PE‖"))->pen();
    const QPen b = f.graph(QStringLiteral("B · ‖PE‖"))->pen();
    QCOMPARE(b.color(), a.color()); // the color is the quantity's
    QVERIFY(a.style() == Qt::SolidLine && b.style() != Qt::SolidLine);
    QVERIFY(f.canvas->axisRect(1)->axis(QCPAxis::atLeft)->range().upper > 25);
    QVERIFY2(f.plot->summary().startsWith(QStringLiteral("R ")), qPrintable(f.plot->summary()));
    // A setup without a table: no empty A − B, and the reason is said.
    Scene scene{.a = {}, .b = Parameters()};
    setScheme(scene.b->encoding, "rope");
    f.store.setScene(scene);
    QVERIFY(f.compute());
    QVERIFY(f.plot->drawing()->panels.back().strip && f.plot->drawing()->panels.back().blank);
    f.store.editView([](ViewState& v) { v.cursor = cellAt(1, 0); });
    const QImage picture = f.picture();
    for (int x = f.area(2).left(); x < f.area(2).right(); ++x)
        QCOMPARE(picture.pixelColor(x, f.area(2).center().y()), Theme::light().background);
    QVERIFY2(f.detail().contains(QStringLiteral("B · RoPE rotates queries and keys")), qPrintable(f.detail()));
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

// A plot of another size has other numbers at once: those of the old one would run into each other, or be too few.
void TestRatioPlot::numbersFitTheNewSize()
{
    PlotFixture f("ratio", {900, 900});
    f.plot->show(someNorms(8));
    for (const QSize size : {QSize(420, 300), QSize(900, 900), QSize(420, 260)}) {
        f.plot->resize(size);
        QCoreApplication::processEvents();
        const QCPAxisRect* rect = f.canvas->axisRect(1);
        const QCPAxis* axis = rect->axis(QCPAxis::atLeft);
        const int height = QFontMetrics(axis->tickLabelFont()).height();
        const QVector<double> ticks = axis->tickVector();
        QVERIFY2(ticks.size() >= std::min(4, rect->height() / (4 * height)), qPrintable(QString::number(ticks.size())));
        for (qsizetype i = 1; i < ticks.size(); ++i)
            QVERIFY(std::abs(axis->coordToPixel(ticks[i]) - axis->coordToPixel(ticks[i - 1])) >= height);
    }
}

// At 700 rows each point is a mean.
void TestRatioPlot::pointerReadsTheRow()
{
    PlotFixture f("ratio");
    const auto norms = someNorms(8);
    norms->a.scale = 8;
    f.plot->show(norms);
    auto* numbers = f.canvas->findChild<QLabel*>(QStringLiteral("row-numbers"));
    QVERIFY(numbers && numbers->isHidden());
    f.canvas->setFocus();
    f.store.editView([](ViewState& v) { v.cursor = cellAt(4, 0); });
    QVERIFY(!numbers->isHidden());
    const QStringList lines = numbers->text().split(u'\n');
    QCOMPARE(lines[0], QStringLiteral("position 4"));
    QVERIFY(lines.contains(QStringLiteral("‖E‖  1.04")));
    QVERIFY(lines.contains(QStringLiteral("‖s·E‖  8.32")));
    QVERIFY(lines.contains(QStringLiteral("‖PE‖  4")));
    QVERIFY(lines.contains(QStringLiteral("‖s·E + PE‖  9.232")));
    QVERIFY(lines.contains(QStringLiteral("‖output‖  9.139")));
    QVERIFY(lines.contains(QStringLiteral("R  2.08")));
    QVERIFY(lines.contains(QStringLiteral("angle  30°")));
    QVERIFY(lines.contains(QStringLiteral("PE  18.8 % of the energy"))); // 16 of 16 + 69.2
    QVERIFY(f.canvas->rect().contains(numbers->geometry()));
    // In the other unit: the curves and their numbers.
    f.store.editView([](ViewState& v) { v.board.set(RatioOptions{.divided = true}); });
    const QStringList divided = numbers->text().split(u'\n');
    QVERIFY2(divided.contains(QStringLiteral("‖PE/s‖  0.5")), qPrintable(numbers->text()));
    QVERIFY(divided.contains(QStringLiteral("‖E + PE/s‖  1.154")));
    QVERIFY(divided.contains(QStringLiteral("‖output‖/s  1.142")));
    QVERIFY(divided.contains(QStringLiteral("R  2.08")) && !numbers->text().contains(QStringLiteral("‖s·E‖")));
    f.store.editView([](ViewState& v) { v.board.set(RatioOptions{}); });
    f.store.editView([](ViewState& v) { v.cursor = cellAt(4000, 0); }); // no such row
    QVERIFY(numbers->isHidden());
    auto many = someNorms(8);
    many->rows.count = 700;
    many->visible = {0, 699};
    for (std::size_t i = 0; i < 10; ++i)
        many->a.positions[i] = many->a.output.positions[i] = 70.0 * static_cast<double>(i) + 34.5;
    f.plot->show(many);
    f.store.editView([](ViewState& v) { v.cursor = cellAt(100, 0); });
    QVERIFY2(numbers->text().startsWith(QStringLiteral("about position 100: means of 70 rows")),
             qPrintable(numbers->text()));
}

void TestRatioPlot::oneRowIsAMarker()
{
    PlotFixture f("ratio");
    f.plot->show(someNorms(8));
    QVERIFY(!f.drawsDisc(QStringLiteral("‖PE‖")));
    f.store.edit([](Parameters& p) {
        p.encoding.dModel = 16;
        p.encoding.maxLen = 1;
    });
    QVERIFY(f.compute());
    for (const char* name : {"‖E‖", "‖s·E‖", "‖PE‖", "‖s·E + PE‖", "‖output‖", "R"})
        QVERIFY2(f.drawsDisc(QString::fromUtf8(name)), name);
}

void TestRatioPlot::ratioAlwaysHasAScale_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    for (const QSize size : {QSize(600, 380), QSize(430, 240), QSize(700, 300), QSize(420, 210)})
        for (const double scale : {0.3, 1.0, 5.66, 32.0, 96.1})
            QTest::addRow("%dx%d, %g", size.width(), size.height(), scale) << size << scale;
}

void TestRatioPlot::ratioAlwaysHasAScale()
{
    QFETCH(QSize, size);
    QFETCH(double, scale);
    PlotFixture f("ratio", size);
    f.plot->show(someNorms(scale));
    f.plot->request(f.store.scene(), f.store.view());
    f.picture();
    const QCPAxis* axis = f.canvas->axisRects().last()->axis(QCPAxis::atLeft);
    const QVector<double> ticks = axis->tickVector();
    QVERIFY(std::count_if(ticks.begin(), ticks.end(), [&](double tick) { return axis->range().contains(tick); }) >= 2);
}

// Where both do not fit R stands alone, the right way up; and the lengths come back.
void TestRatioPlot::smallPlotsKeepTheRatio()
{
    PlotFixture f("ratio");
    f.plot->show(someNorms(8));
    for (const QSize size : {QSize(300, 160), QSize(260, 150), QSize(600, 380)}) {
        f.plot->resize(size);
        f.plot->request(f.store.scene(), f.store.view());
        f.picture();
        QCOMPARE(f.canvas->axisRects().size(), size.height() > 300 ? 2 : 1);
        for (const QCPAxisRect* rect : f.canvas->axisRects()) {
            const QCPAxis* axis = rect->axis(QCPAxis::atLeft);
            QVERIFY(rect->height() > 0);
            QVERIFY(axis->coordToPixel(axis->range().upper) < axis->coordToPixel(axis->range().lower));
        }
        if (f.canvas->axisRects().size() == 2)
            QVERIFY(f.canvas->axisRect(0)->rect().bottom() < f.canvas->axisRect(1)->rect().top());
    }
}

void TestRatioPlot::everyLineStandsOut_data()
{
    QTest::addColumn<QString>("theme");
    for (const char* theme : {"light", "dark", "projector"})
        QTest::newRow(theme) << QString::fromLatin1(theme);
}

void TestRatioPlot::everyLineStandsOut()
{
    QFETCH(QString, theme);
    PlotFixture f("ratio");
    const auto data = someNorms(8);
    data->b = someNorms(100)->a;
    f.plot->show(data);
    f.plot->setTheme(Theme::named(theme));
    const auto [name, least] = faintest(*f.canvas, Theme::named(theme));
    QVERIFY2(least >= 3, qPrintable(name));
}

QTEST_MAIN(TestRatioPlot)
#include "tst_ratioplot.moc"
