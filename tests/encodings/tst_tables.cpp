// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of grids, of NeRF, Gaussian Fourier features and Time2Vec beside those of other programs.
#include "golden.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace phasor;

namespace {

// Scheme, options, max_len and d_model of a golden line.
PositionSetup setupOf(const QByteArrayList& line)
{
    return {.maxLen = line[2].toLongLong(),
            .width = line[3].toLongLong(),
            .own = settingsOf(*findScheme(line[0].toStdString()), line[1])};
}

PositionModel modelOf(const QByteArrayList& line)
{
    const Scheme& scheme = *findScheme(line[0].toStdString());
    const PositionSetup setup = setupOf(line);
    if (scheme.check != nullptr && !scheme.check(setup).ok())
        qFatal("%s is refused", line.join(' ').constData());
    return scheme.make(setup).value();
}

PositionSetup gridSetup(const char* grid, std::int64_t maxLen, std::int64_t width)
{
    return {.maxLen = maxLen, .width = width, .own = settingsOf(*findScheme("grid-mae"), QByteArray("grid=") + grid)};
}

} // namespace

class TestTables : public QObject
{
    Q_OBJECT

private slots:
    void golden_data();
    void golden();
    void publishedCode();
    void refusedGrids_data();
    void refusedGrids();
    void refusedOctaves();
    void gridsDecideMaxLen();
    void wavesByAxis();
    void longRowsHaveMeans_data();
    void longRowsHaveMeans();
};

void TestTables::golden_data()
{
    QTest::addColumn<QList<QByteArrayList>>("lines");
    QMap<QByteArray, QList<QByteArrayList>> bySetup;
    for (const QByteArrayList& line : goldenLines("tables.txt"))
        bySetup[line.mid(0, 4).join(' ')].append(line);
    for (auto setup = bySetup.begin(); setup != bySetup.end(); ++setup)
        QTest::newRow(setup.key().constData()) << setup.value();
    QVERIFY(bySetup.size() >= 20);
}

// Within one unit of the last place of mpmath's cells, at up to 2^31 - 1 positions.
void TestTables::golden()
{
    QFETCH(QList<QByteArrayList>, lines);
    const PositionModel model = modelOf(lines.front());
    QCOMPARE(model.table->shape(), (Shape{lines.front()[2].toLongLong(), lines.front()[3].toLongLong()}));
    for (const QByteArrayList& line : lines) {
        const float found = cellOf(*model.table, line[4].toLongLong(), line[5].toLongLong());
        const std::string where = line.join(' ').toStdString() + ", found " + std::to_string(found);
        QVERIFY2(ulpsApart(found, line[6].toFloat()) <= 1, where.c_str());
        QVERIFY2(std::fabs(static_cast<double>(found)) <= model.table->bounds().high * (1 + 1e-6), where.c_str());
    }
}

// Whole rows as MAE's and DETR's code gives them, whose arithmetic is less exact.
void TestTables::publishedCode()
{
    const auto lines = goldenLines("frameworktables.txt");
    QVERIFY(lines.size() >= 16);
    for (const QByteArrayList& line : lines) {
        const PositionModel model = modelOf(line);
        for (qsizetype j = 5; j < line.size(); ++j) {
            const float found = cellOf(*model.table, line[4].toLongLong(), j - 5);
            QVERIFY2(std::fabs(static_cast<double>(found) - line[j].toDouble()) <= 3e-6, line.join(' ').constData());
        }
    }
}

void TestTables::refusedGrids_data()
{
    QTest::addColumn<QByteArray>("grid");
    QTest::addColumn<QString>("code");
    for (const char* grid : {"", "x", "14", "14x", "x14", "14x14x14", "a14x14", "14 x 14", "14X14"})
        QTest::newRow(grid) << QByteArray(grid) << "TYPE";
    for (const char* grid : {"0x5", "5x0", "1.5x2", "-3x4", "100000x100000", "2147483648x1", "1x99999999999999999999"})
        QTest::newRow(grid) << QByteArray(grid) << "RANGE";
}

void TestTables::refusedGrids()
{
    QFETCH(QByteArray, grid);
    QFETCH(QString, code);
    for (const char* id : {"grid-mae", "grid-detr"}) {
        PositionSetup setup{.maxLen = 196, .width = 64};
        findScheme(id)->own[0].set(setup.own, grid.toStdString());
        const Status status = findScheme(id)->check(setup);
        QVERIFY(!status.ok());
        QCOMPARE(status.error().kind, ErrorKind::Usage);
        QCOMPARE(QString::fromStdString(status.error().code), code);
        QCOMPARE(english(status.error().where), std::string("--grid"));
        QVERIFY(!status.error().what.empty() && !status.error().remedy.empty());
        QCOMPARE(findScheme(id)->positions(setup.own), std::int64_t{0});
    }
}

