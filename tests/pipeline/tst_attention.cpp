// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"
#include "field/conformance.h"
#include "field/matrixfield.h"
#include "pipeline/fields/stagefields.h"

#include <nlohmann/json.hpp>

#include <QCryptographicHash>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

using namespace phasor;
using nlohmann::json;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

FieldPtr normal(Shape shape, std::uint64_t seed)
{
    return makeGenerator("torch", {seed}).value()->normal(shape, 0, 1).value().values;
}

FieldPtr alibi(std::int64_t heads, std::int64_t head, std::int64_t length)
{
    return findScheme("alibi")->make({.heads = heads}).value().bias->field(head, length);
}

Matrix cellsOf(const Field& field)
{
    Matrix cells;
    materialize(field, whole(field.shape()), cells);
    return cells;
}

// As the script that made the golden data: of float32s without -0.
QByteArray hashOf(const Field& field)
{
    Matrix cells = cellsOf(field);
    for (std::int64_t i = 0; i < cells.rows() * cells.cols(); ++i)
        cells.data()[i] += 0.0F;
    const QByteArray bytes(reinterpret_cast<const char*>(cells.data()),
                           static_cast<qsizetype>(cells.rows() * cells.cols() * 4));
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

// Attention of one head with all its parts.
struct Head
{
    FieldPtr queries;
    FieldPtr keys;
    FieldPtr scores;
    FieldPtr attention;
};

struct Setup
{
    std::int64_t n = 1;
    std::int64_t width = 1;
    std::int64_t heads = 1;
    std::int64_t head = 0;
    bool random = false;
    bool causal = true;
    bool alibi = false;
    std::uint64_t seed = 5;
    std::uint64_t projectionSeed = 11;
};

Head headOf(const Setup& setup)
{
    const FieldPtr x = normal({setup.n, setup.width}, setup.seed);
    Head head;
    if (setup.random) {
        const auto generator = makeGenerator("torch", {setup.projectionSeed}).value();
        const Projections weights = drawProjections(*generator, setup.width).value();
        head.queries = projectedHead(x, weights.queries, setup.heads, setup.head);
        head.keys = projectedHead(x, weights.keys, setup.heads, setup.head);
    } else {
        head.queries = headColumns(x, setup.heads, setup.head);
        head.keys = head.queries;
    }
    const FieldPtr bias = setup.alibi ? alibi(setup.heads, setup.head, setup.n) : nullptr;
    head.scores = attentionScores(head.queries, head.keys, bias, setup.causal);
    head.attention = attention(head.scores);
    return head;
}

Setup setupOf(const json& c)
{
    return {c["n"],      c["d_model"], c["heads"], c["head"],           c["projection"] == "random",
            c["causal"], c["alibi"],   c["seed"],  c["projection_seed"]};
}

} // namespace

class TestAttention : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void numpy_data();
    void numpy();
    void promises_data();
    void promises();
    void rowsSumToOne();
    void undivided();
    void meansOfBlocks_data();
    void meansOfBlocks();
    void causality();
    void longRows();
    void notFinite();
    void computedOnceIsShared();
    void anyHead();

private:
    json m_golden;
};

void TestAttention::initTestCase()
{
    std::ifstream file(PHASOR_GOLDEN "/pipeline/attention.json");
    m_golden = json::parse(file);
    QVERIFY(m_golden.size() >= 32);
}

void TestAttention::numpy_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_golden.size(); ++i) {
        const Setup setup = setupOf(m_golden[i]);
        QTest::addRow("%d x %d, head %d of %d%s%s%s", static_cast<int>(setup.n), static_cast<int>(setup.width),
                      static_cast<int>(setup.head), static_cast<int>(setup.heads), setup.random ? ", random" : "",
                      setup.causal ? ", causal" : "", setup.alibi ? ", alibi" : "")
            << i;
    }
}

