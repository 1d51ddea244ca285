// SPDX-License-Identifier: GPL-3.0-or-later
#include "drawing.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <thread>

using namespace phasor;

namespace {

struct Draw
{
    const char* name;
    Result<Drawn> (*draw)(const Generator& generator, Shape shape);
};

constexpr Draw kDraws[] = {
    {"normal",
     [](const Generator& g, Shape shape) {
         return g.normal(shape, 0, 1);
     }},
    {"uniform",
     [](const Generator& g, Shape shape) {
         return g.uniform(shape, -1, 1);
     }},
    {"truncated",
     [](const Generator& g, Shape shape) {
         return g.truncatedNormal(shape, 0, 0.02, -0.04, 0.04);
     }},
    {"mask",
     [](const Generator& g, Shape shape) {
         return g.keepMask(shape, 0.42);
     }},
};

bool offered(std::string_view id, std::string_view draw)
{
    return id.substr(0, 5) != "numpy" || draw != "truncated";
}

} // namespace

// A cell has the same bits in whatever rectangle, in whatever order and on whatever thread it is asked for.
class tst_Windows : public QObject
{
    Q_OBJECT
private slots:
    void draws_data();
    void draws();
    void afterOddPair();
    void immutable();
    void empty();
};

void tst_Windows::draws_data()
{
    QTest::addColumn<QByteArray>("generator");
    QTest::addColumn<int>("draw");
    QTest::addColumn<qint64>("rows");
    QTest::addColumn<qint64>("cols");
    for (const GeneratorInfo& info : generators()) {
        for (int i = 0; i < int(std::size(kDraws)); ++i) {
            if (!offered(info.id, kDraws[i].name))
                continue;
            const QByteArray id(info.id.data(), qsizetype(info.id.size()));
            QTest::addRow("%s %s small", id.data(), kDraws[i].name) << id << i << qint64{37} << qint64{29};
            QTest::addRow("%s %s in memory", id.data(), kDraws[i].name) << id << i << qint64{500} << qint64{333};
            // the slow ones once: elsewhere it is the same code
            const bool repeated = id == "torch-mkl" || id == "torch-cuda" || (id == "philox" && i == 2);
            if (repeated && i != 3)
                continue;
            QTest::addRow("%s %s lazy", id.data(), kDraws[i].name) << id << i << qint64{16411} << qint64{1023};
        }
    }
}

void tst_Windows::draws()
{
    QFETCH(QByteArray, generator);
    QFETCH(int, draw);
    QFETCH(qint64, rows);
    QFETCH(qint64, cols);
    const Shape shape{rows, cols};
    const auto source = phasor::generator(generator.toStdString(), "42");
    const Drawn drawn = kDraws[draw].draw(*source, shape).value();
    QCOMPARE(drawn.values->shape(), shape);
    std::mt19937 choice(5);
    const auto upTo = [&](std::int64_t end) {
        return std::int64_t(choice() % std::uint32_t(end));
    };
    std::vector<Rect> rects{
        {0, 0, 1, 1}, {rows - 1, cols - 1, 1, 1}, {rows - 1, 0, 1, cols}, {rows - 20, cols - 20, 20, 20}};
    for (int i = 0; i < 30; ++i) {
        const std::int64_t row = upTo(rows);
        const std::int64_t col = upTo(cols);
        rects.push_back({row, col, 1 + upTo(std::min<std::int64_t>(rows - row, 60)), 1 + upTo(cols - col)});
        rects.push_back({row, 0, std::min<std::int64_t>(rows - row, 40), cols});
    }
    // windows first, on threads, before anything else has looked at the table
    std::vector<std::vector<float>> windows(rects.size());
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (std::size_t i = t; i < rects.size(); i += 4)
                windows[i] = cells(*drawn.values, rects[i]);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    const std::vector<float> all = cells(*drawn.values);
    const Interval bounds = drawn.values->bounds();
    const auto beyond
        = std::count_if(all.begin(), all.end(), [&](float v) { return v < bounds.low || v > bounds.high; });
    QVERIFY(beyond * 10000 <= std::ptrdiff_t(all.size()) + 20000);
    for (std::size_t i = 0; i < rects.size(); ++i) {
        const Rect rect = rects[i];
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            const auto expected = all.begin() + (rect.row + r) * cols + rect.col;
            QVERIFY(std::equal(expected, expected + rect.cols, windows[i].begin() + r * rect.cols));
        }
    }
    // rows that do not follow each other in memory
    std::vector<float> wide(std::size_t(10 * (cols + 7)), -99.0f);
    drawn.values->fill({rows - 10, 0, 10, cols}, {wide.data(), 10, cols, cols + 7});
    for (std::int64_t r = 0; r < 10; ++r) {
        QVERIFY(std::equal(wide.begin() + r * (cols + 7), wide.begin() + r * (cols + 7) + cols,
                           all.end() - (10 - r) * cols));
        QCOMPARE(wide[std::size_t((r + 1) * (cols + 7) - 1)], -99.0f);
    }
}

// A value that waits in the generator shifts a table that is too large for memory by one.
void tst_Windows::afterOddPair()
{
    const Shape large{16411, 1023};
    const Drawn odd = generator("numpy-legacy", "8")->normal({1, 3}, 0, 1).value();
    const Drawn drawn = odd.after->normal(large, 0, 1).value();
    const std::vector<float> together = cells(*generator("numpy-legacy", "8")->normal({1, 2003}, 0, 1).value().values);
    const std::vector<float> rest = cells(*drawn.values, {0, 0, 1, 1000});
    QVERIFY(std::equal(rest.begin(), rest.end(), together.begin() + 3));
    const std::vector<float> inner = cells(*drawn.values, {0, 501, 1, 100});
    QVERIFY(std::equal(inner.begin(), inner.end(), together.begin() + 504));
}

void tst_Windows::immutable()
{
    for (const GeneratorInfo& info : generators()) {
        const auto source = generator(info.id, "3");
        const std::vector<float> once = cells(*source->keepMask({40, 40}, 0.5).value().values);
        const Drawn between = source->uniform({3, 3}, 0, 1).value();
        QCOMPARE(cells(*source->keepMask({40, 40}, 0.5).value().values), once);
        // and the next draw is another one
        const Drawn again = source->keepMask({40, 40}, 0.5).value();
        QVERIFY(cells(*again.after->keepMask({40, 40}, 0.5).value().values) != once);
    }
}

void tst_Windows::empty()
{
    for (const GeneratorInfo& info : generators()) {
        const auto source = generator(info.id, "3");
        const std::vector<float> expected = cells(*source->uniform({2, 2}, 0, 1).value().values);
        for (const Draw& draw : kDraws) {
            if (!offered(info.id, draw.name))
                continue;
            const Drawn none = draw.draw(*source, {0, 5}).value();
            QCOMPARE(none.values->shape(), (Shape{0, 5}));
            if (info.id != "philox")
                QCOMPARE(cells(*none.after->uniform({2, 2}, 0, 1).value().values), expected);
        }
        for (const double p : {0.0, 1.0}) {
            const Drawn none = source->keepMask({4, 4}, p).value();
            QCOMPARE(cells(*none.values), std::vector<float>(16, p == 0 ? 1.0f : 0.0f));
            QCOMPARE(cells(*none.after->uniform({2, 2}, 0, 1).value().values), expected);
        }
    }
}

QTEST_APPLESS_MAIN(tst_Windows)
#include "tst_windows.moc"