void TestTables::refusedOctaves()
{
    const Scheme& fourier = *findScheme("fourier");
    const Status narrow = fourier.check({.width = 20});
    QVERIFY(!narrow.ok());
    QCOMPARE(narrow.error().code, std::string("RANGE"));
    QVERIFY(QString::fromStdString(english(narrow.error().what)).contains("21 dimensions"));
    QVERIFY(fourier.check({.width = 21}).ok());
    QVERIFY(fourier.check({.width = 20, .own = settingsOf(fourier, "include-input=off")}).ok());
}

void TestTables::gridsDecideMaxLen()
{
    for (const char* id : {"grid-mae", "grid-detr"}) {
        const Scheme& scheme = *findScheme(id);
        QCOMPARE(scheme.positions(SchemeSettings()), std::int64_t{196});
        QVERIFY(scheme.check(gridSetup("7x9", 63, 64)).ok());
        const Status other = scheme.check(gridSetup("7x9", 64, 64));
        QVERIFY(!other.ok());
        QCOMPARE(english(other.error().where), std::string("--max-len"));
        QVERIFY(QString::fromStdString(english(other.error().what)).contains("7x9, 63"));
        QCOMPARE(english(scheme.check(gridSetup("7x9", 63, 66)).error().where), std::string("--d-model"));
    }
}

// Each pair counts along one axis of the grid, and knows its length.
void TestTables::wavesByAxis()
{
    const PositionModel model = findScheme("grid-mae")->make(gridSetup("3x50", 150, 16)).value();
    QCOMPARE(model.gridColumns, std::int64_t{50});
    QCOMPARE(model.waves->frequencies.size(), 8U);
    QCOMPARE(model.waves->reach, (std::vector<std::int64_t>{50, 50, 50, 50, 3, 3, 3, 3}));
    QCOMPARE(model.table->wave(0)->pair, std::int64_t{0});
    QCOMPARE(model.table->wave(8)->pair, std::int64_t{4});
    QCOMPARE(model.table->wave(15)->pair, std::int64_t{7});
    QVERIFY(model.table->wave(15)->cosine);
    const PositionModel detr
        = findScheme("grid-detr")
              ->make({.maxLen = 150, .width = 16, .own = settingsOf(*findScheme("grid-detr"), "grid=3x50")})
              .value();
    QCOMPARE(detr.waves->reach.front(), std::int64_t{3});
    QVERIFY(std::fabs(detr.waves->frequencies[4] * (50 + 1e-6) - 2 * std::numbers::pi) <= 1e-12);
}

void TestTables::longRowsHaveMeans_data()
{
    QTest::addColumn<QByteArrayList>("line");
    for (const char* line : {"grid-mae grid=46341x46340 2147441940 16", "grid-detr grid=3x700000000 2100000000 8",
                             "fourier octaves=12 2147483647 30", "gaussian-fourier fourier-std=3 2147483647 12",
                             "time2vec table-seed=4,linear-term=last 2147483647 9"})
        QTest::newRow(line) << QByteArray(line).split(' ');
}

// A block of billions of rows has the mean of its parts.
void TestTables::longRowsHaveMeans()
{
    QFETCH(QByteArrayList, line);
    const PositionModel model = modelOf(line);
    const Field& table = *model.table;
    const double tolerance = 4e-6 * std::max(1.0, table.bounds().high);
    const auto meanOf = [&](Span rows, Span cols) {
        float mean = 0;
        table.means()->blockMeans({&rows, 1}, {&cols, 1}, {&mean, 1, 1, 1});
        return static_cast<double>(mean);
    };
    Span rows{11, table.shape().rows - 7};
    const Span cols{1, table.shape().cols - 1};
    while (rows.size() > 100) {
        const std::int64_t cut = rows.begin + rows.size() / 3;
        const double sum = meanOf({rows.begin, cut}, cols) * static_cast<double>(cut - rows.begin)
            + meanOf({cut, rows.end}, cols) * static_cast<double>(rows.end - cut);
        QVERIFY(std::fabs(meanOf(rows, cols) - sum / static_cast<double>(rows.size())) <= tolerance);
        rows.begin = cut;
    }
    double sum = 0;
    for (std::int64_t r = rows.begin; r < rows.end; ++r) {
        for (std::int64_t c = cols.begin; c < cols.end; ++c)
            sum += static_cast<double>(cellOf(table, r, c));
    }
    QVERIFY(std::fabs(meanOf(rows, cols) - sum / static_cast<double>(rows.size() * cols.size())) <= tolerance);
}

QTEST_APPLESS_MAIN(TestTables)
#include "tst_tables.moc"
