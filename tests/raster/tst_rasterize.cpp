// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"
#include "raster/rasterize.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>

using namespace phasor;

namespace {

// Cells by a function; counts the cells that are computed.
class FunctionField : public Field
{
public:
    FunctionField(Shape shape, float (*value)(std::int64_t, std::int64_t))
        : m_shape(shape)
        , m_value(value)
    {
    }
    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {-1, 1}; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_cells += rect.rows * rect.cols;
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c)
                out(r, c) = m_value(rect.row + r, rect.col + c);
        }
    }
    std::int64_t cells() const { return m_cells; }

private:
    Shape m_shape;
    float (*m_value)(std::int64_t, std::int64_t);
    mutable std::atomic<std::int64_t> m_cells = 0;
};

float stripes(std::int64_t, std::int64_t col)
{
    return col % 2 == 0 ? 1.0F : -1.0F;
}

float ramp(std::int64_t row, std::int64_t col)
{
    return static_cast<float>(row * 100 + col);
}

// Grows away from the middle, so that cells just outside a window are larger than those inside.
float bowl(std::int64_t row, std::int64_t col)
{
    return static_cast<float>((row - 60) * (row - 60) - (col - 90) * (col - 90)) + (row == 3 ? NAN : 0.0F);
}

RasterRequest wholeOf(const Field& field, int width, int height)
{
    const Shape shape = field.shape();
    return {.rows = {0, static_cast<double>(shape.rows)},
            .cols = {0, static_cast<double>(shape.cols)},
            .width = width,
            .height = height};
}

} // namespace

class TestRasterize : public QObject
{
    Q_OBJECT

private slots:
    void runsCoverEveryCellOnce_data();
    void runsCoverEveryCellOnce();
    void weightsCoverTheVisiblePart_data() { runsCoverEveryCellOnce_data(); }
    void weightsCoverTheVisiblePart();
    void aCellPerPixelIsTheCell();
    void severalPixelsShowTheNearestCell();
    void stripesAverageToGrey();
    void envelopeKeepsTheExtremes();
    void meansAreTheCellsMeans();
    void sampledWithinItsBudget();
    void billionsOfPositionsCostTheirPixels();
    void samplesKeepTheirPlace_data();
    void samplesKeepTheirPlace();
    void theRangeIsThatOfTheVisibleCells_data();
    void theRangeIsThatOfTheVisibleCells();
};

void TestRasterize::runsCoverEveryCellOnce_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<qint64>("cells");
    QTest::addColumn<int>("pixels");
    QTest::newRow("all, fewer pixels") << 0.0 << 5000.0 << qint64{5000} << 900;
    QTest::newRow("all, odd") << 0.0 << 1001.0 << qint64{1001} << 1000;
    QTest::newRow("part") << 12.3 << 777.9 << qint64{1000} << 64;
    QTest::newRow("2^31 - 1") << 0.0 << 2147483647.0 << qint64{2147483647} << 900;
    QTest::newRow("one pixel") << 0.0 << 17.0 << qint64{17} << 1;
}

void TestRasterize::runsCoverEveryCellOnce()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(qint64, cells);
    QFETCH(int, pixels);
    const PixelAxis axis({low, high}, cells, pixels, PixelAxis::Filter::WholeCells);
    QCOMPARE(axis.runs().size(), static_cast<std::size_t>(pixels));
    QCOMPARE(axis.runs().front().begin, static_cast<std::int64_t>(std::floor(low)));
    QCOMPARE(axis.runs().back().end, static_cast<std::int64_t>(std::ceil(high)));
    for (int i = 0; i < pixels; ++i) {
        const Span run = axis.runs()[static_cast<std::size_t>(i)];
        QVERIFY(run.size() >= 1);
        QCOMPARE(axis.firstRun(i), static_cast<std::size_t>(i));
        if (i > 0)
            QCOMPARE(run.begin, axis.runs()[static_cast<std::size_t>(i) - 1].end);
    }
}

