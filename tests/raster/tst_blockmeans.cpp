// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/rasterize.h"

#include "field/matrix.h"

#include <QtTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace phasor;

namespace {

bool contains(Shape shape, Rect rect)
{
    return rect.row >= 0 && rect.col >= 0 && rect.rows >= 0 && rect.cols >= 0 && rect.row <= shape.rows - rect.rows
        && rect.col <= shape.cols - rect.cols;
}

// Cells are a hash of their place; counts what it was asked for.
class Noise : public Field
{
public:
    explicit Noise(Shape shape)
        : m_shape(shape)
    {
    }

    static float cell(std::int64_t r, std::int64_t c)
    {
        auto h = static_cast<std::uint64_t>(r) * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(c);
        h = (h ^ (h >> 31)) * 0xbf58476d1ce4e5b9ULL;
        return static_cast<float>(static_cast<double>(h >> 40) * 0x1p-23 - 1) * (1 + static_cast<float>(r % 100));
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {-100, 100}; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_inside &= contains(m_shape, rect) && out.shape() == rect.shape();
        m_largestTile = std::max(m_largestTile, rect.rows * rect.cols);
        m_cells += rect.rows * rect.cols;
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c)
                out(r, c) = cell(rect.row + r, rect.col + c);
        }
    }

    mutable bool m_inside = true;
    mutable std::int64_t m_largestTile = 0;
    mutable std::int64_t m_cells = 0;

private:
    Shape m_shape;
};

class Constant : public Noise
{
public:
    Constant(Shape shape, float value)
        : Noise(shape)
        , m_value(value)
    {
    }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r)
            std::fill_n(out.row(r), rect.cols, m_value);
    }

private:
    float m_value;
};

std::vector<Span> evenSpans(std::int64_t size, std::int64_t count)
{
    std::vector<Span> spans;
    for (std::int64_t i = 0; i < count; ++i)
        spans.push_back({size * i / count, size * (i + 1) / count});
    return spans;
}

// Mean in extended precision, cell by cell.
double exactMean(Span rows, Span cols)
{
    long double sum = 0;
    for (std::int64_t r = rows.begin; r < rows.end; ++r) {
        for (std::int64_t c = cols.begin; c < cols.end; ++c)
            sum += static_cast<long double>(Noise::cell(r, c));
    }
    return static_cast<double>(sum / static_cast<long double>(rows.size() * cols.size()));
}

} // namespace

class TestBlockMeans : public QObject
{
    Q_OBJECT

private slots:
    void means_data();
    void means();
    void unevenSpans();
    void sameBitsInAnyRequest();
    void manyCells();
    void visitsEachCellOnce();
    void notFinite();
    void nothing();
};

void TestBlockMeans::means_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("cols");
    QTest::addColumn<int>("rowBlocks");
    QTest::addColumn<int>("colBlocks");
    QTest::newRow("one cell") << 1 << 1 << 1 << 1;
    QTest::newRow("cells themselves") << 70 << 90 << 70 << 90;
    QTest::newRow("small blocks") << 200 << 130 << 50 << 33;
    QTest::newRow("tall blocks") << 1000 << 8 << 3 << 8;
    QTest::newRow("wide blocks") << 5 << 5000 << 5 << 2;
    QTest::newRow("one block") << 300 << 2500 << 1 << 1;
    QTest::newRow("many columns") << 2 << 9000 << 1 << 4500;
}

void TestBlockMeans::means()
{
    QFETCH(int, rows);
    QFETCH(int, cols);
    QFETCH(int, rowBlocks);
    QFETCH(int, colBlocks);
    const Noise field({rows, cols});
    const auto rowSpans = evenSpans(rows, rowBlocks);
    const auto colSpans = evenSpans(cols, colBlocks);
    Matrix out(Shape{rowBlocks, colBlocks});
    blockMeans(field, rowSpans, colSpans, out.view());
    for (int i = 0; i < rowBlocks; ++i) {
        for (int j = 0; j < colBlocks; ++j) {
            const double exact
                = exactMean(rowSpans[static_cast<std::size_t>(i)], colSpans[static_cast<std::size_t>(j)]);
            QCOMPARE(out(i, j), static_cast<float>(exact));
        }
    }
    QVERIFY(field.m_inside);
    QVERIFY(field.m_largestTile * 4 <= 512 * 1024);
}

