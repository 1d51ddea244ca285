// SPDX-License-Identifier: GPL-3.0-or-later
// The small maps of a grid, beside cosines that are written out here.
#include "views/tables/mosaic.h"
#include "viewtesting.h"

#include <QTest>

#include <cmath>

using namespace phasor;

namespace {

Parameters grid(const char* scheme, const char* cells)
{
    Parameters p;
    setScheme(p.encoding, scheme);
    p.encoding.dModel = 32;
    setParameter(p, "grid", std::string(cells));
    p.sentence.text = "a";
    return p;
}

double cosine(const Matrix& table, std::int64_t a, std::int64_t b)
{
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (std::int64_t c = 0; c < table.cols(); ++c) {
        const auto x = static_cast<double>(table(a, c));
        const auto y = static_cast<double>(table(b, c));
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    return ab / std::sqrt(aa * bb);
}

} // namespace

class TestMosaic : public QObject
{
    Q_OBJECT

private slots:
    void mapsOfCosines_data();
    void mapsOfCosines();
    void gapsBetweenTheMaps();
    void largeGridsAreSampled();
    void onlyGrids();
    void twoSetUps();
};

void TestMosaic::mapsOfCosines_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::newRow("mae") << "grid-mae";
    QTest::newRow("detr") << "grid-detr";
}

// A grid of 3 × 5: a pixel for each cell of each map, too small for gaps.
void TestMosaic::mapsOfCosines()
{
    QFETCH(QString, scheme);
    const Parameters p = grid(scheme.toUtf8().constData(), "3x5");
    const auto data = viewOf<MosaicData>(MosaicRequest{.picture = {.width = 25, .height = 9}}, p);
    QVERIFY(data->a.rows == 3 && data->a.columns == 5 && !data->coarse);
    PipelineCache cache;
    const NodePtr node = Pipeline::make(p, cache).value()->find("position");
    Matrix table(node->shape());
    (*node->field)->fill(whole(node->shape()), table.view());
    for (int r = 0; r < 9; ++r) {
        for (int c = 0; c < 25; ++c) {
            const double expected = cosine(table, r / 3 * 5 + c / 5, r % 3 * 5 + c % 5);
            QVERIFY(std::fabs(static_cast<double>(data->a.picture.values(r, c)) - expected) < 1e-5);
        }
    }
    double nearest = 0;
    for (int cell = 0; cell < 14; ++cell)
        nearest += (cell + 1) % 5 == 0 ? 0 : cosine(table, cell, cell + 1) / 12;
    QVERIFY(std::fabs(data->a.nearest - nearest) < 1e-5);
    QCOMPARE(data->table().columns.size(), std::size_t{3});
}

void TestMosaic::gapsBetweenTheMaps()
{
    const auto data = viewOf<MosaicData>(MosaicRequest{.picture = {.width = 100, .height = 90}, .gapColor = 0xff123456},
                                         grid("grid-mae", "3x5"));
    const auto pixel = [&](int x, int y) {
        return data->a.picture.pixels[static_cast<std::size_t>(y * 100 + x)];
    };
    QVERIFY(pixel(20, 3) == 0xff123456 && pixel(80, 3) == 0xff123456 && pixel(3, 30) == 0xff123456);
    QVERIFY(pixel(19, 3) != 0xff123456 && pixel(0, 0) != 0xff123456);
}

void TestMosaic::largeGridsAreSampled()
{
    const auto data = viewOf<MosaicData>(MosaicRequest{.picture = {.width = 60, .height = 60}},
                                         grid("grid-mae", "60x60"), Effort::Frame);
    QVERIFY(data->coarse && data->a.picture.sampled);
    for (int i = 0; i < 3600; ++i)
        QVERIFY(std::fabs(data->a.picture.values.data()[i]) <= 1.0001F);
}

void TestMosaic::onlyGrids()
{
    Parameters p;
    p.sentence.text = "a";
    const auto data = viewResult(MosaicRequest{.picture = {.width = 10, .height = 10}}, p);
    QVERIFY(!data.ok());
    QCOMPARE(data.error().code, std::string("SCHEME"));
}

void TestMosaic::twoSetUps()
{
    const Parameters a = grid("grid-mae", "4x4");
    const auto both = viewOf<MosaicData>(MosaicRequest{.picture = {.width = 16, .height = 16}, .widthOfB = 9},
                                         Scene{.a = a, .b = grid("grid-detr", "3x3")});
    QVERIFY(both->b && both->b->rows == 3 && both->b->picture.width == 9 && !both->difference);
    const auto same = viewOf<MosaicData>(
        MosaicRequest{.picture = {.width = 16, .height = 16}, .widthOfB = 16, .widthOfDifference = 16},
        Scene{.a = a, .b = grid("grid-detr", "4x4")});
    for (int i = 0; i < 256; ++i)
        QCOMPARE(same->difference->picture.values.data()[i],
                 same->a.picture.values.data()[i] - same->b->picture.values.data()[i]);
    Parameters sines;
    sines.sentence.text = "a";
    QVERIFY(!viewOf<MosaicData>(MosaicRequest{.picture = {.width = 16, .height = 16}, .widthOfB = 9},
                                Scene{.a = a, .b = sines})
                 ->b);
}

QTEST_GUILESS_MAIN(TestMosaic)
#include "tst_mosaic.moc"
