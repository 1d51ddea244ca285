// SPDX-License-Identifier: GPL-3.0-or-later
// The clocks follow the pointer and play; the view of the distance shows what is chosen.
#include "plotfixture.h"
#include "plots/canvas/maps/headmaps_p.h"
#include "plots/drawings.h"
#include "views/attention/relative.h"

#include <QAction>
#include <QSpinBox>
#include <QToolButton>

using namespace phasor;

namespace {

std::optional<std::int64_t> positionOf(const PlotFixture& f)
{
    return f.store.view().cursor[AxisKind::Position];
}

} // namespace

class TestPhasorsPlot : public QObject
{
    Q_OBJECT

private slots:
    void pointingAtThePositionsTurns();
    void aClickSetsTheSecondHand();
    void pointingAtAClockIsItsDimension();
    void spacePlays();
    void whatIsDrawnHasAName();
    void schemesAreLaidOver();
    void measuredDistancesHaveTheirOwnAxis();
    void trainedLengthIsNamed();
    void headsAreChosen();
    void aMapOfEachHead();
};

void TestPhasorsPlot::pointingAtThePositionsTurns()
{
    PlotFixture f("phasors");
    f.store.edit([](Parameters& p) { p.encoding.maxLen = 100; });
    QVERIFY(f.compute());
    const QImage before = f.picture();
    const QRect positions = f.canvas->axisRect()->rect();
    f.mouse(QEvent::MouseMove, {positions.left() + positions.width() / 4, positions.center().y()}, Qt::NoButton);
    QCOMPARE(positionOf(f), std::optional<std::int64_t>(25));
    QVERIFY(f.compute());
    QVERIFY(f.picture() != before);
    QVERIFY(f.plot->summary().contains(QStringLiteral("position 25")));
}

void TestPhasorsPlot::aClickSetsTheSecondHand()
{
    PlotFixture f("phasors");
    f.store.edit([](Parameters& p) { p.encoding.maxLen = 100; });
    QVERIFY(f.compute());
    const QRect positions = f.canvas->axisRect()->rect();
    const QPoint middle(positions.left() + positions.width() / 2, positions.center().y());
    f.click(middle);
    QCOMPARE(f.store.view().cursor[AxisKind::Key], std::optional<std::int64_t>(50));
    QVERIFY(f.compute());
    f.mouse(QEvent::MouseMove, {positions.left() + positions.width() / 4, positions.center().y()}, Qt::NoButton);
    QCOMPARE(f.store.view().cursor[AxisKind::Key], std::optional<std::int64_t>(50)); // stays
    f.click(middle);
    QVERIFY(!f.store.view().cursor[AxisKind::Key]);
}

void TestPhasorsPlot::pointingAtAClockIsItsDimension()
{
    PlotFixture f("phasors");
    f.store.edit([](Parameters& p) { p.encoding.dModel = 8; });
    QVERIFY(f.compute());
    // Four clocks in a row: the last one is the pair of dimensions 6 and 7.
    const int row = f.canvas->axisRect()->outerRect().top() / 2;
    f.mouse(QEvent::MouseMove, {f.canvas->width() * 7 / 8, row}, Qt::NoButton);
    QCOMPARE(f.store.view().cursor[AxisKind::Dimension], std::optional<std::int64_t>(7));
}

void TestPhasorsPlot::spacePlays()
{
    PlotFixture f("phasors");
    f.store.edit([](Parameters& p) { p.encoding.maxLen = 15; });
    QVERIFY(f.compute());
    QTest::keyClick(f.canvas, Qt::Key_Space);
    auto* play = f.plot->findChild<QToolButton*>(QStringLiteral("phasors-play"));
    QVERIFY(play->isChecked());
    // From 12 on over the end to the beginning.
    QTRY_VERIFY_WITH_TIMEOUT(f.compute() && positionOf(f) == 0, 20000);
    QTest::keyClick(f.canvas, Qt::Key_Space);
    QVERIFY(!play->isChecked());
    const auto stopped = positionOf(f);
    QTest::qWait(100);
    QCOMPARE(positionOf(f), stopped);
    play->click();
    f.plot->hide();
    QVERIFY(!play->isChecked()); // nobody sees it
}

// The hands of A and B, the line in Dropout histogram, gray cells: a name on the axis.
void TestPhasorsPlot::whatIsDrawnHasAName()
{
    const auto labels = [](const char* plot, const char* scheme) {
        PlotFixture f(plot, {600, 400});
        Scene scene;
        setScheme(scene.a.encoding, scheme);
        scene.a.encoding.maxLen = 100;
        scene.b = scene.a;
        f.store.setScene(scene);
        const Panel panel = f.compute() ? f.plot->drawing()->panels.front() : Panel();
        return (panel.across.labels + panel.up.labels).join(u' ');
    };
    QVERIFY(labels("phasors", "sinusoidal").contains(QStringLiteral("(A solid, B dashed)")));
    QVERIFY(labels("histogram", "sinusoidal").contains(QStringLiteral("(line: unchanged)")));
    QVERIFY(labels("relative", "rope").contains(QStringLiteral("mean of cos(k·ω)")));
    QVERIFY(!labels("relative", "learned").contains(QStringLiteral("mean of cos(k·ω)"))); // measured on rows
    QVERIFY(labels("heads", "alibi").contains(QStringLiteral("(gray: masked)")));
}