// Queries, keys and scores bit for bit, added up in the same order by NumPy; attention beside NumPy's in double.
void TestAttention::numpy()
{
    QFETCH(std::size_t, index);
    const json& c = m_golden[index];
    const Head head = headOf(setupOf(c));
    QCOMPARE(hashOf(*head.queries), QByteArray::fromStdString(c["queries"]));
    QCOMPARE(hashOf(*head.keys), QByteArray::fromStdString(c["keys"]));
    QCOMPARE(hashOf(*head.scores), QByteArray::fromStdString(c["scores"]));
    const Matrix cells = cellsOf(*head.attention);
    const auto last = cells.rows() - 1;
    for (std::int64_t i = 0; i < cells.rows(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        QVERIFY(std::fabs(cells(last, i) - c["attention"][at].get<float>()) <= 3e-7F);
        QVERIFY(std::fabs(cells(i, i) - c["diagonal"][at].get<float>()) <= 3e-7F);
    }
}

void TestAttention::promises_data()
{
    QTest::addColumn<Setup>("setup");
    QTest::newRow("one token") << Setup{.n = 1, .width = 8, .heads = 2};
    QTest::newRow("ragged") << Setup{.n = 301, .width = 66, .heads = 6, .head = 5, .alibi = true};
    QTest::newRow("not causal") << Setup{.n = 301, .width = 66, .heads = 3, .head = 1, .causal = false};
    QTest::newRow("random") << Setup{.n = 263, .width = 129, .heads = 3, .head = 2, .random = true, .alibi = true};
    QTest::newRow("wide") << Setup{.n = 60, .width = 2051, .heads = 1, .random = true};
    QTest::newRow("long") << Setup{.n = 3001, .width = 4, .heads = 2, .head = 1, .alibi = true};
}

// Any tile has the bits of the whole, on any thread.
void TestAttention::promises()
{
    QFETCH(Setup, setup);
    const Head head = headOf(setup);
    for (const FieldPtr& field : {head.queries, head.keys}) {
        const std::string broken = conforms(*field, {.boundsHold = false});
        QVERIFY2(broken.empty(), broken.c_str());
    }
    for (const FieldPtr& field : {head.scores, head.attention}) {
        const std::string broken = conforms(*field, {.rects = 12, .boundsHold = field == head.attention});
        QVERIFY2(broken.empty(), broken.c_str());
    }
    QVERIFY(std::isfinite(head.scores->bounds().high));
}

void TestAttention::rowsSumToOne()
{
    for (const bool causal : {true, false}) {
        const Head head = headOf({.n = 700, .width = 24, .heads = 3, .causal = causal, .alibi = true});
        const Matrix cells = cellsOf(*head.attention);
        for (std::int64_t i = 0; i < cells.rows(); ++i) {
            double sum = 0;
            for (std::int64_t j = 0; j < cells.cols(); ++j)
                sum += static_cast<double>(cells(i, j));
            QVERIFY(std::fabs(sum - 1) <= 1e-6);
        }
    }
}

// T5's: the scores of others times the root of the width, but for the bias.
void TestAttention::meansOfBlocks_data()
{
    QTest::addColumn<bool>("random");
    QTest::addColumn<bool>("causal");
    QTest::addColumn<bool>("alibi");
    for (int i = 0; i < 8; ++i)
        QTest::newRow(QByteArray::number(i)) << bool(i & 1) << bool(i & 2) << bool(i & 4);
}

// The closed form that pictures use, beside the cells.
void TestAttention::meansOfBlocks()
{
    QFETCH(bool, random);
    QFETCH(bool, causal);
    QFETCH(bool, alibi);
    const Head head
        = headOf({.n = 90, .width = 48, .heads = 3, .head = 1, .random = random, .causal = causal, .alibi = alibi});
    const MeansOfBlocks* const means = head.scores->means();
    QVERIFY(means != nullptr);
    const std::vector<Span> rows{{0, 1}, {7, 8}, {1, 40}, {40, 90}, {0, 90}, {60, 64}, {88, 90}, {2, 5}};
    const std::vector<Span> cols{{89, 90}, {0, 1}, {0, 2}, {3, 24}, {20, 61}, {0, 90}, {7, 8}, {8, 9}};
    Matrix out(Shape{std::ssize(rows), std::ssize(cols)});
    means->blockMeans(rows, cols, out.view());
    const Matrix cells = cellsOf(*head.scores);
    const double allowed = 2e-6 * head.scores->bounds().high;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < cols.size(); ++j) {
            double total = 0;
            for (std::int64_t r = rows[i].begin; r < rows[i].end; ++r) {
                for (std::int64_t c = cols[j].begin; c < cols[j].end; ++c)
                    total += static_cast<double>(cells(r, c));
            }
            const double mean = total / static_cast<double>(rows[i].size() * cols[j].size());
            const auto found = static_cast<double>(out(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)));
            QVERIFY2(found == mean || std::abs(found - mean) < allowed,
                     qPrintable(QStringLiteral("block %1, %2: %3, not %4").arg(i).arg(j).arg(found).arg(mean)));
        }
    }
}

void TestAttention::undivided()
{
    const Head head = headOf({.n = 60, .width = 48, .heads = 3, .head = 1, .causal = false});
    const Matrix divided = cellsOf(*head.scores);
    const Matrix sums = cellsOf(*attentionScores(head.queries, head.keys, nullptr, false, false));
    for (std::int64_t i = 0; i < 60 * 60; ++i)
        QCOMPARE(sums.data()[i] / 4.0F, divided.data()[i]); // √16
    QCOMPARE(attentionScores(head.queries, head.keys, nullptr, false, false)->bounds().high,
             4 * head.scores->bounds().high);
}

