// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/parallel.h"
#include "system/cancelscope.h"

#include <QTest>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace phasor;

class TestParallel : public QObject
{
    Q_OBJECT

private slots:
    void everythingOnce_data();
    void everythingOnce();
    void nested();
    void noMoreThreadsThanWorkers();
    void exceptionsArrive();
    void fromManyThreads();
    void tasksBelongToTheirJob();
};

void TestParallel::everythingOnce_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<qint64>("grain");
    QTest::newRow("nothing") << qint64{5} << qint64{5} << qint64{1};
    QTest::newRow("one span") << qint64{3} << qint64{10} << qint64{100};
    QTest::newRow("a short last span") << qint64{-7} << qint64{1000} << qint64{13};
    QTest::newRow("single elements") << qint64{0} << qint64{5000} << qint64{1};
}

void TestParallel::everythingOnce()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(qint64, grain);
    std::vector<std::atomic<int>> times(static_cast<std::size_t>(end - begin));
    std::atomic<int> wrong = 0;
    parallelFor(begin, end, grain, [&](Span span) {
        wrong += (span.begin - begin) % grain != 0 || span.size() < 1 || span.size() > grain;
        for (std::int64_t i = span.begin; i < span.end; ++i)
            ++times[static_cast<std::size_t>(i - begin)];
    });
    QCOMPARE(wrong.load(), 0);
    for (const std::atomic<int>& n : times)
        QCOMPARE(n.load(), 1);
}

void TestParallel::nested()
{
    std::atomic<std::int64_t> total = 0;
    parallelFor(0, 40, 1, [&](Span outer) {
        parallelFor(0, 50, 3, [&](Span middle) {
            parallelFor(middle.begin, middle.end, 1, [&](Span inner) { total += (outer.begin + 1) * inner.size(); });
        });
    });
    QCOMPARE(total.load(), 50 * 40 * 41 / 2);
}

void TestParallel::noMoreThreadsThanWorkers()
{
    std::mutex guard;
    std::set<std::thread::id> threads;
    parallelFor(0, 20000, 1, [&](Span) {
        const std::lock_guard lock(guard);
        threads.insert(std::this_thread::get_id());
    });
    QVERIFY(static_cast<int>(threads.size()) <= workerCount());
}

void TestParallel::exceptionsArrive()
{
    const auto fails = [](Span span) {
        if (span.begin == 700)
            throw std::runtime_error("here");
    };
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, parallelFor(0, 1000, 1, fails));
}

void TestParallel::fromManyThreads()
{
    std::atomic<std::int64_t> total = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back([&] { parallelFor(0, 3000, 7, [&](Span span) { total += span.size(); }); });
    }
    QCOMPARE(total.load(), 8 * 3000);
}

// Jobs of several threads at once, each with jobs inside it: every task sees the token of its own.
void TestParallel::tasksBelongToTheirJob()
{
    std::atomic<int> wrong = 0;
    std::atomic<int> tasks = 0;
    const auto job = [&](int number) {
        const CancelToken outer;
        const CancelToken inner;
        if (number % 2 != 0)
            outer.cancel();
        else
            inner.cancel();
        const CancelScope scope(outer);
        parallelFor(0, 64, 1, [&](Span) {
            wrong += cancelled() != outer.cancelled();
            {
                const CancelScope nested(inner);
                parallelFor(0, 8, 1, [&](Span) {
                    wrong += cancelled() != inner.cancelled();
                    ++tasks;
                });
            }
            wrong += cancelled() != outer.cancelled();
        });
        wrong += CancelScope::current() != &outer;
    };
    {
        std::vector<std::jthread> jobs;
        for (int number = 0; number < 6; ++number)
            jobs.emplace_back(job, number);
    }
    parallelFor(0, 64, 1, [&](Span) { wrong += CancelScope::current() != nullptr; });
    QCOMPARE(tasks.load(), 6 * 64 * 8);
    QCOMPARE(wrong.load(), 0);
}

QTEST_APPLESS_MAIN(TestParallel)
#include "tst_parallel.moc"
