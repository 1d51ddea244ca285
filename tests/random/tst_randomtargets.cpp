// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/kerneltest.h"
#include "kernels/randomwords.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace phasor;

namespace {

std::vector<std::uint32_t> someWords(std::size_t count)
{
    std::mt19937 engine(11);
    std::vector<std::uint32_t> words(count);
    for (std::uint32_t& word : words)
        word = std::uint32_t(engine());
    // the ends of the unit interval, and what lies about the thresholds
    const std::uint32_t special[]
        = {0, 1, 0xffffff, 0xfffffe, 0x800000, 0xffffffff, 0x80000000, 0x7fffffff, 0x80000001};
    for (std::size_t i = 0; i < std::size(special) && i < count; ++i)
        words[i * 5 % count] = special[i];
    return words;
}

// What kernel(out) writes to `count` floats is the same on every target as on the first, and nothing beside it.
template <typename Kernel> void sameEverywhere(std::int64_t count, Kernel kernel)
{
    std::vector<float> first;
    onEveryTarget([&] {
        Guarded<float> out(count, 1);
        kernel(out.data());
        QVERIFY(out.intact());
        const std::vector<float> here(out.data(), out.data() + count);
        if (first.empty())
            first = here;
        for (std::size_t i = 0; i < here.size(); ++i)
            QVERIFY2(sameBits(here[i], first[i]), qPrintable(QString::number(i)));
    });
}

} // namespace

// Every instruction set gives the same bits; where the definition is short, they are those of the definition.
class tst_RandomTargets : public QObject
{
    Q_OBJECT
private slots:
    void mersenne();
    void normals();
    void uniforms();
    void keep53();
    void keep32();
    void keepMcg();
    void skipMcg();
    void philoxCounters();
};

void tst_RandomTargets::mersenne()
{
    std::mt19937 reference(99);
    std::vector<std::uint32_t> words(kMersenneBlock * 4);
    words[0] = 99;
    for (std::uint32_t j = 1; j < kMersenneBlock; ++j)
        words[j] = 1812433253u * (words[j - 1] ^ (words[j - 1] >> 30)) + j;
    std::vector<std::uint32_t> expected(kMersenneBlock * 3);
    for (std::uint32_t& word : expected)
        word = std::uint32_t(reference());
    onEveryTarget([&] {
        std::fill(words.begin() + kMersenneBlock, words.end(), 0u);
        mersenneAdvance(words.data(), 3);
        for (std::size_t count = 0; count < expected.size(); count += 7) {
            std::vector<std::uint32_t> out(count + 1, 12345u);
            mersenneTemper(words.data() + kMersenneBlock, count, out.data());
            QCOMPARE(out.back(), 12345u);
            QVERIFY(std::equal(out.begin(), out.end() - 1, expected.begin()));
        }
    });
}

void tst_RandomTargets::normals()
{
    const std::vector<std::uint32_t> words = someWords(16 * 4096);
    for (const std::size_t blocks : {0u, 1u, 2u, 3u, 4096u}) {
        sameEverywhere(std::int64_t(16 * blocks),
                       [&](float* out) { boxMuller(words.data(), blocks, 0.25f, 0.0442f, out); });
    }
}

void tst_RandomTargets::uniforms()
{
    const std::vector<std::uint32_t> words = someWords(kSizes);
    for (std::int64_t n = 0; n < kSizes; ++n) {
        onEveryTarget([&] {
            Guarded<float> out(n, 1);
            uniformFloats(words.data(), std::size_t(n), 0.1f, -0.05f, out.data());
            QVERIFY(out.intact());
            for (std::int64_t i = 0; i < n; ++i)
                QCOMPARE(out.data()[i], std::fma(float(words[std::size_t(i)] & 0xffffff) * 0x1p-24f, 0.1f, -0.05f));
        });
    }
}

