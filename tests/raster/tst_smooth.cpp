// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a wave of f cycles a pixel a smooth picture leaves: nothing may be seen that is not in the table.
#include "../encodings/golden.h"
#include "raster/rasterize.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

using namespace phasor;

namespace {

constexpr int kPixels = 300;

// A wave along the columns or the rows; cells are counted by no one.
class WaveField : public Field
{
public:
    WaveField(Shape shape, double frequency, double phase, bool alongRows)
        : m_shape(shape)
        , m_frequency(frequency)
        , m_phase(phase)
        , m_alongRows(alongRows)
    {
    }
    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {-1, 1}; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c) {
                const auto cell = static_cast<double>(m_alongRows ? rect.row + r : rect.col + c) + 0.5;
                out(r, c) = static_cast<float>(std::sin(2 * std::numbers::pi * (m_frequency * cell + m_phase)));
            }
        }
    }

private:
    Shape m_shape;
    double m_frequency; // cycles a cell
    double m_phase; // turns
    bool m_alongRows;
};

// Greatest value away from the ends, where the table's edge cuts the pixels' weights short.
double greatest(const std::vector<float>& line)
{
    double high = 0;
    for (std::size_t i = 4; i + 4 < line.size(); ++i)
        high = std::max(high, std::abs(static_cast<double>(line[i])));
    return high;
}

double amplitudeOf(double cyclesPerPixel, double cellsPerPixel, bool alongRows, double begin = 0)
{
    const auto cells = static_cast<std::int64_t>(std::ceil(begin + kPixels * cellsPerPixel));
    const Shape shape = alongRows ? Shape{cells, 3} : Shape{3, cells};
    double high = 0;
    for (const double phase : {0.0, 0.13, 0.25, 0.4}) {
        const WaveField field(shape, cyclesPerPixel / cellsPerPixel, phase, alongRows);
        const Interval along{begin, begin + kPixels * cellsPerPixel};
        const Raster raster = rasterize(field,
                                        {.rows = alongRows ? along : Interval{0, 3},
                                         .cols = alongRows ? Interval{0, 3} : along,
                                         .width = alongRows ? 3 : kPixels,
                                         .height = alongRows ? kPixels : 3});
        std::vector<float> line;
        for (std::int64_t i = 0; i < kPixels; ++i)
            line.push_back(alongRows ? raster.values(i, 1) : raster.values(1, i));
        high = std::max(high, greatest(line));
    }
    return high;
}

// What pictures.md asks for.
void compareWithGoal(double amplitude, double f)
{
    const QByteArray what = QStringLiteral("%1 of a wave of %2 cycles a pixel").arg(amplitude).arg(f).toUtf8();
    QVERIFY2(amplitude <= 1.00001, what.constData());
    if (f <= 0.1)
        QVERIFY2(amplitude >= 0.95, what.constData());
    if (f <= 0.25)
        QVERIFY2(amplitude >= 0.75, what.constData());
    if (f >= 0.75)
        QVERIFY2(amplitude <= 0.12, what.constData());
    if (f >= 1.1)
        QVERIFY2(amplitude <= 0.03, what.constData());
}

} // namespace

class TestSmooth : public QObject
{
    Q_OBJECT

private slots:
    void alternatingCellsAreGray_data();
    void alternatingCellsAreGray();
    void wavesOfCells_data();
    void wavesOfCells();
    void wavesInClosedForm_data();
    void wavesInClosedForm();
    void constantsStay_data() { wavesOfCells_data(); }
    void constantsStay();
    void growsOutOfTheNearestCell();
    void nearestIsTheMiddleCell();
};

void TestSmooth::alternatingCellsAreGray_data()
{
    QTest::addColumn<double>("cellsPerPixel");
    QTest::addColumn<double>("goal");
    for (const auto& [cells, goal] :
         {std::pair(1.3, 0.2), {1.5, 0.1}, {1.7, 0.05}, {1.4, 0.15}, {1.9, 0.05}, {2.2, 0.05}})
        QTest::addRow("%g", cells) << cells << goal;
}

// Columns and rows +1, −1, +1 … are half a cycle a cell, wherever the window begins.
void TestSmooth::alternatingCellsAreGray()
{
    QFETCH(const double, cellsPerPixel);
    QFETCH(const double, goal);
    for (const bool alongRows : {false, true}) {
        double left = 0;
        double quarter = 0;
        for (const double begin : {0.0, 0.2, 0.37, 0.5}) {
            left = std::max(left, amplitudeOf(cellsPerPixel / 2, cellsPerPixel, alongRows, begin));
            quarter = std::max(quarter, amplitudeOf(0.25, cellsPerPixel, alongRows, begin));
        }
        QVERIFY2(quarter >= 0.75, QByteArray::number(quarter).constData());
        QVERIFY2(left <= goal, QByteArray::number(left).constData());
    }
}

void TestSmooth::wavesOfCells_data()
{
    QTest::addColumn<double>("cellsPerPixel");
    for (const double cells :
         {1.3, 1.5, 1.7, 2.0, 2.4, 3.3, 5.0, 7.9, 8.1, 12.7, 15.9, 16.1, 23.9, 24.1, 32.3, 61.0, 128.5})
        QTest::addRow("%g", cells) << cells;
}

