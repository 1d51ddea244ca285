// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reduce.h"

#include "kerneltest.h"

#include <QFile>

using namespace phasor;

namespace {

struct Golden
{
    struct Sums
    {
        std::int64_t n;
        double sum, squares, exactSum, exactSquares;
    };
    struct Histogram
    {
        double low, high;
        std::vector<std::int64_t> counts;
    };
    std::vector<float> values;
    std::vector<Sums> sums;
    std::vector<Histogram> histograms;
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
        } else if (w[0] == "sums") {
            golden.sums.push_back({w[1].toLongLong(), toDouble(w[2]), toDouble(w[3]), toDouble(w[4]), toDouble(w[5])});
        } else {
            Golden::Histogram histogram{toDouble(w[2]), toDouble(w[3]), {}};
            for (const QByteArray& count : w.mid(4))
                histogram.counts.push_back(count.toLongLong());
            golden.histograms.push_back(histogram);
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
    void goldenHistograms();
    void rowsOnEveryTarget();
    void columnsOnEveryTarget();
    void bins();
    void meanOfManyValues();
    void histogramOnEdges();
    void histogramOutside();
};

void TestReduce::goldenSums()
{
    const Golden golden = readGolden();
    QCOMPARE(golden.values.size(), std::size_t(1000));
    QCOMPARE(golden.sums.size(), std::size_t(20));
    const float* values = golden.values.data();
    onEveryTarget([&] {
        for (const auto& g : golden.sums) {
            QVERIFY(sameBits(rowSum(values, g.n), g.sum));
            QVERIFY(sameBits(rowSumSquares(values, g.n), g.squares));
            QVERIFY(sameBits(rowDot(values, values, g.n), g.squares));
            QVERIFY(std::abs(g.squares - g.exactSquares) <= 1e-15 * g.exactSquares);
        }
    });
}

void TestReduce::goldenHistograms()
{
    const Golden golden = readGolden();
    QCOMPARE(golden.histograms.size(), std::size_t(6));
    onEveryTarget([&] {
        for (const auto& g : golden.histograms) {
            const auto bins = static_cast<std::int64_t>(g.counts.size());
            std::vector<double> edges(g.counts.size() + 1);
            for (std::size_t i = 0; i < edges.size(); ++i) // as numpy.linspace
                edges[i] = static_cast<double>(i) * ((g.high - g.low) / static_cast<double>(bins)) + g.low;
            edges.back() = g.high;
            std::vector<std::int64_t> counts(g.counts.size(), 5); // added to what is there
            const auto n = static_cast<std::int64_t>(golden.values.size());
            const std::int64_t outside = addHistogram(golden.values.data(), n, edges.data(), bins, counts.data());
            std::int64_t inside = 0;
            for (std::size_t i = 0; i < counts.size(); ++i) {
                QCOMPARE(counts[i] - 5, g.counts[i]);
                inside += g.counts[i];
            }
            QCOMPARE(outside, n - inside);
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
                QVERIFY(sameBits(rowSum(a.data(), n), orderedSum(n, x)));
                QVERIFY(
                    sameBits(rowSumSquares(a.data(), n), orderedSum(n, [&](std::int64_t i) { return x(i) * x(i); })));
                QVERIFY(sameBits(rowDot(a.data(), b.data(), n),
                                 orderedSum(n, [&](std::int64_t i) { return x(i) * y(i); })));
                if (n > 0) {
                    a.data()[n / 2] = std::numeric_limits<float>::quiet_NaN();
                    QVERIFY(std::isnan(rowSum(a.data(), n)));
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
            Guarded<float> row(n, offset), totalFloat(n, offset + 1);
            Guarded<double> sum(n, offset), squares(n, offset + 1), total(n, offset + 2);
            std::vector<double> expected[2];
            std::vector<float> expectedFloat(static_cast<std::size_t>(n), 0.5F);
            for (auto& column : expected)
                column.assign(static_cast<std::size_t>(n), 0.25);
            for (std::int64_t i = 0; i < n; ++i) {
                sum.data()[i] = squares.data()[i] = total.data()[i] = 0.25;
                totalFloat.data()[i] = 0.5F;
            }
            for (int r = 0; r < 3; ++r) {
                random.fill(row.data(), n);
                addColumnEnergies(row.data(), n, sum.data(), squares.data());
                addRow(total.data(), row.data(), n);
                addRow(totalFloat.data(), row.data(), n);
                for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
                    const double value = static_cast<double>(row.data()[i]);
                    expected[0][i] += value;
                    expected[1][i] += value * value;
                    expectedFloat[i] += row.data()[i];
                }
            }
            for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
                QVERIFY(sameBits(sum.data()[i], expected[0][i]));
                QVERIFY(sameBits(total.data()[i], expected[0][i]));
                QVERIFY(sameBits(squares.data()[i], expected[1][i]));
                QVERIFY(sameBits(totalFloat.data()[i], expectedFloat[i]));
            }
            QVERIFY(sum.intact() && squares.intact() && total.intact() && totalFloat.intact());
        }
    });
}