// Overlapping, far apart, repeated and out of order; written into a window of a larger matrix.
void TestBlockMeans::unevenSpans()
{
    const Noise field({100'000, 100'000});
    const std::vector<Span> rows = {{5, 6}, {5, 9}, {5, 6}, {99'000, 99'200}, {0, 3}, {2, 70}, {69, 71}};
    std::vector<Span> cols = {{90'000, 90'001}, {10, 11}, {500, 501}, {400, 1700}, {1699, 1700}, {0, 1}};
    cols.insert(cols.end(), 3000, Span{77, 78});
    Matrix storage(Shape{10, 3020});
    std::fill_n(storage.data(), 10 * 3020, 9.0F);
    const auto rowCount = static_cast<std::int64_t>(rows.size());
    const auto colCount = static_cast<std::int64_t>(cols.size());
    blockMeans(field, rows, cols, storage.view().window({1, 2, rowCount, colCount}));
    for (std::int64_t i = 0; i < rowCount; ++i) {
        for (std::int64_t j = 0; j < colCount; j += j < 10 ? 1 : 499) {
            const double exact = exactMean(rows[static_cast<std::size_t>(i)], cols[static_cast<std::size_t>(j)]);
            QCOMPARE(storage(i + 1, j + 2), static_cast<float>(exact));
        }
    }
    QCOMPARE(storage(0, 2), 9.0F);
    QCOMPARE(storage(1, 1), 9.0F);
    QCOMPARE(storage(8, 2), 9.0F);
    QCOMPARE(storage(1, 2 + colCount), 9.0F);
    QVERIFY(field.m_inside);
}

// A pan asks for the same blocks among other neighbors; their pixels must not change.
void TestBlockMeans::sameBitsInAnyRequest()
{
    const Noise field({4000, 6000});
    const auto rows = evenSpans(4000, 17);
    const auto cols = evenSpans(6000, 41);
    Matrix whole(Shape{17, 41});
    blockMeans(field, rows, cols, whole.view());
    for (std::size_t i = 0; i < rows.size(); i += 3) {
        for (std::size_t j = 0; j < cols.size(); j += 4) {
            float alone = 0;
            blockMeans(field, {&rows[i], 1}, {&cols[j], 1}, {&alone, 1, 1, 1});
            QCOMPARE(std::bit_cast<std::uint32_t>(alone),
                     std::bit_cast<std::uint32_t>(whole(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j))));
        }
    }
}

// A float32 sum would stop at 2^24 terms.
void TestBlockMeans::manyCells()
{
    const Constant field({5000, 8000}, 0.1F);
    const Span rows{0, 5000};
    const Span cols{0, 8000};
    float mean = 0;
    blockMeans(field, {&rows, 1}, {&cols, 1}, {&mean, 1, 1, 1});
    QCOMPARE(mean, 0.1F);
}

void TestBlockMeans::visitsEachCellOnce()
{
    const Noise field({900, 3000});
    Matrix out(Shape{100, 200});
    blockMeans(field, evenSpans(900, 100), evenSpans(3000, 200), out.view());
    QCOMPARE(field.m_cells, std::int64_t(900) * 3000);
}

void TestBlockMeans::notFinite()
{
    for (const float value : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        const Constant field({10, 10}, value);
        Matrix out(Shape{2, 5});
        blockMeans(field, evenSpans(10, 2), evenSpans(10, 5), out.view());
        QVERIFY(std::isnan(value) ? std::isnan(out(1, 3)) : out(1, 3) == value);
    }
}

void TestBlockMeans::nothing()
{
    const Noise field({10, 10});
    const std::vector<Span> spans = {{0, 5}};
    blockMeans(field, {}, spans, {});
    blockMeans(field, spans, {}, {});
    QCOMPARE(field.m_cells, std::int64_t(0));
}

QTEST_APPLESS_MAIN(TestBlockMeans)
#include "tst_blockmeans.moc"
