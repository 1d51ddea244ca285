// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reduce.h"

#include "kerneltest.h"

#include <QFile>

#include <cmath>
#include <limits>

using namespace phasor;

namespace {

struct Golden
{
    struct Sums
    {
        std::int64_t n;
        double squares, exactSquares;
    };
    std::vector<float> values;
    std::vector<Sums> sums;
};

double toDouble(const QByteArray& hex)
{
    return std::bit_cast<double>(static_cast<std::uint64_t>(hex.toULongLong(nullptr, 16)));
}

Golden readGolden()
{
    Golden golden;
    QFile file(PHASOR_GOLDEN "/kernels/reduce.txt");
    if (!file.open(QIODevice::ReadOnly))
        return golden;
    for (const QByteArray& line : file.readAll().trimmed().split('\n')) {
        const auto w = line.split(' ');
        if (w[0] == "value") {
            golden.values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(w[1].toUInt(nullptr, 16))));
        } else {
            golden.sums.push_back({w[1].toLongLong(), toDouble(w[2]), toDouble(w[3])});
        }
    }
    return golden;
}

// The order of the header, written out for any terms.
template <typename Term> double orderedSum(std::int64_t n, Term term)
{
    double lanes[16] = {};
    const std::int64_t whole = n - n % 16;
    for (std::int64_t i = 0; i < whole; ++i)
        lanes[i % 16] += term(i);
    for (const int width : {8, 4, 2, 1}) {
        for (int j = 0; j < width; ++j)
            lanes[j] = lanes[j] + lanes[j + width];
    }
    double sum = lanes[0];
    for (std::int64_t i = whole; i < n; ++i)
        sum += term(i);
    return sum;
}

} // namespace

class TestReduce : public QObject
{
    Q_OBJECT

private slots:
    void goldenSums();
    void rowsOnEveryTarget();
    void columnsOnEveryTarget();
};

void TestReduce::goldenSums()
{
    const Golden golden = readGolden();
    QCOMPARE(golden.values.size(), std::size_t(1000));
    QCOMPARE(golden.sums.size(), std::size_t(20));
    const float* values = golden.values.data();
    onEveryTarget([&] {
        for (const auto& g : golden.sums) {
            QVERIFY(sameBits(rowSumSquares(values, g.n), g.squares));
            QVERIFY(sameBits(rowDot(values, values, g.n), g.squares));
            QVERIFY(std::abs(g.squares - g.exactSquares) <= 1e-15 * g.exactSquares);
        }
    });
}

void TestReduce::rowsOnEveryTarget()
{
    onEveryTarget([] {
        Floats random(11);
        for (std::int64_t n = 0; n < kSizes; ++n) {
            for (const std::int64_t offset : kOffsets) {
                Guarded<float> a(n, offset), b(n, offset + 1);
                for (std::int64_t i = 0; i < n; ++i) {
                    a.data()[i] = random.ordinary();
                    b.data()[i] = random.ordinary() * 1e-3F;
                }
                const auto x = [&](std::int64_t i) {
                    return static_cast<double>(a.data()[i]);
                };
                const auto y = [&](std::int64_t i) {
                    return static_cast<double>(b.data()[i]);
                };
                QVERIFY(
                    sameBits(rowSumSquares(a.data(), n), orderedSum(n, [&](std::int64_t i) { return x(i) * x(i); })));
                QVERIFY(sameBits(rowDot(a.data(), b.data(), n),
                                 orderedSum(n, [&](std::int64_t i) { return x(i) * y(i); })));
                if (n > 0) {
                    a.data()[n / 2] = std::numeric_limits<float>::quiet_NaN();
                    QVERIFY(std::isnan(rowSumSquares(a.data(), n)));
                }
            }
        }
    });
}

void TestReduce::columnsOnEveryTarget()
{
    onEveryTarget([] {
        Floats random(12);
        for (std::int64_t n = 0; n < kSizes; ++n) {
            const std::int64_t offset = n % 4;
            Guarded<float> row(n, offset);
            Guarded<double> sum(n, offset), squares(n, offset + 1), total(n, offset + 2);
            std::vector<double> expected[2];
            for (auto& column : expected)
                column.assign(static_cast<std::size_t>(n), 0.25);
            for (std::int64_t i = 0; i < n; ++i)
                sum.data()[i] = squares.data()[i] = total.data()[i] = 0.25;
            for (int r = 0; r < 3; ++r) {
                random.fill(row.data(), n);
                addColumnEnergies(row.data(), n, sum.data(), squares.data());
                addRow(total.data(), row.data(), n);
                for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
                    const double value = static_cast<double>(row.data()[i]);
                    expected[0][i] += value;
                    expected[1][i] += value * value;
                }
            }
            for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
                QVERIFY(sameBits(sum.data()[i], expected[0][i]));
                QVERIFY(sameBits(total.data()[i], expected[0][i]));
                QVERIFY(sameBits(squares.data()[i], expected[1][i]));
            }
            QVERIFY(sum.intact() && squares.intact() && total.intact());
        }
    });
}

QTEST_APPLESS_MAIN(TestReduce)
#include "tst_reduce.moc"
