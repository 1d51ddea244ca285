// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/node.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace phasor;

class TestAxis : public QObject
{
    Q_OBJECT

private slots:
    void indicesAndCoordinates();
    void periodsBeginAnew();
    void labelsAreNumbersOrTokens();
    void visiblePart_data();
    void visiblePart();
    void zoomComesBack();
    void wholeCells();
};

void TestAxis::indicesAndCoordinates()
{
    const Axis axis{.kind = AxisKind::Dimension, .count = 8, .first = 100};
    QCOMPARE(axis.coordinate(0), 100);
    QCOMPARE(axis.coordinate(7), 107);
    QCOMPARE(axis.index(100), std::optional<std::int64_t>(0));
    QCOMPARE(axis.index(107), std::optional<std::int64_t>(7));
    QVERIFY(!axis.index(99));
    QVERIFY(!axis.index(108));
    QVERIFY(!Axis{}.index(0));
}

// Two masks of four columns side by side: column 6 is dimension 2 of the second.
void TestAxis::periodsBeginAnew()
{
    const Axis axis{.kind = AxisKind::Dimension, .count = 8, .period = 4};
    QCOMPARE(axis.coordinate(6), 2);
    QCOMPARE(axis.index(2), std::optional<std::int64_t>(2));
    QVERIFY(!axis.index(6));
    QCOMPARE(axis.label(6), std::string("2"));
}

void TestAxis::labelsAreNumbersOrTokens()
{
    QCOMPARE((Axis{.count = 5, .first = 0, .firstLabel = 1000}.label(3)), std::string("1003"));
    SentenceSettings sentence;
    sentence.text = "the cat";
    auto tokenizer = TokenSequence::make({.sentence = {}, .maxLen = 3});
    QVERIFY(tokenizer.ok());
    const Axis axis{.count = 4, .tokens = std::make_shared<const TokenSequence>(*tokenizer)};
    QVERIFY(axis.named());
    QCOMPARE(axis.label(2), std::string("2"));
    QCOMPARE(axis.label(3), std::string()); // there are three tokens
}

void TestAxis::visiblePart_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::newRow("inside") << 12.0 << 15.5 << 2.0 << 5.5;
    QTest::newRow("before the table") << -5.0 << 1.0 << 0.0 << 6.0;
    QTest::newRow("behind the table") << 100.0 << 103.0 << 7.0 << 10.0;
    QTest::newRow("wider than the table") << 0.0 << 1000.0 << 0.0 << 10.0;
    QTest::newRow("narrower than a cell") << 14.2 << 14.3 << 4.2 << 5.2;
    QTest::newRow("turned round") << 15.0 << 12.0 << 5.0 << 6.0;
    QTest::newRow("not a number") << std::nan("") << 12.0 << 0.0 << 10.0;
    QTest::newRow("infinite") << 12.0 << std::numeric_limits<double>::infinity() << 0.0 << 10.0;
}

// Of ten cells whose first has the coordinate 10.
void TestAxis::visiblePart()
{
    QFETCH(const double, low);
    QFETCH(const double, high);
    const Axis axis{.count = 10, .first = 10};
    const Interval visible = axis.visible(Interval{low, high});
    QTEST(visible.low, "from");
    QTEST(visible.high, "to");
}

void TestAxis::zoomComesBack()
{
    const Axis axis{.count = 1000, .first = 37};
    const Interval part{100, 250.5};
    const Interval again = axis.visible(axis.inCoordinates(part));
    QCOMPARE(again.low, part.low);
    QCOMPARE(again.high, part.high);
}

void TestAxis::wholeCells()
{
    const auto check = [](Interval visible, std::int64_t count, Span wanted) {
        const Span cells = cellsOf(visible, count);
        QCOMPARE(cells.begin, wanted.begin);
        QCOMPARE(cells.end, wanted.end);
    };
    check({2.2, 4.1}, 10, {2, 5});
    check({2, 4}, 10, {2, 4});
    check({9.5, 20}, 10, {9, 10});
    check({-3, 0}, 10, {0, 1});
    check({0, 1}, 0, {0, 0});
}

QTEST_APPLESS_MAIN(TestAxis)
#include "tst_axis.moc"