void TestRasterize::weightsCoverTheVisiblePart()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(qint64, cells);
    QFETCH(int, pixels);
    const PixelAxis axis({low, high}, cells, pixels, PixelAxis::Filter::Weighed);
    // Sum over pixels of weight x width = the part of each cell that is visible.
    std::vector<double> covered(axis.runs().size(), 0.0);
    for (int i = 0; i < pixels; ++i) {
        const std::span<const float> weights = axis.weights(i);
        double total = 0;
        for (std::size_t k = 0; k < weights.size(); ++k) {
            total += weights[k];
            covered[axis.firstRun(i) + k] += weights[k] * axis.cellsPerPixel();
        }
        QVERIFY(std::abs(total - 1) < 1e-6);
    }
    if (axis.cellsPerPixel() > 32)
        return; // ends at whole cells: above
    for (std::size_t r = 0; r < covered.size(); ++r) {
        const Span run = axis.runs()[r];
        const double visible = std::min<double>(high, static_cast<double>(run.end))
            - std::max<double>(low, static_cast<double>(run.begin));
        QVERIFY(std::abs(covered[r] - visible) < 1e-5);
    }
}

void TestRasterize::aCellPerPixelIsTheCell()
{
    const FunctionField field({30, 40}, ramp);
    const Raster raster = rasterize(field, wholeOf(field, 40, 30));
    for (std::int64_t y = 0; y < 30; ++y) {
        for (std::int64_t x = 0; x < 40; ++x)
            QCOMPARE(raster.values(y, x), ramp(y, x));
    }
    QCOMPARE(field.cells(), 1200);
}

void TestRasterize::severalPixelsShowTheNearestCell()
{
    const FunctionField field({3, 5}, ramp);
    const Raster raster = rasterize(field, wholeOf(field, 50, 33));
    for (std::int64_t y = 0; y < 33; ++y) {
        for (std::int64_t x = 0; x < 50; ++x)
            QCOMPARE(raster.values(y, x), ramp(y / 11, x / 10));
    }
    QVERIFY(field.cells() <= 20); // the row at the border of two bands is computed by both
}

void TestRasterize::stripesAverageToGrey()
{
    const FunctionField field({64, 2048}, stripes);
    const Raster raster = rasterize(field, wholeOf(field, 900, 64));
    const auto [low, high] = std::minmax_element(raster.values.data(), raster.values.data() + 900 * 64);
    // 255 grey levels over [-1, 1]
    QVERIFY((*high - *low) * 127.5F < 40);
}

void TestRasterize::envelopeKeepsTheExtremes()
{
    const FunctionField field({64, 2048},
                              [](std::int64_t r, std::int64_t c) { return r == 9 && c == 1000 ? -0.9F : 0.1F; });
    RasterRequest request = wholeOf(field, 100, 8);
    request.reduction = Reduction::Envelope;
    const Raster raster = rasterize(field, request);
    // 20.48 columns a pixel: column 1000 lies inside pixel 48.
    QCOMPARE(std::count(raster.values.data(), raster.values.data() + 800, -0.9F), 1);
    QCOMPARE(raster.values(1, 48), -0.9F);
    QCOMPARE(std::count(raster.values.data(), raster.values.data() + 800, 0.1F), 799);
}

void TestRasterize::meansAreTheCellsMeans()
{
    const FunctionField field({100, 60}, ramp);
    RasterRequest request = wholeOf(field, 20, 25);
    request.reduction = Reduction::Mean;
    const Raster raster = rasterize(field, request);
    for (std::int64_t y = 0; y < 25; ++y) {
        for (std::int64_t x = 0; x < 20; ++x)
            QCOMPARE(raster.values(y, x),
                     static_cast<float>((4 * static_cast<double>(y) + 1.5) * 100 + 3 * static_cast<double>(x) + 1));
    }
}

void TestRasterize::sampledWithinItsBudget()
{
    const FunctionField field({1'000'000, 1000}, stripes);
    RasterRequest request = wholeOf(field, 50, 40);
    request.cellBudget = 1 << 16;
    const Raster raster = rasterize(field, request);
    QVERIFY(raster.sampled);
    QVERIFY(field.cells() < 1 << 22);
}

void TestRasterize::billionsOfPositionsCostTheirPixels()
{
    const auto encoding = findScheme("sinusoidal")->make({.maxLen = 2147483647, .width = 512}).value().table;
    const Raster raster = rasterize(*encoding, wholeOf(*encoding, 600, 400));
    QVERIFY(!raster.sampled);
    // The fast dimensions average to nothing, the slowest cosine of λ = 60 611 positions too.
    for (std::int64_t y = 0; y < 400; ++y) {
        for (std::int64_t x = 0; x < 600; ++x)
            QVERIFY(std::abs(raster.values(y, x)) < 0.05F);
    }
}

