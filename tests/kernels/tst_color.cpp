// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/pixels.h"

#include "kerneltest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

using namespace phasor;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Where v lies in the 256 bins, in extended precision and by the formula of the header, not the kernel's.
long double place(float v, double low, double high)
{
    const long double width = static_cast<long double>(high) - static_cast<long double>(low);
    return (static_cast<long double>(v) - static_cast<long double>(low)) / width * 256;
}

constexpr std::int32_t kNanIndex = -1;

// The index of each value in the table of colors: a table of its own indices shows it.
std::vector<std::int32_t> indicesOf(std::span<const float> values, double low, double high)
{
    std::uint32_t table[kColors];
    std::iota(std::begin(table), std::end(table), 0U);
    std::vector<std::uint32_t> pixels(values.size());
    colorRow(values.data(), static_cast<std::int64_t>(values.size()), low, high, table,
             static_cast<std::uint32_t>(kNanIndex), pixels.data());
    return {pixels.begin(), pixels.end()};
}

std::int32_t indexOf(float v, double low, double high)
{
    return indicesOf({&v, 1}, low, high).front();
}

} // namespace

class TestColor : public QObject
{
    Q_OBJECT

private slots:
    void exactPlaces_data();
    void exactPlaces();
    void everyBinOfPowersOfTwo();
    void againstExtendedPrecision();
    void rowsOnEveryTarget();
    void equalRange();
};

void TestColor::exactPlaces_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<float>("value");
    QTest::addColumn<int>("index");
    struct Range
    {
        const char* name;
        double low, high;
    };
    const Range ranges[] = {{"unit", 0, 1},
                            {"signs", -1, 1},
                            {"thirds", -3, 3},
                            {"tenths", -0.1F, 0.1F},
                            {"sevenths", -49, 49},
                            {"narrow", 1, 1 + 0x1p-23},
                            {"float32", -3.4028234663852886e38, 3.4028234663852886e38},
                            {"denormal", 0, 0x1p-148}};
    for (const Range& r : ranges) {
        const auto add = [&](const char* what, double value, int index) {
            QTest::addRow("%s %s", r.name, what) << r.low << r.high << static_cast<float>(value) << index;
        };
        add("low", r.low, 0);
        add("high", r.high, 255);
        add("-inf", -kInf, 0);
        add("+inf", kInf, 255);
        add("nan", kNan, -1);
        if (std::string_view(r.name) != "narrow") // whose middle is not a float32
            add("middle", r.low / 2 + r.high / 2, 128);
    }
    const auto row = [](const char* name, double low, double high, float value, int index) {
        QTest::newRow(name) << low << high << value << index;
    };
    row("1e-300: below", -1e-300, 1e-300, -1e-45F, 0);
    row("1e-300: middle", -1e-300, 1e-300, 0.0F, 128);
    row("1e-300: -0", -1e-300, 1e-300, -0.0F, 128);
    row("1e-300: above", -1e-300, 1e-300, 1e-45F, 255);
    row("1e-300 from 0: low", 0, 1e-300, 0.0F, 0);
    row("1e-310: middle", -1e-310, 1e-310, 0.0F, 128);
    row("5e-324: low", 0, 5e-324, 0.0F, 0);
    row("5e-324: above", 0, 5e-324, 1e-45F, 255);
    row("1e300: nearly the middle", -1e300, 1e300, 3e38F, 128);
    row("1e300 from 0", 0, 1e300, 3e38F, 0);
    row("widest: middle", -1.7e308, 1.7e308, 0.0F, 128);
    row("widest: -inf", -1.7e308, 1.7e308, -kInf, 0);
    row("widest: +inf", -1.7e308, 1.7e308, kInf, 255);
    row("one step below high", -1, 1, 0x1.fffffep-1F, 255);
    row("a little below the middle", -1, 1, -0x1p-40F, 127);
}

void TestColor::exactPlaces()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(float, value);
    QFETCH(int, index);
    onEveryTarget([&] {
        const std::vector<float> row(37, value); // vectors and a tail
        const std::vector<std::int32_t> out = indicesOf(row, low, high);
        for (const std::int32_t got : out)
            QCOMPARE(got, index);
    });
}

