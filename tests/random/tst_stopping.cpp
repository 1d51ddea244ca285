// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/drawing.h"
#include "random/mersennetape.h"

#include <QTest>

#include <random>

using namespace phasor;

namespace {

constexpr Shape kSmall{50, 40};
constexpr Shape kFar{1 << 18, 65536}; // 2^34 draws: minutes, where nothing stops them

CancelToken stopped()
{
    CancelToken cancel;
    cancel.cancel();
    return cancel;
}

bool isCancelled(const Result<Drawn>& drawn)
{
    return !drawn.ok() && drawn.error().kind == ErrorKind::Cancelled;
}

} // namespace

// Draws that somebody no longer wants: they end at once, and what others draw from the same stream stays right.
class tst_Stopping : public QObject
{
    Q_OBJECT
private slots:
    void everyGenerator_data();
    void everyGenerator();
    void theOthersGoOn_data() { everyGenerator_data(); }
    void theOthersGoOn();
    void longDrawsEnd();
    void tablesThatAreStillDrawnEnd();
    void wordsOfTheOthers();
};

void tst_Stopping::everyGenerator_data()
{
    QTest::addColumn<std::string>("id");
    for (const GeneratorInfo& info : generators())
        QTest::addRow("%s", std::string(info.id).c_str()) << std::string(info.id);
}

void tst_Stopping::everyGenerator()
{
    QFETCH(std::string, id);
    const auto free = generator(id, "3");
    const auto source = free->stoppedBy(stopped());
    QCOMPARE(source->id(), free->id());
    QVERIFY(isCancelled(source->normal(kSmall, 0, 1)));
    QVERIFY(isCancelled(source->uniform(kSmall, 0, 1)));
    if (free->truncatedNormal(kSmall, 0, 1, -2, 2).ok())
        QVERIFY(isCancelled(source->truncatedNormal(kSmall, 0, 1, -2, 2)));
    // some masks are computed where they are looked at, which ends with whoever looks
    QVERIFY(isCancelled(source->keepMask(kSmall, 0.5)) || id == "philox");
}

void tst_Stopping::theOthersGoOn()
{
    QFETCH(std::string, id);
    const auto free = generator(id, "3");
    CancelToken cancel;
    const auto source = free->stoppedBy(cancel);
    const auto want = free->normal(kSmall, 0, 1).value();
    const auto drawn = source->normal(kSmall, 0, 1).value();
    QCOMPARE(cells(*drawn.values), cells(*want.values));
    const auto mask = cells(*want.after->keepMask(kSmall, 0.5).value().values);
    QCOMPARE(cells(*drawn.after->keepMask(kSmall, 0.5).value().values), mask);
    cancel.cancel();
    QVERIFY(isCancelled(drawn.after->normal(kSmall, 0, 1))); // what is behind a draw stops with it
    QCOMPARE(cells(*drawn.after->stoppedBy({})->keepMask(kSmall, 0.5).value().values), mask);
    QCOMPARE(cells(*want.after->keepMask(kSmall, 0.5).value().values), mask);
}

void tst_Stopping::longDrawsEnd()
{
    for (const char* id : {"numpy", "numpy-legacy"})
        QVERIFY(isCancelled(generator(id, "1")->stoppedBy(stopped())->normal(kFar, 0, 1)));
    // torch-mkl's mask begins with the word behind the embedding
    CancelToken cancel;
    const auto embedding = generator("torch-mkl", "1")->stoppedBy(cancel)->normal(kFar, 0, 1).value();
    cancel.cancel();
    QVERIFY(isCancelled(embedding.after->keepMask(kSmall, 0.5)));
}

void tst_Stopping::tablesThatAreStillDrawnEnd()
{
    for (const char* id : {"torch", "numpy-legacy"}) {
        CancelToken cancel;
        const auto table = generator(id, "1")->stoppedBy(cancel)->uniform(kFar, 0, 1).value();
        cancel.cancel();
        QCOMPARE(cells(*table.values, {kFar.rows - 1, 0, 1, 100}).size(), std::size_t(100)); // whatever they are
    }
}

void tst_Stopping::wordsOfTheOthers()
{
    CancelToken cancel;
    const auto tape = std::make_shared<MersenneTape>(5489);
    const auto other = tape->stoppedBy(cancel);
    std::uint32_t word = 0;
    other->cursor()->read(1'000'000, 1, &word);
    cancel.cancel();
    other->cursor()->read(std::uint64_t{1} << 36, 1, &word);
    std::mt19937 reference;
    reference.discard(9'999);
    tape->cursor()->read(9'999, 1, &word);
    QCOMPARE(word, std::uint32_t(4123659995)); // the 10 000th of the C++ standard
    QCOMPARE(word, std::uint32_t(reference()));
    reference.discard(2'000'000);
    tape->cursor()->read(2'010'000, 1, &word);
    QCOMPARE(word, std::uint32_t(reference()));
}

QTEST_APPLESS_MAIN(tst_Stopping)
#include "tst_stopping.moc"
