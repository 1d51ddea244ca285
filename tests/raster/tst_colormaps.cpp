// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/colormaps.h"

#include <QFile>
#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

using namespace phasor;

namespace {

double channel(std::uint32_t colour, int shift)
{
    return static_cast<double>((colour >> shift) & 0xff) / 255;
}

// Relative luminance of an sRGB colour (IEC 61966-2-1), 0 … 1.
double luminance(std::uint32_t colour)
{
    const auto linear = [&](int shift) {
        const double c = channel(colour, shift);
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}

// CIE L*, 0 … 100.
double lightness(std::uint32_t colour)
{
    const double y = luminance(colour);
    return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
}

} // namespace

class TestColorMaps : public QObject
{
    Q_OBJECT

private slots:
    void list();
    void tablesAreMatplotlibs();
    void perceptualLightnessRises();
    void divergingLightness_data();
    void divergingLightness();
    void quantities();
};

void TestColorMaps::list()
{
    std::set<std::string_view> ids;
    for (const ColorMap& map : colorMaps()) {
        QVERIFY(ids.insert(map.id).second);
        QVERIFY(!map.label.empty() && !map.source.empty());
        QCOMPARE(map.table.size(), std::size_t(256));
        QVERIFY(std::all_of(map.table.begin(), map.table.end(), [](std::uint32_t c) { return c >> 24 == 0xff; }));
        QCOMPARE(findColorMap(map.id), &map);
    }
    for (const char* id : {"viridis", "cividis", "magma", "grey", "RdBu", "coolwarm", "PuOr"})
        QVERIFY2(ids.count(id) == 1, id);
    QVERIFY(findColorMap("jet") == nullptr);
    QVERIFY(findColorMap("") == nullptr);
    QVERIFY(findColorMap("rdbu") == nullptr); // names are exact, as on the rest of the command line
    QVERIFY(defaultColorMap(true).id == "RdBu");
    QVERIFY(defaultColorMap(false).id == "viridis");
}

void TestColorMaps::tablesAreMatplotlibs()
{
    QFile file(PHASOR_GOLDEN "/raster/colormaps.txt");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().trimmed().split('\n');
    QCOMPARE(static_cast<std::size_t>(lines.size()), colorMaps().size());
    for (const QByteArray& line : lines) {
        const auto words = line.split(' ');
        QCOMPARE(words.size(), 257);
        const ColorMap* map = findColorMap(words[0].toStdString());
        QVERIFY2(map, words[0].constData());
        for (std::size_t i = 0; i < 256; ++i)
            QCOMPARE(map->table[i] & 0xffffffU, words[static_cast<qsizetype>(i) + 1].toUInt(nullptr, 16));
    }
}

void TestColorMaps::perceptualLightnessRises()
{
    for (const ColorMap& map : colorMaps()) {
        if (map.diverging)
            continue;
        for (std::size_t i = 1; i < 256; ++i) // 0.05: bytes round
            QVERIFY2(lightness(map.table[i]) > lightness(map.table[i - 1]) - 0.05, map.id.data());
        for (std::size_t i = 8; i < 256; ++i)
            QVERIFY2(lightness(map.table[i]) > lightness(map.table[i - 8]) + 1, map.id.data());
        QVERIFY2(lightness(map.table[255]) - lightness(map.table[0]) > 70, map.id.data());
    }
}

void TestColorMaps::divergingLightness_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<double>("asymmetry"); // of L*, the most
    QTest::addColumn<double>("centre"); // L*, at least
    QTest::newRow("RdBu") << QByteArray("RdBu") << 5.0 << 96.0;
    QTest::newRow("coolwarm") << QByteArray("coolwarm") << 1.0 << 87.0;
    QTest::newRow("PuOr") << QByteArray("PuOr") << 24.0 << 96.0; // ColorBrewer's purple end is much darker
}

void TestColorMaps::divergingLightness()
{
    QFETCH(QByteArray, id);
    QFETCH(double, asymmetry);
    QFETCH(double, centre);
    const ColorMap* map = findColorMap(id.toStdString());
    QVERIFY(map && map->diverging);
    const auto& table = map->table;
    for (std::size_t i = 0; i < 128; ++i)
        QVERIFY(std::abs(lightness(table[i]) - lightness(table[255 - i])) <= asymmetry);
    for (const std::size_t i : {std::size_t{127}, std::size_t{128}}) {
        QVERIFY(lightness(table[i]) >= centre);
        QVERIFY(std::abs(channel(table[i], 16) - channel(table[i], 0)) < 0.02); // without hue
    }
    for (std::size_t i = 8; i < 120; ++i) {
        QVERIFY(lightness(table[i + 8]) > lightness(table[i]));
        QVERIFY(lightness(table[255 - i - 8]) > lightness(table[255 - i]));
    }
    QVERIFY(channel(table[16], 0) > channel(table[16], 16)); // negative is cold
    QVERIFY(channel(table[239], 16) > channel(table[239], 0)); // positive is warm
}

void TestColorMaps::quantities()
{
    const std::array<std::uint32_t, 5> published = {0xffe69f00, 0xff0072b2, 0xff009e73, 0xffd55e00, 0xffcc79a7};
    for (int q = 0; q < 5; ++q) {
        const HueColours colour = colourOf(static_cast<Hue>(q));
        QCOMPARE(colour.full, published[static_cast<std::size_t>(q)]);
        QCOMPARE(colour.light >> 24, 0xffU);
        QVERIFY(lightness(colour.light) > lightness(colour.full) + 8);
        for (int other = 0; other < 5; ++other) {
            QVERIFY(colour.light != colourOf(static_cast<Hue>(other)).full);
            QVERIFY(other == q || colour.light != colourOf(static_cast<Hue>(other)).light);
        }
    }
    static_assert(lighter(0xff000000) == 0xff7f7f7f);
    static_assert(lighter(0xffffffff) == 0xffffffff);
    static_assert(lighter(0xff0072b2) == 0xff7fb8d8);
}

QTEST_APPLESS_MAIN(TestColorMaps)
#include "tst_colormaps.moc"
