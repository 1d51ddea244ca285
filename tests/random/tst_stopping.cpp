// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/drawing.h"
#include "random/mersennetape.h"
#include "system/cancelscope.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

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

// What `work` gives as a job of `token`.
template <typename Work> auto asJob(CancelToken token, Work work)
{
    const CancelScope scope(token);
    return work();
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
    void keptTableStopsForTheJobThatUsesIt();
    void keptTableOutlivesItsJob();
    void jobsThatShareATable();
    void waitsForNoOtherJob();
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
    const auto source = generator(id, "3");
    const bool truncated = source->truncatedNormal(kSmall, 0, 1, -2, 2).ok();
    const CancelToken cancel = stopped();
    const CancelScope job(cancel);
    QVERIFY(isCancelled(source->normal(kSmall, 0, 1)));
    QVERIFY(isCancelled(source->uniform(kSmall, 0, 1)));
    QVERIFY(!truncated || isCancelled(source->truncatedNormal(kSmall, 0, 1, -2, 2)));
    // some masks are computed where they are looked at, which ends with whoever looks
    QVERIFY(isCancelled(source->keepMask(kSmall, 0.5)) || id == "philox");
}

void tst_Stopping::theOthersGoOn()
{
    QFETCH(std::string, id);
    const auto want = generator(id, "3")->normal(kSmall, 0, 1).value();
    const auto mask = cells(*want.after->keepMask(kSmall, 0.5).value().values);
    const auto source = generator(id, "3");
    const CancelToken cancel;
    const auto drawn = asJob(cancel, [&] { return source->normal(kSmall, 0, 1).value(); });
    QCOMPARE(cells(*drawn.values), cells(*want.values));
    cancel.cancel();
    QVERIFY(isCancelled(asJob(cancel, [&] { return drawn.after->normal(kSmall, 0, 1); })));
    QCOMPARE(cells(*drawn.after->keepMask(kSmall, 0.5).value().values), mask); // another job
}

void tst_Stopping::longDrawsEnd()
{
    for (const char* id : {"numpy", "numpy-legacy"})
        QVERIFY(isCancelled(asJob(stopped(), [&] { return generator(id, "1")->normal(kFar, 0, 1); })));
    // torch-mkl's mask begins with the word behind the embedding
    const auto embedding = generator("torch-mkl", "1")->normal(kFar, 0, 1).value();
    QVERIFY(isCancelled(asJob(stopped(), [&] { return embedding.after->keepMask(kSmall, 0.5); })));
}

// The table is made by one job and looked at by the next: the token of the second counts.
void tst_Stopping::keptTableStopsForTheJobThatUsesIt()
{
    for (const char* id : {"torch", "numpy-legacy"}) {
        const auto table = asJob(CancelToken(), [&] { return generator(id, "1")->uniform(kFar, 0, 1).value(); });
        const CancelToken second;
        std::jthread user([second] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            second.cancel();
        });
        // minutes, if the second token were not asked; the cells are whatever they are
        const auto far = asJob(second, [&] { return cells(*table.values, {kFar.rows - 1, 0, 1, 100}); });
        QCOMPARE(far.size(), std::size_t(100));
        QVERIFY(second.cancelled());
    }
}

// A job that ends by a cancel leaves the table that it has made; the next one reads right cells from it.
void tst_Stopping::keptTableOutlivesItsJob()
{
    constexpr Shape kLarge{1 << 11, 1 << 14}; // drawn where it is looked at
    constexpr Rect kPlace{1500, 77, 3, 100};
    for (const char* id : {"torch", "numpy-legacy", "numpy", "philox"}) {
        const auto want = cells(*generator(id, "1")->uniform(kLarge, 0, 1).value().values, kPlace);
        const CancelToken first;
        const auto table = asJob(first, [&] { return generator(id, "1")->uniform(kLarge, 0, 1).value(); });
        first.cancel();
        asJob(first, [&] { return cells(*table.values, kPlace); });
        QCOMPARE(cells(*table.values, kPlace), want);
        QCOMPARE(asJob(CancelToken(), [&] { return cells(*table.values, kPlace); }), want);
    }
}

// Two jobs look at one table at the same time; one is cancelled over and over, the other's cells stay right.
void tst_Stopping::jobsThatShareATable()
{
    constexpr Shape kLarge{1 << 11, 1 << 14};
    const auto want = generator("torch", "1")->uniform(kLarge, 0, 1).value();
    const auto shared = generator("torch", "1")->uniform(kLarge, 0, 1).value();
    std::atomic<bool> done = false;
    std::jthread cancelledJobs([&] {
        while (!done.load()) {
            const CancelToken cancel;
            const std::jthread stopper([cancel] { cancel.cancel(); });
            asJob(cancel, [&] { return cells(*shared.values, {kLarge.rows - 1, 0, 1, 1000}); });
        }
    });
    bool right = true;
    for (std::int64_t row = 0; row < kLarge.rows && right; row += 97) {
        const Rect place{row, 5, 1, 300};
        right = asJob(CancelToken(), [&] { return cells(*shared.values, place); }) == cells(*want.values, place);
    }
    done = true;
    QVERIFY(right);
}

// A job whose neighbor is on its way to a word that is minutes away stops as soon as any other.
void tst_Stopping::waitsForNoOtherJob()
{
    const auto table = generator("torch", "1")->uniform(kFar, 0, 1).value();
    const auto lastRow = [&](const CancelToken& cancel) {
        return asJob(cancel, [&] { return cells(*table.values, {kFar.rows - 1, 0, 1, 10}).size(); });
    };
    const CancelToken first;
    const CancelToken second;
    std::jthread neighbor([&] { lastRow(first); });
    std::jthread stopper([second] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        second.cancel();
    });
    QCOMPARE(lastRow(second), std::size_t(10));
    first.cancel();
}

void tst_Stopping::wordsOfTheOthers()
{
    const auto tape = std::make_shared<MersenneTape>(5489);
    std::uint32_t word = 0;
    const CancelToken cancel;
    {
        const CancelScope job(cancel);
        tape->cursor()(1'000'000, 1, &word);
        cancel.cancel();
        tape->cursor()(std::uint64_t{1} << 36, 1, &word);
    }
    std::mt19937 reference;
    reference.discard(9'999);
    tape->cursor()(9'999, 1, &word);
    QCOMPARE(word, std::uint32_t(4123659995)); // the 10 000th of the C++ standard
    QCOMPARE(word, std::uint32_t(reference()));
    reference.discard(2'000'000);
    tape->cursor()(2'010'000, 1, &word);
    QCOMPARE(word, std::uint32_t(reference()));
}

QTEST_APPLESS_MAIN(tst_Stopping)
#include "tst_stopping.moc"
