// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerneltest.h"

#include "kernels/combine.h"
#include "kernels/sinusoid/sinusoid.h"

#include <algorithm>
#include <cmath>

using namespace phasor;

namespace {

// Frequencies of any size: the kernel knows nothing of a base.
std::vector<PairFrequency> someFrequencies(std::size_t count)
{
    std::mt19937_64 engine(7);
    std::vector<PairFrequency> frequencies(count);
    for (std::size_t i = 0; i < count; ++i) {
        frequencies[i] = {engine() >> (i % 60), engine(), 0};
        if (i % 11 == 5)
            frequencies[i] = {0, 0, std::ldexp(1.0, -61 - static_cast<int>(i))};
    }
    return frequencies;
}

// Turns of a position in [-1/2, 1/2), to the 64 bits of a long double.
long double turnsOf(const PairFrequency& frequency, std::uint64_t position)
{
    __extension__ using Wide = unsigned __int128;
    const Wide turns = ((Wide{frequency.high} << 64) | frequency.low) * (2 * position);
    const auto high = static_cast<std::int64_t>(turns >> 64);
    const auto low = static_cast<std::uint64_t>(turns);
    return static_cast<long double>(high) * 0x1p-64L + static_cast<long double>(low) * 0x1p-128L;
}

} // namespace

class TestSinusoid : public QObject
{
    Q_OBJECT

private slots:
    void accuracy_data();
    void accuracy();
    void sameBitsEverywhere_data();
    void sameBitsEverywhere();
    void target();
};

void TestSinusoid::accuracy_data()
{
    QTest::addColumn<quint64>("position");
    for (const quint64 position : {0ULL, 1ULL, 4095ULL, 16777217ULL, 4294967296ULL, 1099511627000ULL})
        QTest::addRow("%llu", static_cast<unsigned long long>(position)) << position;
}

void TestSinusoid::accuracy()
{
    QFETCH(quint64, position);
    const std::size_t count = 37;
    const std::int64_t rows = 200;
    const auto frequencies = someFrequencies(count);
    onEveryTarget([&] {
        const SinusoidColumns waves(frequencies, {2 * static_cast<std::int64_t>(count)});
        std::vector<float> table(static_cast<std::size_t>(rows) * 2 * count);
        waves.write({position, rows, 0, 2 * static_cast<std::int64_t>(count)}, table.data(), 2 * count);
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t i = 0; i < count; ++i) {
                const auto p = static_cast<long double>(position + r);
                const long double angle = turnsOf(frequencies[i], position + r) * 2 * M_PIl
                    + p * static_cast<long double>(frequencies[i].tiny);
                const float sine = table[2 * (r * count + i)];
                const float cosine = table[2 * (r * count + i) + 1];
                QVERIFY(std::fabs(static_cast<double>(sine - sinl(angle))) <= 3.0e-8);
                QVERIFY(std::fabs(static_cast<double>(cosine - cosl(angle))) <= 3.0e-8);
                QVERIFY(std::fabs(sine) <= 1 && std::fabs(cosine) <= 1);
                if (frequencies[i].tiny > 0) // relative to its size too
                    QVERIFY(std::fabs(sine - static_cast<float>(angle)) <= std::fabs(sine) * 0x1p-24F);
            }
        }
    });
}

void TestSinusoid::sameBitsEverywhere_data()
{
    QTest::addColumn<bool>("stream");
    QTest::newRow("ordinary stores") << false;
    QTest::newRow("past the caches") << true;
}

// Any window at any alignment and either order of the columns, on any instruction set, has the bits of the whole table
// and touches nothing else.
void TestSinusoid::sameBitsEverywhere()
{
    QFETCH(bool, stream);
    const std::size_t pairs = 300;
    const std::int64_t count = 2 * static_cast<std::int64_t>(pairs);
    const std::int64_t rows = 590;
    const std::uint64_t first = 1000000;
    const auto frequencies = someFrequencies(pairs);
    std::vector<float> all(static_cast<std::size_t>(rows * count));
    SinusoidColumns(frequencies, {count}).write({first, rows, 0, count}, all.data(), count);
    onEveryTarget([&] {
        const SinusoidColumns waves(frequencies, {count});
        const SinusoidColumns halves(frequencies, {count, count / 2});
        std::mt19937 engine(3);
        for (int k = 0; k < 120; ++k) {
            const auto below = [&](std::int64_t n) {
                return static_cast<std::int64_t>(engine()) % n;
            };
            const std::int64_t row = below(rows);
            const std::int64_t column = k % 4 == 0 ? below(count) / 16 * 16 : below(count);
            const std::int64_t height = 1 + below(std::min<std::int64_t>(rows - row, k % 3 ? 40 : rows));
            const std::int64_t width = k % 4 == 0 ? (count - column) / 16 * 16 : 1 + below(count - column);
            const SinusoidWindow window{first + static_cast<std::uint64_t>(row), height, column, width};
            const std::int64_t stride = k % 4 == 0 ? (width + 15) / 16 * 16 : width + k % 3;
            const std::int64_t offset = k % 8 == 0 ? 0 : below(16);
            Guarded<float> out((height - 1) * stride + width, offset);
            Guarded<float> apart((height - 1) * stride + width, below(16));
            waves.write(window, out.data(), stride, stream);
            halves.write(window, apart.data(), stride, stream);
            QVERIFY(out.intact() && apart.intact());
            for (std::int64_t r = 0; r < height; ++r) {
                const float* const expected = all.data() + (row + r) * count;
                for (std::int64_t i = 0; i < width; ++i) {
                    const std::int64_t pair = (column + i) % (count / 2);
                    const std::int64_t cosine = (column + i) / (count / 2);
                    QVERIFY(sameBits(out.data()[r * stride + i], expected[column + i]));
                    QVERIFY(sameBits(apart.data()[r * stride + i], expected[2 * pair + cosine]));
                }
            }
        }
    });
}

void TestSinusoid::target()
{
    onEveryTarget([] { QCOMPARE(kernelTarget(), hwy::TargetName(hwy::SupportedTargets() & HWY_TARGETS)); });
}

QTEST_APPLESS_MAIN(TestSinusoid)
#include "tst_sinusoid.moc"