void TestSmooth::wavesOfCells()
{
    QFETCH(const double, cellsPerPixel);
    for (const double f : {0.05, 0.1, 0.25, 0.75, 0.85, 0.95, 1.15, 1.4, 1.75, 2.6, 3.4, 3.6, 5.3, 7.6, 8.4, 11.6}) {
        // A wave of more than half a cycle a cell is another one; the cells cannot tell. At half a cycle it is both.
        if (f > cellsPerPixel / 2)
            continue;
        compareWithGoal(amplitudeOf(f, cellsPerPixel, false), f);
        compareWithGoal(amplitudeOf(f, cellsPerPixel, true), f);
    }
}

void TestSmooth::wavesInClosedForm_data()
{
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<QByteArray>("setting");
    QTest::addColumn<double>("cellsPerPixel");
    for (const double cells : {1.7, 2.9, 3.5, 4.1, 4.6, 5.0, 6.1, 16.5, 23.3, 400.0, 7e6})
        QTest::addRow("sinusoidal %g", cells) << QByteArray("sinusoidal") << QByteArray() << cells;
    for (const double cells : {2.9, 4.1, 6.1, 23.3, 400.0, 7e6}) {
        QTest::addRow("grid-mae %g", cells) << QByteArray("grid-mae") << QByteArray("grid=1x2147483647") << cells;
        QTest::addRow("time2vec %g", cells) << QByteArray("time2vec") << QByteArray() << cells;
    }
    for (const double cells : {6.1, 50.0})
        QTest::addRow("fourier %g", cells) << QByteArray("fourier") << QByteArray() << cells;
}

// Each column of the table is a wave: how much of it the picture's rows leave.
void TestSmooth::wavesInClosedForm()
{
    QFETCH(const QByteArray, scheme);
    QFETCH(const QByteArray, setting);
    QFETCH(const double, cellsPerPixel);
    constexpr std::int64_t kWidth = 512;
    const std::int64_t rows = scheme == "fourier" ? 1 << 14 : 2147483647;
    const Scheme& known = *findScheme(scheme.toStdString());
    const auto table = known.make({.maxLen = rows, .width = kWidth, .own = settingsOf(known, setting)}).value().table;
    const double first = 1000;
    const Raster raster = rasterize(
        *table,
        {.rows = {first, first + kPixels * cellsPerPixel}, .cols = {0, kWidth}, .width = kWidth, .height = kPixels});
    int passed = 0;
    int stopped = 0;
    for (std::int64_t column = 0; column < kWidth; ++column) {
        const auto wave = table->wave(column);
        const double f = wave ? wave->frequency * cellsPerPixel / (2 * std::numbers::pi) : 0;
        std::vector<float> line;
        for (std::int64_t y = 0; y < kPixels; ++y)
            line.push_back(raster.values(y, column));
        if (f < 0.02 || f > cellsPerPixel / 2)
            continue; // not a whole period of it is seen
        if (cellOf(*table, 0, column) == cellOf(*table, 12345, column))
            continue; // a wave along the grid's columns: this grid has one
        compareWithGoal(greatest(line), f);
        passed += f <= 0.25 ? 1 : 0;
        stopped += f >= 0.75 ? 1 : 0;
    }
    if (scheme != "sinusoidal") { // the others have fewer waves
        QVERIFY(passed + stopped > 0);
        return;
    }
    QVERIFY(passed > 10 || cellsPerPixel > 1e6);
    QVERIFY(stopped > 5 || cellsPerPixel < 6);
}

void TestSmooth::constantsStay()
{
    QFETCH(const double, cellsPerPixel);
    const WaveField field({1, static_cast<std::int64_t>(std::ceil(kPixels * cellsPerPixel))}, 0, 0.25, false);
    const Raster raster
        = rasterize(field, {.rows = {0, 1}, .cols = {0, kPixels * cellsPerPixel}, .width = kPixels, .height = 1});
    for (std::int64_t x = 0; x < kPixels; ++x)
        QVERIFY(std::abs(raster.values(0, x) - 1) < 1e-6F);
}

// Between a cell a pixel and a little more the picture changes little by little.
void TestSmooth::growsOutOfTheNearestCell()
{
    const WaveField field({1, 1000}, 0.11, 0, false);
    const auto line = [&](double cellsPerPixel) {
        return rasterize(field, {.rows = {0, 1}, .cols = {0, kPixels * cellsPerPixel}, .width = kPixels, .height = 1});
    };
    const Raster cells = line(1);
    const Raster hardlyMore = line(1 + 1e-6);
    for (std::int64_t x = 0; x < kPixels; ++x)
        QVERIFY(std::abs(cells.values(0, x) - hardlyMore.values(0, x)) < 1e-4F);
}

void TestSmooth::nearestIsTheMiddleCell()
{
    const auto table = findScheme("sinusoidal")->make({.maxLen = 5000, .width = 64}).value().table;
    const WaveField field({700, 64}, 0.37, 0, true);
    for (const Field* each : {static_cast<const Field*>(table.get()), static_cast<const Field*>(&field)}) {
        const Raster raster = rasterize(
            *each, {.rows = {0, 700}, .cols = {0, 64}, .width = 16, .height = 100, .reduction = Reduction::Nearest});
        for (std::int64_t y = 0; y < 100; ++y) {
            for (std::int64_t x = 0; x < 16; ++x) {
                float cell = 0;
                each->fill({7 * y + 3, 4 * x + 2, 1, 1}, {&cell, 1, 1, 1});
                QCOMPARE(raster.values(y, x), cell);
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestSmooth)
#include "tst_smooth.moc"