void TestPhasorsPlot::schemesAreLaidOver()
{
    PlotFixture f("relative", {600, 520});
    QVERIFY(f.compute());
    const int before = f.canvas->graphCount();
    for (QAction* action : f.plot->findChildren<QAction*>()) {
        if (action->data() == QStringLiteral("alibi"))
            action->trigger();
    }
    QCOMPARE(f.store.view().board.of<RelativeOptions>().schemes, std::vector<std::string>{"alibi"});
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->graphCount(), before + 1);
    QCOMPARE(f.canvas->axisRectCount(), 3); // the bias has a strip of its own
    f.plot->findChild<QToolButton*>(QStringLiteral("log-distance"))->click();
    QVERIFY(f.store.view().board.of<RelativeOptions>().logarithmic);
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRect()->axis(QCPAxis::atBottom)->scaleType(), QCPAxis::stLogarithmic);
    QCOMPARE(f.canvas->axisRect()->axis(QCPAxis::atBottom)->range().lower, 1.0);
    f.store.editView([](ViewState& view) { view = ViewState{}; });
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRectCount(), 2);
}

// Ten distances of a sentence would be a line as thin as a hair on the table's axis.
void TestPhasorsPlot::measuredDistancesHaveTheirOwnAxis()
{
    PlotFixture f("relative");
    f.store.edit([](Parameters& p) { p.sentence.text = "the cat sat"; });
    QVERIFY(f.compute());
    QCOMPARE(f.canvas->axisRectCount(), 2);
    const QCPAxis& ofLaw = *f.canvas->axisRect(0)->axis(QCPAxis::atBottom);
    const QCPAxis& ofSentence = *f.canvas->axisRect(1)->axis(QCPAxis::atBottom);
    QVERIFY(ofLaw.tickLabels());
    QVERIFY(ofLaw.range().upper > 4990);
    QCOMPARE(ofSentence.range().upper, 4.0); // five tokens
    f.store.edit([](Parameters& p) { p.sentence.seqLen = 30; });
    QVERIFY(f.compute());
    const std::vector<DrawnLine>& lines = f.plot->drawing()->panels[1].lines;
    QCOMPARE(lines.size(), std::size_t(2));
    QCOMPARE(lines[0].x.back(), 29.0);
    QCOMPARE(lines[1].name, QStringLiteral("means of 10 pairs or more"));
    QCOMPARE(lines[1].x.back(), 20.0);
}

// A low plot has no room for the measured scores: the panel that stays names the line.
void TestPhasorsPlot::trainedLengthIsNamed()
{
    PlotFixture f("relative");
    f.store.edit([](Parameters& p) { setScheme(p.encoding, "rope"); });
    QVERIFY(f.compute());
    QCOMPARE(f.plot->drawing()->panels.size(), std::size_t(2));
    for (const Panel& panel : f.plot->drawing()->panels)
        QVERIFY(std::ranges::any_of(
            panel.levels, [](const DrawnLevel& level) { return level.name.startsWith(u"trained length: "); }));
}

void TestPhasorsPlot::headsAreChosen()
{
    PlotFixture f("scores");
    f.store.edit([](Parameters& p) { p.sentence.text = "the cat sat"; });
    QVERIFY(f.compute());
    QCOMPARE(f.plot->drawing()->panels[0].across.labels.front(), QStringLiteral("key (gray: masked)"));
    f.store.edit([](Parameters& p) { p.sentence.seqLen = 5000; });
    QVERIFY(f.compute());
    QVERIFY(f.plot->drawing()->panels[0].across.labels.front().startsWith(
        QStringLiteral("key (gray: masked · each pixel: ")));
    f.store.edit([](Parameters& p) { p.sentence.seqLen = {}; });
    QVERIFY(f.compute());
    auto* selector = f.plot->findChild<QSpinBox*>(QStringLiteral("head-selector"));
    QCOMPARE(selector->maximum(), 7);
    selector->setValue(5);
    QCOMPARE(f.store.parameters().attention.head, 5);
    f.store.edit([](Parameters& p) { p.attention.head = 2; });
    QCOMPARE(selector->value(), 2);
    QVERIFY(f.compute());
    QVERIFY2(f.plot->summary().contains(QStringLiteral("In head 2 ")), qPrintable(f.plot->summary()));
}

// Pointing at a map is a query and a key; a click there chooses its head.
void TestPhasorsPlot::aMapOfEachHead()
{
    PlotFixture f("heads");
    f.store.edit([](Parameters& p) {
        setScheme(p.encoding, "alibi");
        p.sentence.text = "the cat sat on the mat";
        p.attention.heads = 4;
    });
    QVERIFY(f.compute());
    const auto* maps = f.canvas->findChild<HeadMaps*>();
    const QRectF third = maps->mapRect(2);
    QVERIFY(third.width() > 50 && f.canvas->axisRect()->rect().contains(third.toAlignedRect()));
    const QPoint cell = (third.topLeft() + QPointF(2.5, 6.5) * third.width() / 8).toPoint(); // key 2, query 6 of 8
    f.mouse(QEvent::MouseMove, cell, Qt::NoButton);
    QCOMPARE(f.store.view().cursor[AxisKind::Position], std::optional<std::int64_t>(6));
    QCOMPARE(f.store.view().cursor[AxisKind::Key], std::optional<std::int64_t>(2));
    const std::vector<QPointF> crosses = maps->placesOf(6, 2);
    QCOMPARE(crosses.size(), std::size_t{4});
    QVERIFY((crosses[2] - QPointF(cell)).manhattanLength() < 2);
    const QImage before = f.picture();
    f.click(cell);
    QCOMPARE(f.store.parameters().attention.head, 2);
    QCOMPARE(f.plot->findChild<QSpinBox*>(QStringLiteral("head-selector"))->value(), 2);
    QVERIFY(f.compute());
    QVERIFY(f.picture() != before); // another one has the frame
    QVERIFY2(f.plot->summary().startsWith(QStringLiteral("Head 0 has the strongest bias, −1.75")),
             qPrintable(f.plot->summary()));
}

QTEST_MAIN(TestPhasorsPlot)
#include "tst_phasorsplot.moc"
