// SPDX-License-Identifier: GPL-3.0-or-later
// The biases of all heads as small maps, beside numbers that are written out here.
#include "encodings/schemes.h"
#include "views/attention/heads.h"
#include "viewtesting.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace phasor;

namespace {

constexpr int kCell = 5; // pixels of a cell: the sentence has eight tokens

Parameters ofScheme(std::string_view scheme)
{
    Parameters p;
    setScheme(p.encoding, scheme);
    p.encoding.dModel = 64;
    p.encoding.maxLen = 196; // as many as a grid has cells
    p.attention.heads = 4;
    p.attention.head = 2;
    p.sentence.text = "the cat sat on the mat";
    return p;
}

HeadsRequest room(int maps = 100)
{
    const HeadsRequest::Room one{maps, 8 * kCell};
    return {.a = one, .b = one};
}

float pixelOfCell(const Picture& picture, int row, int column)
{
    return picture.values(row * kCell + kCell / 2, column * kCell + kCell / 2);
}

} // namespace

class TestHeads : public QObject
{
    Q_OBJECT

private slots:
    void slopesOfAlibi();
    void cellsOfEveryBias_data();
    void cellsOfEveryBias();
    void asManyAsHaveRoom();
    void endless();
    void zoomed();
    void reachIsOfCells();
    void othersSayWhy();
    void twoSetUps();
};

void TestHeads::slopesOfAlibi()
{
    const auto data = viewOf<HeadsData>(room(), ofScheme("alibi"));
    QCOMPARE(data->a.maps.size(), std::size_t{4});
    QVERIFY(data->a.heads == 4 && data->a.chosen == 2 && !data->b && !data->coarse);
    for (const BiasMaps::Map& map : data->a.maps) {
        const double slope = std::pow(2.0, -2.0 * static_cast<double>(map.head + 1));
        QCOMPARE(map.slope, std::optional<double>(slope));
        QCOMPARE(data->a.reach[static_cast<std::size_t>(map.head)], -7 * slope);
        QVERIFY(map.picture.range == data->a.maps[0].picture.range);
        for (int query = 0; query < 8; ++query) {
            for (int key = 0; key < 8; ++key) {
                const float bias = pixelOfCell(map.picture, query, key);
                if (key > query)
                    QVERIFY(std::isnan(bias)); // behind the mask
                else
                    QCOMPARE(bias, static_cast<float>(-slope * (query - key)));
            }
        }
    }
    // The same bias has the same color in all maps: a quarter of the slope, four times as far.
    const auto color = [&](std::size_t map, int query, int key) {
        const Picture& picture = data->a.maps[map].picture;
        return picture.pixels[static_cast<std::size_t>((query * kCell + 2) * picture.width + key * kCell + 2)];
    };
    QCOMPARE(color(0, 1, 0), color(1, 4, 0));
    QVERIFY(color(0, 4, 0) != color(1, 4, 0));
    QCOMPARE(data->table().columns.size(), std::size_t{12});
}

void TestHeads::cellsOfEveryBias_data()
{
    QTest::addColumn<QString>("scheme");
    for (const Scheme& scheme : schemes()) {
        if (scheme.kind == SchemeKind::Bias)
            QTest::newRow(scheme.id.data()) << QString::fromLatin1(scheme.id.data());
    }
}

// Each map has the cells that the stage of that head has.
void TestHeads::cellsOfEveryBias()
{
    QFETCH(QString, scheme);
    Parameters p = ofScheme(scheme.toStdString());
    p.attention.causal = false;
    const auto data = viewOf<HeadsData>(room(), p);
    for (const BiasMaps::Map& map : data->a.maps) {
        p.attention.head = map.head;
        PipelineCache cache;
        const NodePtr node = Pipeline::make(p, cache).value()->find("bias");
        Matrix cells(node->shape());
        (*node->field)->fill(whole(node->shape()), cells.view());
        double reach = 0;
        for (int query = 0; query < 8; ++query) {
            for (int key = 0; key < 8; ++key) {
                QCOMPARE(pixelOfCell(map.picture, query, key), cells(query, key));
                reach = std::max(reach, std::fabs(static_cast<double>(cells(query, key))));
            }
        }
        QCOMPARE(std::fabs(data->a.reach[static_cast<std::size_t>(map.head)]), reach);
        QCOMPARE(map.slope.has_value(), scheme == QStringLiteral("alibi"));
    }
}

