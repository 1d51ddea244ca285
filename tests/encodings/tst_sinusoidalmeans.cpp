// SPDX-License-Identifier: GPL-3.0-or-later
#include "golden.h"

#include "encodings/sinusoidal/wavetable.h"
#include "field/matrix.h"
#include "raster/rasterize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <set>

using namespace phasor;

namespace {

constexpr double kTolerance = 1e-6;

std::vector<Span> evenly(std::int64_t begin, std::int64_t end, std::int64_t count)
{
    std::vector<Span> spans;
    for (std::int64_t i = 0; i < count; ++i)
        spans.push_back({begin + (end - begin) * i / count, begin + (end - begin) * (i + 1) / count});
    return spans;
}

std::vector<Span> uneven(std::int64_t end)
{
    std::vector<Span> spans;
    std::int64_t size = 1;
    for (std::int64_t at = 0; at < end; at += size, size = size * 7 % 31 + 1)
        spans.push_back({at, std::min(end, at + size)});
    return spans;
}

// Means of the exact cells in double.
double bruteForce(const Matrix& cells, Span rows, Span cols)
{
    double sum = 0;
    for (std::int64_t r = rows.begin; r < rows.end; ++r) {
        for (std::int64_t c = cols.begin; c < cols.end; ++c)
            sum += static_cast<double>(cells(r, c));
    }
    return sum / static_cast<double>(rows.size() * cols.size());
}

// Whether every mean is that of its cells.
bool meansAreRight(const PositionTable& encoding, const Matrix& cells, const std::vector<Span>& rows,
                   const std::vector<Span>& cols)
{
    Matrix means({static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(cols.size())});
    encoding.means()->blockMeans(rows, cols, means.view());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < cols.size(); ++j) {
            const double mean = means(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j));
            if (!(std::fabs(mean - bruteForce(cells, rows[i], cols[j])) <= kTolerance)) {
                qWarning("block %zu, %zu: %g", i, j, mean);
                return false;
            }
        }
    }
    return true;
}

} // namespace

class TestSinusoidalMeans : public QObject
{
    Q_OBJECT

private slots:
    void golden();
    void bruteForce_data();
    void bruteForce();
    void pixels();
    void bells_data();
    void bells();
    void anyOrder();
    void fewGroups();
    void aliasing();
    void sameWhateverElseIsAsked();
};

// Blocks of up to 2^31 - 1 positions against a geometric series in mpmath.
void TestSinusoidalMeans::golden()
{
    const auto lines = goldenLines("means.txt");
    QVERIFY(lines.size() > 100);
    for (const QByteArrayList& line : lines) {
        const auto encoding
            = encodingOf({line[0].toLongLong(), 2147483647, line[1].toDouble(), named<SinusoidalLayout>(line[2])});
        QVERIFY(encoding && encoding->means() != nullptr && encoding->means()->inClosedForm());
        const Span rows{line[3].toLongLong(), line[4].toLongLong()};
        const Span cols{line[5].toLongLong(), line[6].toLongLong()};
        Matrix mean({1, 1});
        encoding->means()->blockMeans(std::span(&rows, 1), std::span(&cols, 1), mean.view());
        QVERIFY2(std::fabs(static_cast<double>(mean(0, 0)) - line[7].toDouble()) <= kTolerance,
                 line.join(' ').constData());
    }
}

void TestSinusoidalMeans::bruteForce_data()
{
    QTest::addColumn<SinusoidalLayout>("layout");
    QTest::addColumn<int>("dModel");
    QTest::addColumn<double>("base");
    QTest::addColumn<qint64>("first");
    for (const SinusoidalLayout layout : kLayouts) {
        const QByteArray name = nameOf(layout).toLatin1();
        QTest::addRow("%s 512", name.constData()) << layout << 512 << 1e4 << qint64{0};
        QTest::addRow("%s 7, far", name.constData()) << layout << 7 << 1e4 << qint64{2147483647};
        QTest::addRow("%s 129, rising", name.constData()) << layout << 129 << 0.001 << qint64{12345};
        QTest::addRow("%s 1", name.constData()) << layout << 1 << 2.0 << qint64{0};
    }
}

