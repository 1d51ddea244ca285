// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/colormaps.h"

#include "field/matrix.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace phasor;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMax = std::numeric_limits<double>::max();

} // namespace

class TestColorize : public QObject
{
    Q_OBJECT

private slots:
    void range_data();
    void range();
    void rangeIsAlwaysUsable();
    void pixels();
    void unusableRange();
    void empty();
};

void TestColorize::range_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<double>("expectedLow");
    QTest::addColumn<double>("expectedHigh");
    QTest::newRow("sines") << -1.0 << 1.0 << -1.0 << 1.0;
    QTest::newRow("more below") << -3.0 << 1.0 << -3.0 << 3.0;
    QTest::newRow("more above") << -1.0 << 3.0 << -3.0 << 3.0;
    QTest::newRow("negative") << -5.0 << -2.0 << -5.0 << 5.0;
    QTest::newRow("magnitudes") << 0.0 << 7.0 << 0.0 << 7.0;
    QTest::newRow("positive") << 2.0 << 7.0 << 2.0 << 7.0;
    QTest::newRow("nothing") << 0.0 << 0.0 << -1.0 << 1.0;
    QTest::newRow("constant") << 4.0 << 4.0 << 0.0 << 8.0;
    QTest::newRow("negative constant") << -4.0 << -4.0 << -4.0 << 4.0;
    QTest::newRow("NaN") << kNan << 1.0 << -1.0 << 1.0;
    QTest::newRow("reversed") << 2.0 << 1.0 << -1.0 << 1.0;
    QTest::newRow("huge") << -1e300 << 1e299 << -1e300 << 1e300;
    QTest::newRow("tiny") << -1e-300 << 0.0 << -1e-300 << 1e-300;
}

void TestColorize::range()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(double, expectedLow);
    QFETCH(double, expectedHigh);
    const Interval got = displayRange({low, high});
    QCOMPARE(got.low, expectedLow);
    QCOMPARE(got.high, expectedHigh);
}

void TestColorize::rangeIsAlwaysUsable()
{
    const double bounds[] = {-kInf, -kMax, -1e308, -1, -5e-324, -0.0, 0, 5e-324, 1, 1e308, kMax, kInf, kNan};
    for (const double low : bounds) {
        for (const double high : bounds) {
            const Interval got = displayRange({low, high});
            QVERIFY(got.low < got.high);
            QVERIFY(std::isfinite(got.low) && std::isfinite(got.high) && std::isfinite(got.high - got.low));
            if (low <= high && low < 0)
                QCOMPARE(got.low, -got.high);
            if (low < high && std::abs(low) <= 1 && std::abs(high) <= 1) // nothing is cut off
                QVERIFY(got.low <= low && got.high >= high);
        }
    }
}

void TestColorize::pixels()
{
    constexpr std::int64_t kRows = 700; // several tasks
    constexpr std::int64_t kCols = 301;
    Matrix storage(Shape{kRows, kCols + 5});
    std::fill_n(storage.data(), kRows * (kCols + 5), 1e9F);
    const MatrixView<float> values = storage.view().window({0, 2, kRows, kCols});
    for (std::int64_t r = 0; r < kRows; ++r) {
        for (std::int64_t c = 0; c < kCols; ++c) // k / 32 - 8: steps of a color and more, both ends passed
            values(r, c) = static_cast<float>((r * 37 + c) % 513) / 32 - 8;
        values(r, r % kCols) = std::numeric_limits<float>::quiet_NaN();
    }
    const ColorMap& map = *findColorMap("RdBu");
    std::vector<std::uint32_t> pixels(kRows * kCols + 1, 0x55U);
    colorize({values.data(), kRows, kCols, values.stride()}, {-4, 4}, map, 0xff00ff00U, pixels.data());
    for (std::int64_t r = 0; r < kRows; ++r) {
        for (std::int64_t c = 0; c < kCols; ++c) {
            const auto k = static_cast<int>((r * 37 + c) % 513); // index = k - 128, a color a step
            const std::uint32_t expected
                = c == r % kCols ? 0xff00ff00U : map.table[static_cast<std::size_t>(std::clamp(k - 128, 0, 255))];
            QCOMPARE(pixels[static_cast<std::size_t>(r * kCols + c)], expected);
        }
    }
    QCOMPARE(pixels.back(), 0x55U);
}

void TestColorize::unusableRange()
{
    const float values[] = {-1, 0, 1};
    const ColorMap& map = *findColorMap("grey");
    for (const Interval range : {Interval{kNan, 1}, Interval{3, -3}}) { // stands for [-1, 1]
        std::uint32_t pixels[3] = {};
        colorize({values, 1, 3, 3}, range, map, 0, pixels);
        QCOMPARE(pixels[0], map.table[0]);
        QCOMPARE(pixels[1], map.table[128]);
        QCOMPARE(pixels[2], map.table[255]);
    }
    std::uint32_t pixels[3] = {};
    colorize({values, 1, 3, 3}, {-kInf, kInf}, map, 0, pixels);
    for (const std::uint32_t pixel : pixels)
        QCOMPARE(pixel, map.table[128]);
    colorize({values, 1, 3, 3}, {1, 1}, map, 0, pixels);
    for (const std::uint32_t pixel : pixels)
        QCOMPARE(pixel, map.table[128]);
}

void TestColorize::empty()
{
    std::uint32_t pixel = 7;
    colorize({nullptr, 0, 0, 0}, {-1, 1}, colorMaps()[0], 0, &pixel);
    colorize({nullptr, 0, 10, 10}, {-1, 1}, colorMaps()[0], 0, &pixel);
    colorize({nullptr, 10, 0, 0}, {-1, 1}, colorMaps()[0], 0, &pixel);
    QCOMPARE(pixel, 7U);
}

QTEST_APPLESS_MAIN(TestColorize)
#include "tst_colorize.moc"