void TestHeads::asManyAsHaveRoom()
{
    Parameters p = ofScheme("alibi");
    p.encoding.dModel = 112;
    p.attention.heads = 112;
    const auto data = viewOf<HeadsData>(room(10), p);
    QCOMPARE(data->a.heads, 112);
    QCOMPARE(data->a.maps.size(), std::size_t{10});
    QCOMPARE(std::ssize(data->a.reach), data->a.heads); // also of those without a map
    QCOMPARE(data->a.maps[9].head, 108);
}

// Distances in closed form: the maps of 2^31 tokens cost their pixels, and are of all cells.
void TestHeads::endless()
{
    for (const char* scheme : {"alibi", "t5", "kerple-log", "kerple-power", "sandwich"}) {
        Parameters p = ofScheme(scheme);
        p.sentence.text.reset();
        p.random.generator = "philox";
        p.encoding.maxLen = 2147483647;
        p.attention.causal = false;
        const auto data = viewOf<HeadsData>(room(), p, Effort::Frame);
        QVERIFY(!data->coarse);
        for (const BiasMaps::Map& map : data->a.maps)
            QVERIFY(!map.picture.sampled && std::isfinite(data->a.reach[static_cast<std::size_t>(map.head)]));
    }
}

void TestHeads::zoomed()
{
    HeadsRequest request = room();
    request.picture.zoom[AxisKind::Position] = Interval{4, 8};
    const auto data = viewOf<HeadsData>(request, ofScheme("alibi"));
    QCOMPARE(data->a.maps[0].picture.visibleRows, (Interval{4, 8}));
    QCOMPARE(data->a.maps[0].picture.visibleColumns, (Interval{0, 8}));
    QCOMPARE(data->a.maps[0].picture.values(0, 0), -1.0F);
    QCOMPARE(data->a.reach[0], -7 * 0.25);
}

// A pixel is a mean of cells, the finding isn't.
void TestHeads::reachIsOfCells()
{
    Parameters p = ofScheme("alibi");
    p.sentence.text.reset();
    p.encoding.maxLen = 3001;
    const auto data = viewOf<HeadsData>(room(), p);
    QCOMPARE(data->a.reach[0], -3000 * 0.25);
    QVERIFY(data->a.maps[0].picture.values(8 * kCell - 1, 0) > -3000 * 0.25F);
}

void TestHeads::othersSayWhy()
{
    for (const Scheme& scheme : schemes()) {
        if (scheme.kind == SchemeKind::Bias)
            continue;
        const auto data = viewResult(room(), ofScheme(scheme.id));
        QVERIFY(!data.ok());
        QCOMPARE(data.error().code, std::string("SCHEME"));
    }
}

void TestHeads::twoSetUps()
{
    const auto data = viewOf<HeadsData>(room(), Scene{.a = ofScheme("t5"), .b = ofScheme("kerple-log")});
    QVERIFY(data->b && data->b->maps.size() == 4);
    QVERIFY(data->a.maps[3].picture.range == data->b->maps[0].picture.range);
    HeadsRequest request = room();
    request.difference = request.a;
    const auto less = viewOf<HeadsData>(request, Scene{.a = ofScheme("t5"), .b = ofScheme("kerple-log")});
    const auto valueOf = [](const BiasMaps& of) {
        const Picture& picture = of.maps[2].picture;
        return picture.values(picture.height - 1, 0); // the longest distance
    };
    QVERIFY(valueOf(less->a) != valueOf(*less->b));
    QCOMPARE(valueOf(*less->difference), valueOf(less->a) - valueOf(*less->b));
    Parameters other = ofScheme("kerple-log");
    other.attention.heads *= 2;
    QVERIFY(!viewOf<HeadsData>(room(), Scene{.a = ofScheme("t5"), .b = other})->difference);
    QVERIFY(!viewOf<HeadsData>(room(), Scene{.a = ofScheme("t5"), .b = ofScheme("rope")})->b);
}

QTEST_GUILESS_MAIN(TestHeads)
#include "tst_heads.moc"