void TestAttention::causality()
{
    const Head head = headOf({.n = 300, .width = 12, .heads = 3});
    const Matrix scores = cellsOf(*head.scores);
    const Matrix cells = cellsOf(*head.attention);
    for (std::int64_t i = 0; i < 300; ++i) {
        for (std::int64_t j = 0; j < 300; ++j) {
            QCOMPARE(scores(i, j) == -kInf, j > i);
            QVERIFY(j <= i || cells(i, j) == 0.0F);
        }
    }
    QCOMPARE(cells(0, 0), 1.0F);
}

// A row of more scores than are held at once: the last of 2^20 + 77 queries. With all scores equal, each key has the
// same share.
void TestAttention::longRows()
{
    const std::int64_t n = (1 << 20) + 77;
    const auto ones = std::make_shared<Matrix>(Shape{n, 1});
    std::fill_n(ones->data(), n, 1.0F);
    const FieldPtr same = std::make_shared<MatrixField>(ones, Interval{0, 1});
    const FieldPtr even = attention(attentionScores(same, same, nullptr, true));
    Matrix row({1, n});
    even->fill({n - 1, 0, 1, n}, row.view());
    for (std::int64_t j = 0; j < n; ++j)
        QCOMPARE(row(0, j), static_cast<float>(1 / static_cast<double>(n)));
    even->fill({(1 << 20) - 1, 0, 1, n}, row.view());
    QCOMPARE(row(0, (1 << 20) - 1), 0x1p-20F);
    QCOMPARE(row(0, 1 << 20), 0.0F);

    // Different scores: the sum is one, and a window has the bits of the row.
    const FieldPtr x = normal({n, 2}, 3);
    const FieldPtr any = attention(attentionScores(x, x, alibi(8, 7, n), true));
    any->fill({n - 1, 0, 1, n}, row.view());
    double sum = 0;
    for (std::int64_t j = 0; j < n; ++j)
        sum += static_cast<double>(row(0, j));
    QVERIFY(std::fabs(sum - 1) <= 1e-6);
    Matrix part({1, 50});
    any->fill({n - 1, n - 50, 1, 50}, part.view());
    for (std::int64_t j = 0; j < 50; ++j)
        QCOMPARE(part(0, j), row(0, n - 50 + j));
}

// As softmax has it: NaN and +Inf make their whole row NaN, and no other.
void TestAttention::notFinite()
{
    const auto values = std::make_shared<Matrix>(Shape{4, 1});
    std::fill_n(values->data(), 4, 1.0F);
    values->data()[2] = std::nanf("");
    const FieldPtr x = std::make_shared<MatrixField>(values, Interval{0, 1});
    const Matrix cells = cellsOf(*attention(attentionScores(x, x, nullptr, true)));
    for (std::int64_t i = 0; i < 4; ++i) {
        for (std::int64_t j = 0; j < 4; ++j)
            QCOMPARE(std::isnan(cells(i, j)), i >= 2);
    }
}

void TestAttention::computedOnceIsShared()
{
    class Counting final : public Field
    {
    public:
        Shape shape() const override { return {1000, 3}; }
        Interval bounds() const override { return {0, 3000}; }
        void fill(Rect rect, MatrixView<float> out) const override
        {
            m_cells += rect.rows * rect.cols;
            for (std::int64_t r = 0; r < rect.rows; ++r) {
                for (std::int64_t c = 0; c < rect.cols; ++c)
                    out(r, c) = static_cast<float>(3 * (rect.row + r) + rect.col + c);
            }
        }
        mutable std::atomic<std::int64_t> m_cells = 0;
    };
    const auto counting = std::make_shared<const Counting>();
    const FieldPtr once = computedOnce(counting);
    QCOMPARE(counting->m_cells, 0);
    float value = 0;
    once->fill({500, 1, 1, 1}, {&value, 1, 1, 1});
    QCOMPARE(value, 1501.0F);
    QVERIFY(counting->m_cells < 1000);
    const std::string broken = conforms(*once);
    QVERIFY2(broken.empty(), broken.c_str());
    QCOMPARE(counting->m_cells, 3000);
    QVERIFY(computedOnce(once) == once);
}

// The heads are the columns of the whole, one beside the other.
void TestAttention::anyHead()
{
    const FieldPtr x = normal({20, 15}, 1);
    const Projections weights = drawProjections(*makeGenerator("torch", {2}).value(), 15).value();
    const Matrix all = cellsOf(*projectedHead(x, weights.keys, 1, 0));
    for (std::int64_t head = 0; head < 5; ++head) {
        const Matrix identity = cellsOf(*headColumns(x, 5, head));
        const Matrix random = cellsOf(*projectedHead(x, weights.keys, 5, head));
        for (std::int64_t r = 0; r < 20; ++r) {
            for (std::int64_t c = 0; c < 3; ++c) {
                float cell = 0;
                x->fill({r, 3 * head + c, 1, 1}, {&cell, 1, 1, 1});
                QCOMPARE(identity(r, c), cell);
                QCOMPARE(random(r, c), all(r, 3 * head + c));
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestAttention)
#include "tst_attention.moc"