void TestColor::everyBinOfPowersOfTwo()
{
    onEveryTarget([] {
        for (int k = 0; k < 256; ++k) {
            const float edge = static_cast<float>(k) / 128 - 1;
            QCOMPARE(indexOf(edge, -1, 1), k);
            QCOMPARE(indexOf(std::nextafter(edge, 2.0F), -1, 1), k);
            if (k > 0 && k != 128) // at 128 the float32 below the edge is a denormal: exactPlaces
                QCOMPARE(indexOf(std::nextafter(edge, -2.0F), -1, 1), k - 1);
            QCOMPARE(indexOf(static_cast<float>(k), 0, 256), k);
        }
    });
}

void TestColor::againstExtendedPrecision()
{
    const double ranges[][2] = {{-1, 1}, {0, 1}, {-0.3, 0.7}, {1e-3, 2e-3}, {-1e6, 3e6}, {-6, 6.0000001}, {2.5, 2.6}};
    onEveryTarget([&] {
        Floats random(4);
        for (const auto& range : ranges) {
            for (int i = 0; i < 3000; ++i) {
                const double width = range[1] - range[0];
                const auto v
                    = static_cast<float>(range[0] + width * (static_cast<double>(random.ordinary()) + 2.2) / 4.1);
                const long double exact = place(v, range[0], range[1]);
                const long double nearest = std::round(exact);
                const auto expected = static_cast<std::int32_t>(std::clamp(std::floor(exact), 0.0L, 255.0L));
                const std::int32_t got = indexOf(v, range[0], range[1]);
                if (std::abs(exact - nearest) > 1e-8L) // within rounding of an edge, either side is right
                    QCOMPARE(got, expected);
                else
                    QVERIFY(std::abs(got - expected) <= 1);
            }
        }
    });
}

void TestColor::rowsOnEveryTarget()
{
    std::vector<std::uint32_t> table(kColors);
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = 0xff000000U | static_cast<std::uint32_t>(i * 0x010305);
    onEveryTarget([&] {
        Floats random(5);
        for (std::int64_t n = 0; n < kSizes; ++n) {
            for (const std::int64_t offset : kOffsets) {
                Guarded<float> values(n, offset);
                Guarded<std::uint32_t> pixels(n, offset + 1);
                random.fill(values.data(), n);
                colorRow(values.data(), n, -1.5, 1.25, table.data(), 0xff123456U, pixels.data());
                for (std::int64_t i = 0; i < n; ++i) {
                    const float v = values.data()[i];
                    const long double exact = std::clamp(std::floor(place(v, -1.5, 1.25)), 0.0L, 255.0L);
                    const std::int32_t index = std::isnan(v) ? kNanIndex : static_cast<std::int32_t>(exact);
                    QCOMPARE(pixels.data()[i], index < 0 ? 0xff123456U : table[static_cast<std::size_t>(index)]);
                }
                QVERIFY(pixels.intact());
            }
        }
        std::vector<float> wide(5000, 0.5F); // more than one block of the kernel
        std::vector<std::uint32_t> pixels(wide.size());
        wide[4999] = kNan;
        colorRow(wide.data(), 5000, 0, 1, table.data(), 0, pixels.data());
        QCOMPARE(std::count(pixels.begin(), pixels.end(), table[128]), 4999);
        QCOMPARE(pixels[4999], 0U);
    });
}

void TestColor::equalRange()
{
    onEveryTarget([] {
        for (const double c : {0.0, 1.0, -1e300, 5e-324}) {
            const float values[] = {0.0F, 1.0F, -5.0F, kInf, -kInf, kNan};
            const std::vector<std::int32_t> out = indicesOf(values, c, c);
            for (std::size_t i = 0; i < 5; ++i)
                QCOMPARE(out[i], 128);
            QCOMPARE(out[5], kNanIndex);
        }
    });
}

QTEST_APPLESS_MAIN(TestColor)
#include "tst_color.moc"