void TestReduce::bins()
{
    const std::vector<std::int64_t> edges = {1, 2, 5, 21, 22, 70, 133, 200};
    const auto bins = static_cast<std::int64_t>(edges.size()) - 1;
    std::vector<float> row(200);
    std::vector<double> wide(200);
    Floats random(13);
    for (std::size_t i = 0; i < row.size(); ++i) {
        row[i] = random.ordinary();
        wide[i] = static_cast<double>(random.ordinary()) / 3;
    }
    onEveryTarget([&] {
        std::vector<double> sums(edges.size() - 1), sumsOfWide(edges.size() - 1);
        binSums(row.data(), edges.data(), bins, sums.data());
        binSums(wide.data(), edges.data(), bins, sumsOfWide.data());
        for (std::size_t b = 0; b < sums.size(); ++b) {
            const std::int64_t n = edges[b + 1] - edges[b];
            const auto at = [&](std::int64_t i) {
                return static_cast<std::size_t>(edges[b] + i);
            };
            QVERIFY(sameBits(sums[b], orderedSum(n, [&](std::int64_t i) { return static_cast<double>(row[at(i)]); })));
            QVERIFY(sameBits(sumsOfWide[b], orderedSum(n, [&](std::int64_t i) { return wide[at(i)]; })));
        }
    });
}

// A float32 accumulator stops at 2^24; the mean of many equal values shows it. 2^25 + 7 of them, by rows.
void TestReduce::meanOfManyValues()
{
    const std::vector<float> row(4096, 0.1F);
    double sum = 0;
    for (int r = 0; r < 8192; ++r)
        sum += rowSum(row.data(), 4096);
    sum += rowSum(row.data(), 7);
    const double mean = sum / (8192.0 * 4096 + 7);
    QVERIFY(std::abs(mean / static_cast<double>(0.1F) - 1) < 1e-12);
}

// A value on an edge belongs to the bin above it, though v / width is computed a little below for widths as 49.
void TestReduce::histogramOnEdges()
{
    onEveryTarget([] {
        for (int width = 1; width < 200; ++width) {
            std::vector<double> edges;
            std::vector<float> values;
            for (int i = 0; i <= 50; ++i) {
                edges.push_back(i * width);
                values.push_back(static_cast<float>(i * width));
            }
            std::vector<std::int64_t> counts(50);
            QCOMPARE(addHistogram(values.data(), 51, edges.data(), 50, counts.data()), std::int64_t(0));
            for (std::size_t i = 0; i < 50; ++i)
                QCOMPARE(counts[i], std::int64_t(i < 49 ? 1 : 2));
        }
    });
}

void TestReduce::histogramOutside()
{
    constexpr float kInf = std::numeric_limits<float>::infinity();
    const float values[] = {-kInf, kInf, std::numeric_limits<float>::quiet_NaN(), -1.0F, 1.0F, 0.0F, 1.0000001F, -0.0F};
    const double edges[] = {-1, 0, 1};
    onEveryTarget([&] {
        std::int64_t counts[2] = {};
        QCOMPARE(addHistogram(values, 8, edges, 2, counts), std::int64_t(4));
        QCOMPARE(counts[0], std::int64_t(1));
        QCOMPARE(counts[1], std::int64_t(3));
        QCOMPARE(addHistogram(values, 0, edges, 2, counts), std::int64_t(0));
        const double tiny[] = {0, 5e-324};
        std::int64_t zeros = 0;
        QCOMPARE(addHistogram(values, 8, tiny, 1, &zeros), std::int64_t(6));
        const double huge[] = {-1.7e308, 0, 1.7e308};
        std::int64_t halves[2] = {};
        QCOMPARE(addHistogram(values, 8, huge, 2, halves), std::int64_t(3));
        QCOMPARE(halves[0], std::int64_t(1));
        QCOMPARE(halves[1], std::int64_t(4));
    });
}

QTEST_APPLESS_MAIN(TestReduce)
#include "tst_reduce.moc"
