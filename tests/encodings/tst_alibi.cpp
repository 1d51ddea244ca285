// SPDX-License-Identifier: GPL-3.0-or-later
#include "golden.h"

#include "field/matrix.h"

#include <bit>
#include <cmath>

using namespace phasor;

namespace {

constexpr std::int64_t kLongest = 2147483647;

std::shared_ptr<const PositionBias> biasOf(std::int64_t heads)
{
    return findScheme("alibi")->make({.heads = heads}).value().bias;
}

} // namespace

class TestAlibi : public QObject
{
    Q_OBJECT

private slots:
    void correctlyRounded();
    void publishedSlopes();
    void symmetricAndToeplitz();
    void meansOfLongBlocks();
    void formulas();
};

// Against mpmath: any number of heads, distances to 2^31 - 2.
void TestAlibi::correctlyRounded()
{
    const auto lines = goldenLines("alibi.txt");
    QVERIFY(lines.size() > 1000);
    for (const QByteArrayList& line : lines) {
        const auto bias = biasOf(line[0].toLongLong());
        const std::int64_t head = line[1].toLongLong();
        const std::int64_t distance = line[2].toLongLong();
        const auto field = bias->field(head, kLongest);
        const auto expected = std::bit_cast<std::uint32_t>(line[3].toFloat());
        const std::string where = line.join(' ').toStdString();
        QVERIFY2(std::bit_cast<std::uint32_t>(cellOf(*field, distance, 0)) == expected, where.c_str());
        QVERIFY2(std::bit_cast<std::uint32_t>(cellOf(*field, kLongest - 1 - distance, kLongest - 1)) == expected,
                 where.c_str());
        const double exact = bias->atDistance(head, distance).value();
        QVERIFY2(std::fabs(exact - line[3].toDouble()) <= 6e-8 * std::fabs(exact), where.c_str());
    }
}

// 8 heads are powers of two; 12 have every other slope of 16 behind those of 8.
void TestAlibi::publishedSlopes()
{
    const std::vector<double> eight = biasOf(8)->slopes;
    QCOMPARE(eight.size(), 8U);
    for (int h = 0; h < 8; ++h)
        QCOMPARE(eight[static_cast<std::size_t>(h)], std::ldexp(1.0, -h - 1));
    const std::vector<double> twelve = biasOf(12)->slopes;
    QCOMPARE(twelve.size(), 12U);
    for (std::size_t h = 0; h < 8; ++h)
        QCOMPARE(twelve[h], eight[h]);
    for (std::size_t h = 8; h < 12; ++h)
        QVERIFY(std::fabs(twelve[h] - std::pow(2.0, -0.5 - static_cast<double>(h - 8))) <= 2e-16);
    QCOMPARE(biasOf(1)->slopes, std::vector<double>{1.0 / 256});
}

void TestAlibi::symmetricAndToeplitz()
{
    const auto bias = biasOf(12);
    const auto field = bias->field(9, 700);
    Matrix all({700, 700});
    field->fill(whole(field->shape()), all.view());
    for (std::int64_t i = 0; i < 700; ++i) {
        QCOMPARE(std::bit_cast<std::uint32_t>(all(i, i)), 0U); // not -0
        for (std::int64_t j = 0; j < 700; ++j) {
            QCOMPARE(all(i, j), all(j, i));
            QCOMPARE(all(i, j), all(std::abs(i - j), 0));
        }
    }
}

// Blocks of billions of cells: |i - j| has a mean that is known where the block is far from the diagonal, and on it.
void TestAlibi::meansOfLongBlocks()
{
    const auto field = biasOf(8)->field(0, kLongest); // slope 1/2
    const Span low{0, 1 << 30};
    const Span high{1 << 30, kLongest};
    const std::vector<Span> blocks{low, high};
    Matrix means({2, 2});
    field->means()->blockMeans(blocks, blocks, means.view());
    const double n = std::ldexp(1.0, 30);
    const auto near = [](float value, double expected) {
        return std::fabs(static_cast<double>(value) - expected) <= 1e-7 * std::fabs(expected);
    };
    QVERIFY(near(means(0, 0), -0.5 * (n * n - 1) / (3 * n)));
    QVERIFY(near(means(1, 0), -0.5 * (static_cast<double>(high.begin + high.end - 1) / 2 - (n - 1) / 2)));
    QCOMPARE(means(0, 1), means(1, 0));
}

void TestAlibi::formulas()
{
    QCOMPARE(QString::fromStdString(biasOf(8)->formula(0, 7, 4)), QString("−0.5 · 3"));
    QCOMPARE(QString::fromStdString(biasOf(8)->formula(7, 4, 7)), QString("−0.00390625 · 3"));
    QCOMPARE(QString::fromStdString(biasOf(12)->formula(9, 2147483646, 0)), QString("−2^(−8·3/16) · 2147483646"));
}

QTEST_APPLESS_MAIN(TestAlibi)
#include "tst_alibi.moc"
