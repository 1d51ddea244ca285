// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/colormaps.h"

#include <QFile>
#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace phasor;

namespace {

double channel(std::uint32_t color, int shift)
{
    return static_cast<double>((color >> shift) & 0xff) / 255;
}

// Relative luminance of an sRGB color (IEC 61966-2-1), 0 … 1.
double luminance(std::uint32_t color)
{
    const auto linear = [&](int shift) {
        const double c = channel(color, shift);
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}

// CIE L*, 0 … 100.
double lightness(std::uint32_t color)
{
    const double y = luminance(color);
    return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
}

using Colors = std::vector<std::uint32_t>;
using Sight = std::array<std::array<double, 3>, 3>; // linear sRGB to what is seen

// Normal; protanopia, deuteranopia and tritanopia: Machado, Oliveira, Fernandes, IEEE TVCG 15(6), 2009, severity 1.
constexpr std::array<Sight, 4> kSights{
    {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

// CIE L*a*b* (D65) of a color as this sight has it.
std::array<double, 3> labSeenBy(const Sight& sight, std::uint32_t color)
{
    std::array<double, 3> linear{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double c = channel(color, 16 - 8 * static_cast<int>(i));
        linear[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    }
    std::array<double, 3> seen{};
    for (std::size_t i = 0; i < 3; ++i)
        seen[i] = std::clamp(sight[i][0] * linear[0] + sight[i][1] * linear[1] + sight[i][2] * linear[2], 0.0, 1.0);
    const auto f = [&](double x, double y, double z, double white) {
        const double t = (x * seen[0] + y * seen[1] + z * seen[2]) / white;
        return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    };
    const double x = f(0.4124564, 0.3575761, 0.1804375, 0.95047);
    const double y = f(0.2126729, 0.7151522, 0.0721750, 1);
    const double z = f(0.0193339, 0.1191920, 0.9503041, 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
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
    void darkMapIsBrighterAwayFromZero();
    void quantities();
    void huesAreApart_data();
    void huesAreApart();
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
    QVERIFY(defaultColorMap(true, true).id == "RdBu-dark");
    QVERIFY(defaultColorMap(false).id == "viridis" && defaultColorMap(false, true).id == "viridis");
}

void TestColorMaps::tablesAreMatplotlibs()
{
    QFile file(PHASOR_GOLDEN "/raster/colormaps.txt");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().trimmed().split('\n');
    QCOMPARE(static_cast<std::size_t>(lines.size()) + 1, colorMaps().size()); // one is of Phasor
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
    QTest::addColumn<double>("center"); // L*, at least
    QTest::newRow("RdBu") << QByteArray("RdBu") << 5.0 << 96.0;
    QTest::newRow("coolwarm") << QByteArray("coolwarm") << 1.0 << 87.0;
    QTest::newRow("PuOr") << QByteArray("PuOr") << 24.0 << 96.0; // ColorBrewer's purple end is much darker
}

void TestColorMaps::divergingLightness()
{
    QFETCH(QByteArray, id);
    QFETCH(double, asymmetry);
    QFETCH(double, center);
    const ColorMap* map = findColorMap(id.toStdString());
    QVERIFY(map && map->diverging);
    const auto& table = map->table;
    for (std::size_t i = 0; i < 128; ++i)
        QVERIFY(std::abs(lightness(table[i]) - lightness(table[255 - i])) <= asymmetry);
    for (const std::size_t i : {std::size_t{127}, std::size_t{128}}) {
        QVERIFY(lightness(table[i]) >= center);
        QVERIFY(std::abs(channel(table[i], 16) - channel(table[i], 0)) < 0.02); // without hue
    }
    for (std::size_t i = 8; i < 120; ++i) {
        QVERIFY(lightness(table[i + 8]) > lightness(table[i]));
        QVERIFY(lightness(table[255 - i - 8]) > lightness(table[255 - i]));
    }
    QVERIFY(channel(table[16], 0) > channel(table[16], 16)); // negative is cold
    QVERIFY(channel(table[239], 16) > channel(table[239], 0)); // positive is warm
}

void TestColorMaps::darkMapIsBrighterAwayFromZero()
{
    const auto& table = findColorMap("RdBu-dark")->table;
    QCOMPARE(table[0], 0xffb5e0ffU);
    QCOMPARE(table[255], 0xffffd2b0U);
    QVERIFY(lightness(table[127]) < 17 && lightness(table[128]) < 17);
    for (std::size_t i = 0; i + 8 < 128; ++i) {
        QVERIFY(lightness(table[i]) > lightness(table[i + 8]));
        QVERIFY(lightness(table[255 - i]) > lightness(table[255 - i - 8]));
        QVERIFY(std::abs(lightness(table[i]) - lightness(table[255 - i])) < 4);
    }
}

void TestColorMaps::quantities()
{
    const std::array<std::uint32_t, 5> published = {0xffe69f00, 0xff0072b2, 0xff009e73, 0xffd55e00, 0xffcc79a7};
    for (int q = 0; q < 5; ++q) {
        const HueColors color = colorOf(static_cast<Hue>(q));
        QCOMPARE(color.full, published[static_cast<std::size_t>(q)]);
        QCOMPARE(color.light >> 24, 0xffU);
        QVERIFY(lightness(color.light) > lightness(color.full) + 8);
        for (int other = 0; other < 5; ++other) {
            QVERIFY(color.light != colorOf(static_cast<Hue>(other)).full);
            QVERIFY(other == q || color.light != colorOf(static_cast<Hue>(other)).light);
        }
    }
    static_assert(colorOf(Hue::Position).light == 0xff7fb8d8); // of 0xff0072b2
    static_assert(colorOf(Hue::Position, true).full == 0xff3a97d4 && colorOf(Hue::Sum, true).full == 0xff2cc998);
}

void TestColorMaps::huesAreApart_data()
{
    QTest::addColumn<Colors>("colors");
    for (const bool dark : {false, true}) {
        Colors hues;
        for (int q = 0; q < 5; ++q)
            hues.push_back(colorOf(static_cast<Hue>(q), dark).full);
        QTest::newRow(dark ? "quantities on dark" : "quantities") << hues;
    }
    Colors series;
    for (std::size_t i = 0; i < kSeriesColors; ++i)
        series.push_back(seriesColor(i));
    QTest::newRow("variants") << series;
}

// For normal sight and the three deficiencies any two differ by 15 (CIE 1976) or more.
void TestColorMaps::huesAreApart()
{
    QFETCH(const Colors, colors);
    for (const auto& sight : kSights) {
        for (std::size_t a = 0; a < colors.size(); ++a) {
            for (std::size_t b = a + 1; b < colors.size(); ++b) {
                const auto one = labSeenBy(sight, colors[a]);
                const auto other = labSeenBy(sight, colors[b]);
                const double apart = std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
                QVERIFY2(apart >= 15, qPrintable(QStringLiteral("%1 and %2: %3").arg(a).arg(b).arg(apart)));
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestColorMaps)
#include "tst_colormaps.moc"