void TestSinusoidalMeans::bruteForce()
{
    QFETCH(SinusoidalLayout, layout);
    QFETCH(int, dModel);
    QFETCH(double, base);
    QFETCH(qint64, first);
    const std::int64_t rows = 1000;
    const auto encoding = encodingOf({dModel, rows, base, layout, first});
    Matrix cells({rows, dModel});
    encoding->fill({0, 0, rows, dModel}, cells.view());
    const std::vector<std::vector<Span>> rowSpans{evenly(0, rows, rows), evenly(3, 900, 37), {{0, rows}}, uneven(rows)};
    const std::vector<std::vector<Span>> colSpans{
        evenly(0, dModel, dModel), evenly(0, dModel, (dModel + 2) / 3), {{0, dModel}}, uneven(dModel)};
    for (const auto& rowsOf : rowSpans) {
        for (const auto& colsOf : colSpans) {
            QVERIFY(meansAreRight(*encoding, cells, rowsOf, colsOf));
        }
    }
}

void TestSinusoidalMeans::bells_data()
{
    QTest::addColumn<std::array<std::int64_t, 3>>("boxes");
    QTest::newRow("single rows") << std::array<std::int64_t, 3>{1, 1, 1};
    QTest::newRow("low") << std::array<std::int64_t, 3>{3, 4, 4};
    QTest::newRow("some waves are silent") << std::array<std::int64_t, 3>{900, 900, 901};
    QTest::newRow("most waves are silent") << std::array<std::int64_t, 3>{6000, 6001, 6001};
}

// Rows weighed with three boxes folded into each other, in double.
void TestSinusoidalMeans::bells()
{
    using Boxes = std::array<std::int64_t, 3>;
    QFETCH(const Boxes, boxes);
    std::vector<double> weights{1};
    for (const std::int64_t box : boxes) {
        std::vector<double> wider(weights.size() + static_cast<std::size_t>(box) - 1, 0);
        double sum = 0; // of the weights that the box covers
        for (std::size_t i = 0; i < wider.size(); ++i) {
            sum += i < weights.size() ? weights[i] : 0;
            sum -= i >= static_cast<std::size_t>(box) ? weights[i - static_cast<std::size_t>(box)] : 0;
            wider[i] = sum / static_cast<double>(box);
        }
        weights = wider;
    }
    const auto size = static_cast<std::int64_t>(weights.size());
    for (const SinusoidalLayout layout : kLayouts) {
        const std::int64_t width = 24;
        const auto encoding = encodingOf({width, size + 2000, 1e4, layout});
        Matrix cells(encoding->shape());
        encoding->fill({0, 0, cells.rows(), width}, cells.view());
        BellRows rows{boxes, {}};
        for (std::int64_t first = 0; first <= 2000; first += 125)
            rows.spans.push_back({first, first + size});
        const std::vector<Span> columns = evenly(0, width, 11);
        Matrix means({std::ssize(rows.spans), std::ssize(columns)});
        QVERIFY(encoding->means()->bellMeans(rows, columns, means.view()));
        for (std::int64_t i = 0; i < means.rows(); ++i) {
            for (std::int64_t j = 0; j < means.cols(); ++j) {
                double mean = 0;
                for (std::int64_t k = 0; k < size; ++k) {
                    const std::int64_t row = rows.spans[static_cast<std::size_t>(i)].begin + k;
                    mean += weights[static_cast<std::size_t>(k)]
                        * ::bruteForce(cells, {row, row + 1}, columns[static_cast<std::size_t>(j)]);
                }
                QVERIFY(std::fabs(static_cast<double>(means(i, j)) - mean) <= kTolerance);
            }
        }
    }
}

// Rows as the pixels of a picture have them: shared cells, cells that end with their pixels, more pixels than cells.
void TestSinusoidalMeans::pixels()
{
    const std::int64_t rows = 1000;
    const auto encoding = encodingOf({16, rows, 30});
    Matrix cells({rows, 16});
    encoding->fill({0, 0, rows, 16}, cells.view());
    const std::vector<Span> cols = evenly(0, 16, 5);
    for (const int pixelRows : {7, 40, 125, 180, 333, 401, 470, 499, 600, 750, 999, 1300}) {
        for (const Interval visible : {Interval{0, 1000}, Interval{0.3, 977.1}, Interval{500.5, 760}}) {
            const PixelAxis axis(visible, rows, pixelRows, PixelAxis::Filter::Weighed);
            QVERIFY(meansAreRight(*encoding, cells, axis.runs(), cols));
        }
    }
}

