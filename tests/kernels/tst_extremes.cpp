// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reduce.h"

#include "kerneltest.h"

#include <algorithm>

using namespace phasor;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Extremes scalarExtremes(const float* row, std::int64_t n)
{
    Extremes out;
    for (std::int64_t i = 0; i < n; ++i) {
        out.nan += std::isnan(row[i]);
        out.plusInf += row[i] == kInf;
        out.minusInf += row[i] == -kInf;
        if (std::isfinite(row[i])) {
            out.low = std::min(out.low, row[i]);
            out.high = std::max(out.high, row[i]);
        }
    }
    return out;
}

// NaN is nothing: the other one. Not std::fmin, which returns a signalling NaN.
float least(float a, float b)
{
    return std::isnan(a) ? b : std::isnan(b) ? a : std::min(a, b);
}

float greatest(float a, float b)
{
    return std::isnan(a) ? b : std::isnan(b) ? a : std::max(a, b);
}

} // namespace

class TestExtremes : public QObject
{
    Q_OBJECT

private slots:
    void rowsOnEveryTarget();
    void oneSpecialInEachLane();
    void zerosArePositive();
    void envelope();
    void bins();
    void merging();
};

void TestExtremes::rowsOnEveryTarget()
{
    onEveryTarget([] {
        Floats random(21);
        for (std::int64_t n = 0; n < kSizes; ++n) {
            for (const std::int64_t offset : kOffsets) {
                Guarded<float> row(n, offset);
                random.fill(row.data(), n);
                QCOMPARE(rowExtremes(row.data(), n), scalarExtremes(row.data(), n));
            }
        }
    });
}

void TestExtremes::oneSpecialInEachLane()
{
    onEveryTarget([] {
        for (const float special : {kNan, -kNan, kInf, -kInf, 1e30F, -1e30F}) {
            for (std::size_t i = 0; i < 70; ++i) {
                std::vector<float> row(70, 0.5F);
                row[i] = special;
                QCOMPARE(rowExtremes(row.data(), 70), scalarExtremes(row.data(), 70));
            }
        }
        const std::vector<float> nothing(70, kNan);
        const Extremes none = rowExtremes(nothing.data(), 70);
        QCOMPARE(none.nan, std::int64_t(70));
        QVERIFY(none.low > none.high);
    });
}

void TestExtremes::zerosArePositive()
{
    onEveryTarget([] {
        for (std::size_t i = 0; i < 40; ++i) {
            std::vector<float> row(40, 0.0F);
            row[i] = -0.0F;
            const Extremes zeros = rowExtremes(row.data(), 40);
            QVERIFY(!std::signbit(zeros.low) && !std::signbit(zeros.high));
            const std::int64_t edges[] = {0, 40};
            float low = 1, high = 1;
            binMinima(row.data(), edges, 1, &low);
            binMaxima(row.data(), edges, 1, &high);
            QVERIFY(sameBits(low, 0.0F) && sameBits(high, 0.0F));
        }
    });
}

void TestExtremes::envelope()
{
    onEveryTarget([] {
        Floats random(22);
        for (std::int64_t n = 0; n < kSizes; ++n) {
            const std::int64_t offset = n % 4;
            Guarded<float> row(n, offset), low(n, offset + 1), high(n, offset + 2);
            std::fill_n(low.data(), n, kNan);
            std::fill_n(high.data(), n, kNan);
            std::vector<float> expectedLow(static_cast<std::size_t>(n), kNan), expectedHigh = expectedLow;
            for (int r = 0; r < 4; ++r) {
                random.fill(row.data(), n);
                extendRow(low.data(), high.data(), row.data(), n);
                for (std::size_t i = 0; i < expectedLow.size(); ++i) {
                    expectedLow[i] = least(expectedLow[i], row.data()[i]);
                    expectedHigh[i] = greatest(expectedHigh[i], row.data()[i]);
                }
            }
            for (std::size_t i = 0; i < expectedLow.size(); ++i) {
                QVERIFY(low.data()[i] == expectedLow[i] || (std::isnan(low.data()[i]) && std::isnan(expectedLow[i])));
                QVERIFY(high.data()[i] == expectedHigh[i]
                        || (std::isnan(high.data()[i]) && std::isnan(expectedHigh[i])));
            }
            QVERIFY(low.intact() && high.intact());
        }
    });
}

void TestExtremes::bins()
{
    onEveryTarget([] {
        Floats random(23);
        for (int round = 0; round < 40; ++round) {
            std::vector<float> row(300);
            random.fill(row.data(), 300);
            if (round == 0) { // bins of nothing but NaN, and of NaN and one infinity
                std::fill_n(row.begin() + 22, 48, kNan);
                std::fill_n(row.begin() + 70, 63, kNan);
                row[100] = kInf;
            }
            const std::vector<std::int64_t> edges = {0, 1, 2, 5, 21, 22, 70, 133, 300};
            const std::size_t bins = edges.size() - 1;
            std::vector<float> low(bins), high(bins);
            binMinima(row.data(), edges.data(), static_cast<std::int64_t>(bins), low.data());
            binMaxima(row.data(), edges.data(), static_cast<std::int64_t>(bins), high.data());
            for (std::size_t b = 0; b < bins; ++b) {
                float expectedLow = kNan, expectedHigh = kNan;
                for (auto i = static_cast<std::size_t>(edges[b]); i < static_cast<std::size_t>(edges[b + 1]); ++i) {
                    expectedLow = least(expectedLow, row[i]);
                    expectedHigh = greatest(expectedHigh, row[i]);
                }
                QVERIFY(low[b] == expectedLow || (std::isnan(low[b]) && std::isnan(expectedLow)));
                QVERIFY(high[b] == expectedHigh || (std::isnan(high[b]) && std::isnan(expectedHigh)));
            }
        }
    });
}

void TestExtremes::merging()
{
    Floats random(24);
    std::vector<float> row(500);
    random.fill(row.data(), 500);
    const Extremes whole = rowExtremes(row.data(), 500);
    QCOMPARE(merged(rowExtremes(row.data(), 123), rowExtremes(row.data() + 123, 377)), whole);
    QCOMPARE(merged(whole, Extremes()), whole);
    QCOMPARE(merged(Extremes(), whole), whole);
}

QTEST_APPLESS_MAIN(TestExtremes)
#include "tst_extremes.moc"
