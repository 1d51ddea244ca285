// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reduce.h"

#include "kerneltest.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

} // namespace

class TestExtremes : public QObject
{
    Q_OBJECT

private slots:
    void rowsOnEveryTarget();
    void oneSpecialInEachLane();
    void zerosArePositive();
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