void TestRasterize::samplesKeepTheirPlace_data()
{
    QTest::addColumn<qint64>("budget");
    QTest::addColumn<double>("pixels"); // as wide and high as one of the picture
    QTest::newRow("whole rows") << (qint64{1} << 20) << 1.0;
    QTest::newRow("lone cells") << (qint64{1} << 17) << 1.0;
    QTest::newRow("lone cells of larger pixels") << (qint64{1} << 12) << 8.0;
    QTest::newRow("one cell") << qint64{1} << 50.0;
}

// Whatever is visited, a pixel shows what lies in it: a slope stays that slope, and the budget is kept.
void TestRasterize::samplesKeepTheirPlace()
{
    QFETCH(qint64, budget);
    QFETCH(double, pixels);
    constexpr std::int64_t kRows = std::int64_t{1} << 30;
    constexpr std::int64_t kCols = 4096;
    const FunctionField field({kRows, kCols}, [](std::int64_t row, std::int64_t col) {
        return static_cast<float>(static_cast<double>(row) / kRows + static_cast<double>(col) / kCols);
    });
    for (const Reduction reduction : {Reduction::Smooth, Reduction::Mean, Reduction::Envelope}) {
        RasterRequest request = wholeOf(field, 50, 40);
        request.cellBudget = budget;
        request.reduction = reduction;
        const std::int64_t before = field.cells();
        const Raster raster = rasterize(field, request);
        QVERIFY(raster.sampled);
        QVERIFY(field.cells() - before <= budget);
        QCOMPARE(raster.rowsPerPixel, kRows / 40.0);
        QCOMPARE(raster.colsPerPixel, kCols / 50.0);
        const double tolerance = pixels * (1.0 / 50 + 1.0 / 40);
        for (std::int64_t y = 0; y < 40; ++y) {
            for (std::int64_t x = 0; x < 50; ++x) {
                const double middle = (static_cast<double>(y) + 0.5) / 40 + (static_cast<double>(x) + 0.5) / 50;
                QVERIFY(std::abs(static_cast<double>(raster.values(y, x)) - middle) <= tolerance);
            }
        }
    }
}

void TestRasterize::theRangeIsThatOfTheVisibleCells_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("pixels");
    QTest::newRow("all") << 0.0 << 120.0 << 17;
    QTest::newRow("part") << 20.0 << 100.0 << 17;
    QTest::newRow("parts of cells") << 20.5 << 99.25 << 17;
    QTest::newRow("more pixels than cells") << 41.0 << 70.0 << 300;
}

void TestRasterize::theRangeIsThatOfTheVisibleCells()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(int, pixels);
    const FunctionField field({120, 180}, bowl);
    Interval expected{INFINITY, -INFINITY};
    for (auto row = static_cast<std::int64_t>(low); static_cast<double>(row) < high; ++row) {
        for (std::int64_t col = 30; col < 75; ++col) {
            const auto cell = static_cast<double>(bowl(row, col));
            expected = {std::fmin(expected.low, cell), std::fmax(expected.high, cell)};
        }
    }
    for (const Reduction reduction : {Reduction::Smooth, Reduction::Mean, Reduction::Envelope}) {
        RasterRequest request{.rows = {low, high}, .cols = {30, 75}, .width = 11, .height = pixels};
        request.reduction = reduction;
        QVERIFY(!rasterize(field, request).range);
        const Matrix without = rasterize(field, request).values;
        request.wantsRange = true;
        const Raster raster = rasterize(field, request);
        QCOMPARE(raster.range, expected);
        for (std::int64_t i = 0; i < without.rows() * without.cols(); ++i)
            QCOMPARE(raster.values.data()[i], without.data()[i]);
        request.cellBudget = 300;
        const Raster some = rasterize(field, request);
        QVERIFY(some.sampled && some.range->low >= expected.low && some.range->high <= expected.high);
    }
    const auto encoding = findScheme("sinusoidal")->make({.maxLen = 120, .width = 64}).value().table;
    RasterRequest request = wholeOf(*encoding, 10, 10);
    request.wantsRange = true;
    QVERIFY(!rasterize(*encoding, request).range); // no cell is computed
}

QTEST_APPLESS_MAIN(TestRasterize)
#include "tst_rasterize.moc"
