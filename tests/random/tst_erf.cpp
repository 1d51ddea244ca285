// SPDX-License-Identifier: GPL-3.0-or-later
// The error function has the bits of glibc on x86-64, on every processor.
#include "random/laws.h"

#include <QtTest>

#include <bit>
#include <cmath>
#include <cstdint>

using namespace phasor;

class TestErf : public QObject
{
    Q_OBJECT

private slots:
    void bitsOfGlibc();
    void sameBitsEverywhere();
};

// Each 997th float32 from 0 to 8, and its negative. Since 2.41 glibc rounds correctly: the neighbor at most.
void TestErf::bitsOfGlibc()
{
#if !defined(__x86_64__) || !defined(__GLIBC__)
    QSKIP("another C library has other bits");
#endif
#if defined(__GLIBC_PREREQ) && __GLIBC_PREREQ(2, 41)
    constexpr int kUlp = 1;
#else
    constexpr int kUlp = 0;
#endif
    for (std::uint32_t bits = 0; bits < std::bit_cast<std::uint32_t>(8.0F); bits += 997) {
        const auto x = std::bit_cast<float>(bits);
        const std::int64_t ulp = std::bit_cast<std::int32_t>(erfAsOnX86(x)) - std::bit_cast<std::int32_t>(std::erf(x));
        const bool same = std::abs(ulp) <= kUlp
            && std::bit_cast<std::uint32_t>(erfAsOnX86(-x)) == std::bit_cast<std::uint32_t>(-erfAsOnX86(x));
        QVERIFY2(same, qPrintable(QString::number(static_cast<double>(x), 'g', 9)));
    }
}

// FNV-1a of the bits of glibc 2.36's erff on x86-64, of each 37th float32 from 10⁻⁶ to 4.
void TestErf::sameBitsEverywhere()
{
    std::uint64_t hash = 14695981039346656037U;
    for (std::uint32_t bits = std::bit_cast<std::uint32_t>(1e-6F); bits < std::bit_cast<std::uint32_t>(4.0F);
         bits += 37)
        hash = (hash ^ std::bit_cast<std::uint32_t>(erfAsOnX86(std::bit_cast<float>(bits)))) * 1099511628211U;
    QCOMPARE(hash, std::uint64_t{0x4bb7534fd7d30cdb});
}

QTEST_APPLESS_MAIN(TestErf)
#include "tst_erf.moc"
