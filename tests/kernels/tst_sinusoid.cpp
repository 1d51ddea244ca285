// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerneltest.h"

#include "kernels/sinusoid.h"
#include "kernels/target.h"

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
        const SinusoidPairs pairs(frequencies);
        std::vector<float> table(static_cast<std::size_t>(rows) * 2 * count);
        pairs.interleaved({position, rows, 0, static_cast<std::int64_t>(count)}, table.data(), 2 * count);
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

// Any window at any alignment, on any instruction set, has the bits of the whole table and touches nothing else.
void TestSinusoid::sameBitsEverywhere()
{
    QFETCH(bool, stream);
    const std::int64_t count = 300;
    const std::int64_t rows = 290;
    const std::uint64_t first = 1000000;
    const auto frequencies = someFrequencies(static_cast<std::size_t>(count));
    std::vector<float> all(static_cast<std::size_t>(rows * 2 * count));
    SinusoidPairs(frequencies).interleaved({first, rows, 0, count}, all.data(), 2 * count);
    const auto expected = [&](std::int64_t r, std::int64_t column) {
        return all[static_cast<std::size_t>(r * 2 * count + column)];
    };
    onEveryTarget([&] {
        const SinusoidPairs pairs(frequencies);
        std::mt19937 engine(3);
        for (int k = 0; k < 120; ++k) {
            const auto below = [&](std::int64_t n) {
                return static_cast<std::int64_t>(engine()) % n;
            };
            const std::int64_t row = below(rows);
            const std::int64_t pair = below(count);
            const std::int64_t height = 1 + below(std::min<std::int64_t>(rows - row, k % 3 ? 20 : rows));
            const std::int64_t width = 1 + below(count - pair);
            const SinusoidWindow window{first + static_cast<std::uint64_t>(row), height, pair, width};
            const std::int64_t stride = 2 * width + k % 3;
            Guarded<float> out((height - 1) * stride + 2 * width, below(16));
            Guarded<float> sines((height - 1) * stride + width, below(16));
            Guarded<float> cosines((height - 1) * stride + width, below(16));
            Guarded<float> only((height - 1) * stride + width, below(16));
            pairs.interleaved(window, out.data(), stride, stream);
            pairs.separate(window, sines.data(), cosines.data(), stride, stream);
            pairs.separate(window, nullptr, only.data(), stride, stream);
            QVERIFY(out.intact() && sines.intact() && cosines.intact() && only.intact());
            for (std::int64_t r = 0; r < height; ++r) {
                for (std::int64_t i = 0; i < width; ++i) {
                    const float sine = expected(row + r, 2 * (pair + i));
                    const float cosine = expected(row + r, 2 * (pair + i) + 1);
                    QVERIFY(sameBits(out.data()[r * stride + 2 * i], sine));
                    QVERIFY(sameBits(out.data()[r * stride + 2 * i + 1], cosine));
                    QVERIFY(sameBits(sines.data()[r * stride + i], sine));
                    QVERIFY(sameBits(cosines.data()[r * stride + i], cosine));
                    QVERIFY(sameBits(only.data()[r * stride + i], cosine));
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