// Spans of any size, one upon the other, in any order.
void TestSinusoidalMeans::anyOrder()
{
    const std::int64_t rows = 2000;
    const auto encoding = encodingOf({6, rows, 30, SinusoidalLayout::Halves, 777});
    Matrix cells({rows, 6});
    encoding->fill({0, 0, rows, 6}, cells.view());
    const std::vector<Span> cols = evenly(0, 6, 4);
    std::mt19937 engine(11);
    for (int round = 0; round < 20; ++round) {
        std::vector<Span> spans;
        const std::int64_t largest = round % 2 == 0 ? rows : 1 + round / 2;
        for (int k = 0; k < 200; ++k) {
            const std::int64_t begin = static_cast<std::int64_t>(engine()) % rows;
            const std::int64_t size = 1 + static_cast<std::int64_t>(engine()) % largest;
            spans.push_back({begin, std::min(rows, begin + size)});
        }
        if (round % 3 == 0)
            std::sort(spans.begin(), spans.end(), [](Span a, Span b) { return a.begin < b.begin; });
        QVERIFY(meansAreRight(*encoding, cells, spans, cols));
    }
}

// A picture's rows are a group or two, so that a term's sines are shared by all of them; every row is in one of them.
void TestSinusoidalMeans::fewGroups()
{
    for (const std::int64_t rows : {1000LL, 1801LL, 5000LL, 8192LL, 20000LL, 100003LL, 32768000LL, 2147483647LL}) {
        for (const int pixelRows : {300, 509, 887, 900, 1000}) {
            const PixelAxis axis({0, static_cast<double>(rows)}, rows, pixelRows, PixelAxis::Filter::Weighed);
            const auto runs = static_cast<std::int64_t>(axis.runs().size());
            Matrix means({runs, 1});
            std::set<const float*> written;
            std::size_t vectors = 0;
            const auto groups = meanRowGroups(axis.runs(), 0, means.view());
            for (const MeanRowGroup& group : groups) {
                vectors += group.rows.vectors.size();
                for (const SinusoidMeanRows::Vector& vector : group.rows.vectors)
                    written.insert(vector.out.begin(), vector.out.end());
            }
            written.erase(nullptr);
            QCOMPARE(static_cast<std::int64_t>(written.size()), runs);
            if (axis.cellsPerPixel() > 4) {
                QVERIFY2(groups.size() <= 2, QByteArray::number(rows) + " in " + QByteArray::number(pixelRows));
                QVERIFY(vectors * SinusoidMeanRows::kLanes < 2 * static_cast<std::size_t>(runs) + 64);
            }
        }
    }
}

// Frequencies that are almost a multiple of 2 pi: the quotient of the sines is one of two tiny numbers.
void TestSinusoidalMeans::aliasing()
{
    // base^(-2i/d) = 2 pi k for i = 1, d = 4: base = (2 pi k)^-2, as near as a double is.
    for (const double k : {1.0, 2.0, 3.0, 7.0, 355.0}) {
        const double omega = 2 * M_PI * k;
        const auto encoding = encodingOf({4, 100000, 1 / (omega * omega)});
        Matrix cells({100000, 4});
        encoding->fill({0, 0, 100000, 4}, cells.view());
        for (const Span rows : {Span{0, 1}, Span{5, 7}, Span{0, 999}, Span{17, 99999}, Span{0, 100000}}) {
            const std::vector<Span> cols{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 4}, {0, 4}};
            Matrix means({1, 6});
            encoding->means()->blockMeans(std::span(&rows, 1), cols, means.view());
            for (std::int64_t j = 0; j < 6; ++j)
                QVERIFY(std::fabs(static_cast<double>(means(0, j))
                                  - ::bruteForce(cells, rows, cols[static_cast<std::size_t>(j)]))
                        <= kTolerance);
        }
    }
}

// A block's mean moves by less than a color can show with what else is asked for.
void TestSinusoidalMeans::sameWhateverElseIsAsked()
{
    const auto encoding = encodingOf({.dModel = 512, .maxLen = 2147483647});
    const auto rows = evenly(0, 2147483647, 100);
    const auto cols = evenly(0, 512, 60);
    Matrix together({100, 60});
    encoding->means()->blockMeans(rows, cols, together.view());
    Matrix again({100, 60});
    encoding->means()->blockMeans(rows, cols, again.view());
    QCOMPARE(std::memcmp(together.data(), again.data(), 6000 * sizeof(float)), 0);
    for (std::size_t i = 0; i < rows.size(); i += 7) {
        Matrix alone({1, 60});
        encoding->means()->blockMeans(std::span(&rows[i], 1), cols, alone.view());
        for (std::int64_t j = 0; j < 60; ++j)
            QVERIFY(std::fabs(alone(0, j) - together(static_cast<std::int64_t>(i), j)) <= 2e-7F);
    }
}

QTEST_APPLESS_MAIN(TestSinusoidalMeans)
#include "tst_sinusoidalmeans.moc"