void tst_RandomTargets::keep53()
{
    const std::vector<std::uint32_t> words = someWords(2 * kSizes);
    const auto value = [&](std::size_t i) {
        return ((std::uint64_t{words[2 * i]} << 32) | words[2 * i + 1]) & 0x1fffffffffffff;
    };
    const std::uint64_t full = std::uint64_t{1} << 53;
    for (const std::uint64_t threshold :
         {std::uint64_t{0}, std::uint64_t{1}, full / 2, value(0), value(1), value(1) + 1, full}) {
        for (const std::int64_t n : {0, 1, 2, 3, 7, 8, 9, 64, 130}) {
            onEveryTarget([&] {
                Guarded<float> out(n, 3);
                keepBelow53(words.data(), std::size_t(n), threshold, out.data());
                QVERIFY(out.intact());
                for (std::int64_t i = 0; i < n; ++i)
                    QCOMPARE(out.data()[i], value(std::size_t(i)) < threshold ? 1.0f : 0.0f);
            });
        }
    }
}

void tst_RandomTargets::keep32()
{
    const std::vector<std::uint32_t> words = someWords(kSizes);
    for (const std::uint32_t threshold : {0u, 1u, 0x7fffffffu, 0x80000000u, 0x80000001u, words[3], 0xffffffffu}) {
        for (std::int64_t n = 0; n < kSizes; n += 3) {
            onEveryTarget([&] {
                Guarded<float> out(n, 1);
                keepBelow32(words.data(), std::size_t(n), threshold, out.data());
                QVERIFY(out.intact());
                for (std::int64_t i = 0; i < n; ++i)
                    QCOMPARE(out.data()[i], words[std::size_t(i)] < threshold ? 1.0f : 0.0f);
            });
        }
    }
}

void tst_RandomTargets::keepMcg()
{
    for (const std::uint32_t start : {1u, 2u, 0x7ffffffeu, 1608637542u}) {
        for (const std::int64_t n : {0, 1, 5, 31, 32, 33, 1000}) {
            onEveryTarget([&] {
                Guarded<float> out(n, 1);
                keepMcg31(start, std::size_t(n), 0x66666666, out.data());
                QVERIFY(out.intact());
                std::uint64_t x = start;
                for (std::int64_t i = 0; i < n; ++i, x = x * 1132489760 % 0x7fffffff)
                    QCOMPARE(out.data()[i], x < 0x66666666 ? 1.0f : 0.0f);
            });
        }
    }
}

void tst_RandomTargets::skipMcg()
{
    std::uint64_t x = 7;
    for (std::uint64_t i = 0; i < 1000; ++i, x = x * 1132489760 % 0x7fffffff)
        QCOMPARE(skipMcg31(7, i), std::uint32_t(x));
    // the order of the group is 2^31 - 2
    QCOMPARE(skipMcg31(12345, 0x7ffffffe), 12345u);
    QCOMPARE(skipMcg31(12345, 0x7ffffffeull * 1000 + 3), skipMcg31(12345, 3));
}

void tst_RandomTargets::philoxCounters()
{
    const std::uint64_t key = 0xa4093822299f31d0;
    const std::uint64_t offset = 0x85a308d3243f6a88;
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{0xfffffffe}, ~std::uint64_t{0} - 2}) {
        for (const std::size_t count : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 17u, 100u}) {
            onEveryTarget([&] {
                std::vector<std::uint32_t> out(4 * count + 1, 12345u);
                philoxWords(key, offset, first, count, out.data());
                QCOMPARE(out.back(), 12345u);
                const std::uint32_t threshold = 0x90000000u;
                Guarded<float> kept(std::int64_t(4 * count), 1);
                philoxKeep(key, offset, first, count, threshold, kept.data());
                QVERIFY(kept.intact());
                for (std::size_t i = 0; i < 4 * count; ++i)
                    QCOMPARE(kept.data()[i], out[i] < threshold ? 1.0F : 0.0F);
                for (std::size_t i = 0; i < count; ++i) {
                    const std::uint64_t index = first + i;
                    const auto expected = philox({std::uint32_t(offset), std::uint32_t(offset >> 32),
                                                  std::uint32_t(index), std::uint32_t(index >> 32)},
                                                 {std::uint32_t(key), std::uint32_t(key >> 32)});
                    QVERIFY(std::equal(expected.begin(), expected.end(), out.begin() + std::ptrdiff_t(4 * i)));
                }
            });
        }
    }
}

QTEST_APPLESS_MAIN(tst_RandomTargets)
#include "tst_randomtargets.moc"
