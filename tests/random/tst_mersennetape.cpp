// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/mersennetape.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace phasor;

// The words are those of std::mt19937, wherever and in whatever order they are read.
class tst_MersenneTape : public QObject
{
    Q_OBJECT
private slots:
    void words_data();
    void words();
    void anyOrder();
    void farAway();
};

void tst_MersenneTape::words_data()
{
    QTest::addColumn<quint32>("seed");
    for (const quint32 seed : {0u, 1u, 42u, 5489u, 0x80000000u, 0xffffffffu})
        QTest::addRow("%u", seed) << seed;
}

void tst_MersenneTape::words()
{
    QFETCH(quint32, seed);
    MersenneTape tape(seed);
    std::mt19937 reference(seed);
    std::vector<std::uint32_t> words(100'000);
    tape.cursor()(0, words.size(), words.data());
    for (const std::uint32_t word : words)
        QCOMPARE(word, std::uint32_t(reference()));
}

void tst_MersenneTape::anyOrder()
{
    MersenneTape tape(7);
    std::mt19937 reference(7);
    std::vector<std::uint32_t> all(300'000);
    for (std::uint32_t& word : all)
        word = std::uint32_t(reference());
    std::mt19937 choice(1);
    const auto cursor = tape.cursor();
    for (int i = 0; i < 2000; ++i) {
        const std::size_t count = choice() % (i % 10 == 0 ? 6000 : 40);
        const std::size_t first = choice() % (all.size() - count);
        std::vector<std::uint32_t> words(count);
        cursor(first, count, words.data());
        QVERIFY(std::equal(words.begin(), words.end(), all.begin() + std::ptrdiff_t(first)));
        // and just behind, which continues
        const std::size_t more = std::min<std::size_t>(all.size() - first - count, choice() % 1500);
        words.resize(more);
        cursor(first + count, more, words.data());
        QVERIFY(std::equal(words.begin(), words.end(), all.begin() + std::ptrdiff_t(first + count)));
    }
}

// So far that every second of the states kept is dropped, twice.
void tst_MersenneTape::farAway()
{
    constexpr std::uint64_t kFar = 200'000'000;
    MersenneTape tape(42);
    std::mt19937 reference(42);
    std::vector<std::uint32_t> near(1000);
    tape.cursor()(1'000'000, near.size(), near.data());
    std::vector<std::uint32_t> words(1000);
    tape.cursor()(kFar, words.size(), words.data());
    reference.discard(1'000'000);
    for (const std::uint32_t word : near)
        QCOMPARE(word, std::uint32_t(reference()));
    std::vector<std::uint32_t> again(1000);
    tape.cursor()(1'000'000, again.size(), again.data());
    QCOMPARE(again, near);
    reference.discard(kFar - 1'001'000);
    for (const std::uint32_t word : words)
        QCOMPARE(word, std::uint32_t(reference()));
}

QTEST_APPLESS_MAIN(tst_MersenneTape)
#include "tst_mersennetape.moc"
