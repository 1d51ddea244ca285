// SPDX-License-Identifier: GPL-3.0-or-later
// Biases of every scheme beside those of other programs, and T5's buckets.
#include "golden.h"

#include "encodings/biases/blockdistances.h"
#include "field/matrix.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

using namespace phasor;

namespace {

constexpr std::int64_t kLongest = 2147483647;

Error refusalOf(const char* id, const PositionSetup& setup)
{
    const Status status = findScheme(id)->check(setup);
    return status.ok() ? Error{} : status.error();
}

PositionSetup t5Setup(const QByteArray& options)
{
    return {.own = settingsOf(*findScheme("t5"), options)};
}

// Bucket of a distance query − key: the number of the trained bias.
std::function<std::int64_t(std::int64_t)> bucketsOf(const QByteArray& options)
{
    return findScheme("t5")->make(t5Setup(options)).value().bias->learnedNumberAt;
}

} // namespace

class TestBiases : public QObject
{
    Q_OBJECT

private slots:
    void golden_data();
    void golden();
    void t5Buckets();
    void t5PublishedBuckets();
    void onlyT5LeavesScoresUndivided();
    void meansOfLongBlocks_data();
    void meansOfLongBlocks();
    void meansOfManyBlocks_data() { meansOfLongBlocks_data(); }
    void meansOfManyBlocks();
    void distancesOfBlocks();
    void refused();
    void powersEndAtTwo();
};

void TestBiases::golden_data()
{
    QTest::addColumn<QList<QByteArrayList>>("lines");
    QMap<QByteArray, QList<QByteArrayList>> bySetup;
    for (const QByteArrayList& line : goldenLines("biases.txt"))
        bySetup[line.mid(0, 4).join(' ')].append(line);
    for (auto setup = bySetup.begin(); setup != bySetup.end(); ++setup)
        QTest::newRow(setup.key().constData()) << setup.value();
    QVERIFY(bySetup.size() > 20);
}

// Formulas within one unit of the last place, numbers that are drawn bit for bit; positions to 2^31 - 2.
void TestBiases::golden()
{
    QFETCH(QList<QByteArrayList>, lines);
    const QByteArrayList& first = lines.front();
    const Scheme& scheme = *findScheme(first[0].toStdString());
    const PositionSetup setup{
        .width = first[3].toLongLong(), .heads = first[2].toLongLong(), .own = settingsOf(scheme, first[1])};
    QVERIFY(scheme.check == nullptr || scheme.check(setup).ok());
    const PositionModel model = scheme.make(setup).value();
    const std::int64_t tolerance = first[0] == "t5" ? 0 : 1;
    for (const QByteArrayList& line : lines) {
        const std::int64_t head = line[4].toLongLong();
        const std::int64_t query = line[5].toLongLong();
        const std::int64_t key = line[6].toLongLong();
        const FieldPtr field = model.bias->field(head, kLongest);
        const float found = cellOf(*field, query, key);
        const std::string where = line.join(' ').toStdString() + ", found " + std::to_string(found);
        QVERIFY2(ulpsApart(found, line[7].toFloat()) <= tolerance, where.c_str());
        QVERIFY2(std::fabs(static_cast<double>(found)) <= field->bounds().high * (1 + 1e-6), where.c_str());
        QVERIFY2(query != key || found != 0 || !std::signbit(found), where.c_str());
    }
}

// Bucket by bucket as PyTorch computes the published function, whose float32 logarithm decides at the borders.
void TestBiases::t5Buckets()
{
    const auto lines = goldenLines("t5buckets.txt");
    QVERIFY(lines.size() > 8);
    for (const QByteArrayList& line : lines) {
        const auto buckets = bucketsOf("t5-bidirectional=" + QByteArray(line[0] == "1" ? "on" : "off")
                                       + ",t5-buckets=" + line[1] + ",t5-max-distance=" + line[2]);
        for (const QByteArray& pair : line.mid(3)) {
            const QByteArrayList sides = pair.split(':');
            const std::string where = (line.mid(0, 3).join(' ') + ": " + pair).toStdString();
            QVERIFY2(buckets(-sides[0].toLongLong()) == sides[1].toLongLong(), where.c_str());
        }
    }
}

