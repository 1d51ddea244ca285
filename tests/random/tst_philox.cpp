// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/combine.h"
#include "kernels/kerneltest.h"
#include "kernels/randomwords.h"
#include "random/philox.h"

#include "drawing.h"

#include <QTest>

#if __has_include(<Random123/philox.h>)
#include <Random123/philox.h>
#endif

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

using namespace phasor;

namespace {

using Counter = std::array<std::uint32_t, 4>;
using Key = std::array<std::uint32_t, 2>;

// The word that element `e` of the draw `draw` is made of.
std::uint32_t wordOf(std::uint64_t seed, std::uint32_t draw, std::uint64_t e)
{
    const Counter counter{draw, 0, std::uint32_t(e / 4), std::uint32_t(e / 4 >> 32)};
    return philox(counter, {std::uint32_t(seed), std::uint32_t(seed >> 32)})[e % 4];
}

} // namespace

class tst_Philox : public QObject
{
    Q_OBJECT
private slots:
    void knownAnswers();
    void random123();
    void stream();
    void masks();
    void normals();
    void uniforms();
    void hugeTables();
    void outputInOnePass();
};

// The vectors of Random123's kat_vectors.
void tst_Philox::knownAnswers()
{
    const std::uint32_t f = 0xffffffff;
    QCOMPARE(philox({0, 0, 0, 0}, {0, 0}), (Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    QCOMPARE(philox({f, f, f, f}, {f, f}), (Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    QCOMPARE(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
             (Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

void tst_Philox::random123()
{
#if __has_include(<Random123/philox.h>)
    std::mt19937 choice(3);
    const auto next = [&] {
        return std::uint32_t(choice());
    };
    for (int i = 0; i < 10000; ++i) {
        const Counter counter{next(), next(), next(), next()};
        const Key key{next(), next()};
        const philox4x32_ctr_t input = {{counter[0], counter[1], counter[2], counter[3]}};
        const philox4x32_key_t secret = {{key[0], key[1]}};
        const philox4x32_ctr_t expected = philox4x32(input, secret);
        QCOMPARE(philox(counter, key), (Counter{expected.v[0], expected.v[1], expected.v[2], expected.v[3]}));
    }
#else
    QSKIP("librandom123-dev is not installed");
#endif
}

void tst_Philox::stream()
{
    const WordCursor cursor = philoxCursor(0x123456789abcdef0, 77);
    for (const std::uint64_t first :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{6}, (std::uint64_t{1} << 34) - 5}) {
        for (const std::size_t count : {0u, 1u, 2u, 3u, 4u, 5u, 31u, 32u, 33u, 500u}) {
            std::vector<std::uint32_t> words(count);
            cursor(first, count, words.data());
            for (std::size_t i = 0; i < count; ++i)
                QCOMPARE(words[i], wordOf(0x123456789abcdef0, 77, first + i));
        }
    }
}

// Mask k of a seed is the one that a GPU as large as the table makes at the offset 4 k.
void tst_Philox::masks()
{
    const Shape shape{300, 128};
    auto current = generator("philox", "42");
    for (std::uint64_t draw = 0; draw < 3; ++draw) {
        const Drawn drawn = current->keepMask(shape, 0.1).value();
        const auto onGpu = cudaKeepMask(42, draw, cudaLayout(300 * 128, 1 << 20), 1 - 0.1);
        QCOMPARE(cells(*drawn.values), values(onGpu, 0, 300 * 128));
        current = drawn.after;
    }
}

// The documented layout, computed in double precision.
void tst_Philox::normals()
{
    const Shape shape{37, 29};
    const Drawn first = generator("philox", "-1")->normal(shape, 0, 1).value();
    const std::vector<float> drawn = cells(*first.after->normal(shape, 2, 0.5).value().values);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const std::uint64_t radiusAt = i / 16 * 16 + i % 8;
        const auto unit = [](std::uint32_t word) {
            return double(word & 0xffffff) / 16777216;
        };
        const double radius = std::sqrt(-2 * std::log(1 - unit(wordOf(~std::uint64_t{0}, 1, radiusAt))));
        const double angle = 2 * std::numbers::pi * unit(wordOf(~std::uint64_t{0}, 1, radiusAt + 8));
        const double expected = 2 + 0.5 * radius * (i % 16 < 8 ? std::cos(angle) : std::sin(angle));
        QVERIFY2(std::fabs(drawn[i] - expected) < 2e-6, qPrintable(QString::number(i)));
    }
    // an incomplete block is not drawn again: a table is the beginning of a longer one
    const std::vector<float> longer = cells(*first.after->normal({38, 29}, 2, 0.5).value().values);
    QVERIFY(std::equal(drawn.begin(), drawn.end(), longer.begin()));
}

void tst_Philox::uniforms()
{
    const std::vector<float> drawn = cells(*generator("philox", "5")->uniform({11, 13}, -1, 3).value().values);
    for (std::size_t i = 0; i < drawn.size(); ++i)
        QCOMPARE(drawn[i], std::fma(float(wordOf(5, 0, i) & 0xffffff) * 0x1p-24f, 4.0f, -1.0f));
}

// 2^47 elements, of which the last few cost what they cost.
void tst_Philox::hugeTables()
{
    const Shape shape{std::int64_t{1} << 31, 65536};
    const Drawn normal = generator("philox", "9")->normal(shape, 0, 1).value();
    const Drawn mask = normal.after->keepMask(shape, 0.5).value();
    const Rect end{shape.rows - 3, shape.cols - 5, 3, 5};
    QCOMPARE(cells(*normal.values, end).size(), std::size_t{15});
    const std::uint64_t first = std::uint64_t(end.row) * 65536 + std::uint64_t(end.col);
    const std::vector<float> kept = cells(*mask.values, end);
    for (std::uint64_t i = 0; i < kept.size(); ++i)
        QCOMPARE(kept[i], wordOf(9, 1, first + i / 5 * 65536 + i % 5) < curandThreshold(0.5) ? 1.0f : 0.0f);
}

// The mask that is used while it is made is the mask that is drawn: any column, any length, any alignment, also where
// the upper half of the counter changes, and negative, infinite and missing values among the operands.
void tst_Philox::outputInOnePass()
{
    constexpr std::int64_t kMost = 700;
    std::mt19937 engine(5);
    std::uniform_real_distribution<float> uniform(-3, 3);
    std::vector<float> e(kMost);
    std::vector<float> pe(kMost);
    for (std::size_t i = 0; i < e.size(); ++i) {
        e[i] = uniform(engine);
        pe[i] = uniform(engine);
    }
    e[3] = std::numeric_limits<float>::infinity();
    e[40] = std::numeric_limits<float>::quiet_NaN();
    const PhiloxMask mask({std::int64_t{1} << 30, 37}, {0x0123456789abcdef, 7, 0x90000000U});
    const std::int64_t turn = (std::int64_t{1} << 34) / 37; // the row of the counter 2^32
    for (const std::int64_t row : {std::int64_t{0}, std::int64_t{5}, turn - 1, turn}) {
        for (const std::int64_t n : {1, 3, 4, 15, 64, 65, 300, 700}) {
            for (const std::int64_t col : {0, 1, 3, 36}) {
                std::vector<float> kept(static_cast<std::size_t>(n));
                for (std::int64_t i = 0; i < n; ++i) // one by one: a row ends after 37
                    mask.fill({row + (col + i) / 37, (col + i) % 37, 1, 1},
                              {&kept[static_cast<std::size_t>(i)], 1, 1, 1});
                std::vector<float> expected(static_cast<std::size_t>(n));
                outputTile(e.data(), 5.5F, pe.data(), kept.data(), 1.25F, expected.data(), n);
                onEveryTarget([&] {
                    for (const bool stream : {false, true}) {
                        for (const std::int64_t misaligned : {0, 1}) {
                            Guarded<float> out(n, misaligned);
                            mask.output(row, col, n, {e.data(), e.data(), 5.5F, pe.data(), 1.25F, out.data(), stream});
                            storeFence();
                            QVERIFY(out.intact());
                            for (std::int64_t i = 0; i < n; ++i)
                                QVERIFY(sameBits(out.data()[i], expected[static_cast<std::size_t>(i)]));
                        }
                    }
                });
            }
        }
    }
}

QTEST_APPLESS_MAIN(tst_Philox)
#include "tst_philox.moc"