// Raffel et al.'s own numbers, as tutorials list them.
void TestBiases::t5PublishedBuckets()
{
    const auto encoder = bucketsOf("t5-bidirectional=on");
    const std::pair<int, int> published[]
        = {{0, 0}, {7, 7}, {8, 8}, {11, 8}, {16, 10}, {32, 12}, {64, 14}, {91, 15}, {127, 15}, {5000, 15}};
    for (const auto& [distance, bucket] : published)
        QCOMPARE(encoder(distance), std::int64_t{bucket});
    QCOMPARE(encoder(-1), std::int64_t{17});
    QCOMPARE(encoder(-128), std::int64_t{31});
    const auto decoder = bucketsOf("t5-bidirectional=off");
    QCOMPARE(decoder(16), std::int64_t{16});
    QCOMPARE(decoder(19), std::int64_t{17});
    QCOMPARE(decoder(127), std::int64_t{31});
    QCOMPARE(decoder(-5), std::int64_t{0});
}

void TestBiases::onlyT5LeavesScoresUndivided()
{
    for (const Scheme& scheme : schemes()) {
        const auto model = scheme.make({.maxLen = 196, .width = 64, .heads = 8});
        QVERIFY(model.ok());
        QCOMPARE(model->scoresAreDivided, scheme.id != "t5");
    }
}

void TestBiases::meansOfLongBlocks_data()
{
    QTest::addColumn<const Scheme*>("scheme");
    for (const Scheme& scheme : schemes()) {
        if (scheme.kind == SchemeKind::Bias && scheme.id != "fire") // whose cells do not depend on the distance alone
            QTest::newRow(std::string(scheme.id).c_str()) << &scheme;
    }
}

// A block of billions of cells has the mean of its four parts, down to small ones; far from the diagonal it is that of
// its cells.
void TestBiases::meansOfLongBlocks()
{
    QFETCH(const Scheme*, scheme);
    const FieldPtr field = scheme->make({.heads = 8}).value().bias->field(2, kLongest);
    const double tolerance = 2e-6 * std::max(1.0, field->bounds().high);
    const auto meanOf = [&](Span rows, Span cols) {
        float mean = 0;
        field->means()->blockMeans({&rows, 1}, {&cols, 1}, {&mean, 1, 1, 1});
        return static_cast<double>(mean);
    };
    Span rows{0, kLongest};
    Span cols{3, kLongest - 5};
    while (rows.size() > 64) {
        const std::int64_t row = rows.begin + rows.size() / 3;
        const std::int64_t col = cols.begin + cols.size() / 2;
        double sum = 0;
        for (const Span r : {Span{rows.begin, row}, Span{row, rows.end}}) {
            for (const Span c : {Span{cols.begin, col}, Span{col, cols.end}})
                sum += meanOf(r, c) * static_cast<double>(r.size()) * static_cast<double>(c.size());
        }
        const double cells = static_cast<double>(rows.size()) * static_cast<double>(cols.size());
        QVERIFY(std::fabs(meanOf(rows, cols) - sum / cells) <= tolerance);
        rows = {row - rows.size() / 5, row};
        cols = {col - cols.size() / 5, col};
    }
    const Span far{2'000'000'000, 2'000'000'003};
    Matrix cells({3, 3});
    field->fill({far.begin, 0, 3, 3}, cells.view());
    const double sum = std::accumulate(cells.data(), cells.data() + 9, 0.0);
    QVERIFY(std::fabs(meanOf(far, {0, 3}) - sum / 9) <= tolerance);
}

// Counted one by one.
// The many small blocks of a picture, which share the sums of their distances.
void TestBiases::meansOfManyBlocks()
{
    QFETCH(const Scheme*, scheme);
    const FieldPtr field = scheme->make({.heads = 8}).value().bias->field(2, kLongest);
    for (const Span window : {Span{0, 700}, Span{100'000, 100'700}}) {
        std::vector<Span> rows;
        std::vector<Span> cols;
        for (std::int64_t at = 0; at + 5 < 700; at += 3 + at % 2)
            rows.push_back({window.begin + at, window.begin + at + 3 + at % 3});
        for (std::int64_t at = 0; at + 9 < 700; at += 7)
            cols.push_back({at, at + 1 + at % 8});
        Matrix means({static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(cols.size())});
        field->means()->blockMeans(rows, cols, means.view());
        Matrix cells({700, 700});
        field->fill({window.begin, 0, 700, 700}, cells.view());
        double most = 1;
        for (std::int64_t i = 0; i < 700 * 700; ++i)
            most = std::max(most, std::fabs(static_cast<double>(cells.data()[i])));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t j = 0; j < cols.size(); ++j) {
                double sum = 0;
                for (std::int64_t r = rows[i].begin; r < rows[i].end; ++r) {
                    for (std::int64_t c = cols[j].begin; c < cols[j].end; ++c)
                        sum += static_cast<double>(cells(r - window.begin, c));
                }
                const double mean = sum / static_cast<double>(rows[i].size() * cols[j].size());
                const auto shown
                    = static_cast<double>(means(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)));
                QVERIFY(std::fabs(shown - mean) <= 2e-7 * most);
            }
        }
    }
}

void TestBiases::distancesOfBlocks()
{
    for (const auto& [rows, cols] : {std::pair(Span{0, 1}, Span{0, 1}), std::pair(Span{3, 9}, Span{5, 16}),
                                     std::pair(Span{40, 61}, Span{2, 9}), std::pair(Span{7, 8}, Span{0, 30})}) {
        const BlockDistances block(rows, cols);
        std::map<std::int64_t, int> counts;
        for (std::int64_t i = rows.begin; i < rows.end; ++i) {
            for (std::int64_t j = cols.begin; j < cols.end; ++j)
                ++counts[i - j];
        }
        QCOMPARE(block.range().begin, counts.begin()->first);
        QCOMPARE(block.range().end, counts.rbegin()->first + 1);
        double below = 0;
        for (const auto& [k, count] : counts) {
            QCOMPARE(block.count(k), static_cast<double>(count));
            QCOMPARE(block.below(k), below);
            below += count;
        }
        QCOMPARE(block.below(block.range().end + 5), block.cells());
        const auto runs = block.runs();
        QVERIFY(runs[0].begin == block.range().begin && runs[0].end == runs[1].begin && runs[1].end == runs[2].begin
                && runs[2].end == block.range().end);
    }
}

void TestBiases::refused()
{
    const std::pair<QByteArray, const char*> wrong[] = {{"t5-buckets=33,t5-bidirectional=on", "--t5-buckets"},
                                                        {"t5-buckets=2,t5-bidirectional=on", "--t5-buckets"},
                                                        {"t5-max-distance=16", "--t5-max-distance"},
                                                        {"t5-buckets=512", "--t5-max-distance"}};
    for (const auto& [options, where] : wrong) {
        const Error error = refusalOf("t5", t5Setup(options));
        QCOMPARE(error.kind, ErrorKind::Usage);
        QCOMPARE(error.code, std::string("RANGE"));
        QCOMPARE(english(error.where), std::string(where));
        QVERIFY(!error.what.empty() && !error.remedy.empty());
    }
    for (const char* right :
         {"t5-buckets=33", "t5-buckets=2", "t5-buckets=4,t5-bidirectional=on", "t5-max-distance=17"})
        QVERIFY2(findScheme("t5")->check(t5Setup(right)).ok(), right);
    QCOMPARE(english(refusalOf("sandwich", {.width = 512, .heads = 3}).where), std::string("--heads"));
    QCOMPARE(english(refusalOf("sandwich", {.width = 24, .heads = 8}).where), std::string("--d-model"));
    QVERIFY(findScheme("sandwich")->check({.width = 16, .heads = 8}).ok());
}

void TestBiases::powersEndAtTwo()
{
    const auto p = [](const char* id) {
        return findScheme(id)->own[0];
    };
    QVERIFY(parseValue(p("kerple-log"), "2.5").ok());
    QVERIFY(!parseValue(p("kerple-power"), "2.5").ok());
    QVERIFY(!parseValue(p("kerple-power"), "0").ok());
    QVERIFY(parseValue(p("kerple-power"), "2").ok());
}

QTEST_APPLESS_MAIN(TestBiases)
#include "tst_biases.moc"
