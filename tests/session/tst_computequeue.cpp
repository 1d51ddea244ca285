// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/computequeue.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <semaphore>

using namespace phasor;

namespace {

// A view that says which seed it saw, and counts how often it ran.
struct SeedData : ViewData
{
    std::uint64_t seed = 0;
};

ViewJob seedJob(std::shared_ptr<std::atomic<int>> runs, std::function<void(const CancelToken&)> inside = {})
{
    return {
        "seed", {StageId::Embedding}, "", [=](const Stages& stages, const CancelToken& cancel) -> Result<ViewDataPtr> {
            ++*runs;
            if (inside)
                inside(cancel);
            auto data = std::make_shared<SeedData>();
            data->seed = stages.parameters().seed.bits;
            return ViewDataPtr(std::move(data));
        }};
}

Parameters small(std::uint64_t seed)
{
    Parameters p;
    p.dModel = 8;
    p.maxLen = 4;
    p.seed = {seed, false};
    return p;
}

std::uint64_t seedOf(const SnapshotPtr& snapshot)
{
    return static_cast<const SeedData&>(**snapshot->views.at("seed").data).seed;
}

} // namespace

class TestComputeQueue : public QObject
{
    Q_OBJECT

private slots:
    void deliversWhatWasAsked();
    void theLastValueWins();
    void aRunningShortJobIsFinishedAndShown();
    void aLongJobMakesWay();
    void aSliderThatNeverRestsShowsSomething();
    void aLongDrawMakesWay();
    void unchangedViewsAreNotRunAgain();
    void coarseViewsAreRefinedOnce();
    void refusedParametersKeepTheViewsBefore();
    void closesWhileComputing();
};

void TestComputeQueue::deliversWhatWasAsked()
{
    ComputeQueue queue;
    QSignalSpy ready(&queue, &ComputeQueue::snapshotReady);
    const auto runs = std::make_shared<std::atomic<int>>(0);
    queue.submit({.parameters = small(7), .jobs = {seedJob(runs)}});
    QVERIFY(queue.busy());
    QTRY_COMPARE(ready.size(), 1);
    QVERIFY(!queue.busy());
    QCOMPARE(seedOf(queue.latest()), 7U);
}

void TestComputeQueue::theLastValueWins()
{
    ComputeQueue queue;
    std::uint64_t lastGeneration = 0;
    bool rising = true;
    connect(&queue, &ComputeQueue::snapshotReady, this, [&](const SnapshotPtr& snapshot) {
        rising = rising && snapshot->generation > lastGeneration;
        lastGeneration = snapshot->generation;
    });
    QSignalSpy ready(&queue, &ComputeQueue::snapshotReady);
    const auto runs = std::make_shared<std::atomic<int>>(0);
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        queue.submit({.parameters = small(seed), .jobs = {seedJob(runs)}});
        if (seed % 10 == 0)
            QCoreApplication::processEvents();
    }
    QTRY_VERIFY(!queue.busy());
    QCOMPARE(seedOf(queue.latest()), 500U);
    QVERIFY(rising);
    // Every computation was shown or replaced before its delivery by at most one newer one.
    QVERIFY(ready.size() <= *runs);
}

void TestComputeQueue::aRunningShortJobIsFinishedAndShown()
{
    ComputeQueue queue;
    QSignalSpy ready(&queue, &ComputeQueue::snapshotReady);
    const auto runs = std::make_shared<std::atomic<int>>(0);
    std::binary_semaphore started(0);
    std::binary_semaphore go(0);
    queue.submit({.parameters = small(1), .jobs = {seedJob(runs, [&](const CancelToken&) {
                                              started.release();
                                              go.acquire();
                                          })}});
    started.acquire();
    queue.submit({.parameters = small(2), .jobs = {seedJob(runs)}});
    queue.submit({.parameters = small(3), .jobs = {seedJob(runs)}});
    go.release();
    QTRY_VERIFY(!queue.busy());
    QCOMPARE(seedOf(queue.latest()), 3U);
    QCOMPARE(runs->load(), 2); // 1 was finished, 2 never begun
}

void TestComputeQueue::aLongJobMakesWay()
{
    ComputeQueue queue;
    const auto runs = std::make_shared<std::atomic<int>>(0);
    std::atomic<bool> cancelled = false;
    std::binary_semaphore started(0);
    queue.submit({.parameters = small(1), .jobs = {seedJob(runs, [&](const CancelToken& cancel) {
                                              started.release();
                                              while (!cancel.cancelled())
                                                  std::this_thread::yield();
                                              cancelled = true;
                                          })}});
    started.acquire();
    queue.submit({.parameters = small(2), .jobs = {seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    QVERIFY(cancelled);
    QCOMPARE(seedOf(queue.latest()), 2U);
}

// Every job takes longer than the patience with it, and a newer request always waits.
void TestComputeQueue::aSliderThatNeverRestsShowsSomething()
{
    ComputeQueue queue;
    QSignalSpy ready(&queue, &ComputeQueue::snapshotReady);
    const auto runs = std::make_shared<std::atomic<int>>(0);
    const auto slow = [](const CancelToken& cancel) {
        QElapsedTimer time;
        time.start();
        while (!cancel.cancelled() && time.elapsed() < 250)
            QThread::msleep(1);
    };
    QElapsedTimer time;
    time.start();
    for (std::uint64_t seed = 1; ready.isEmpty() && time.elapsed() < 60'000; ++seed) {
        queue.submit({.parameters = small(seed), .jobs = {seedJob(runs, slow)}});
        QTest::qWait(1);
    }
    QVERIFY(!ready.isEmpty());
    QVERIFY(runs->load() > 1); // the first ones made way
}

void TestComputeQueue::aLongDrawMakesWay()
{
    Parameters large = small(1); // 2^34 values, which are drawn before any view is asked: more than a minute
    large.generator = "numpy";
    large.dModel = 65536;
    large.maxLen = 1 << 18;
    const auto runs = std::make_shared<std::atomic<int>>(0);
    ComputeQueue queue;
    queue.submit({.parameters = large, .jobs = {seedJob(runs)}});
    QTest::qWait(50);
    queue.submit({.parameters = small(2), .jobs = {seedJob(runs)}});
    QTRY_VERIFY_WITH_TIMEOUT(!queue.busy(), 20000);
    QVERIFY(queue.latest()->stages.ok());
    QCOMPARE(seedOf(queue.latest()), 2U);
    QCOMPARE(runs->load(), 1);
    queue.submit({.parameters = large, .jobs = {seedJob(runs)}});
    QTest::qWait(50); // and it is destroyed while drawing
}

void TestComputeQueue::unchangedViewsAreNotRunAgain()
{
    ComputeQueue queue;
    const auto runs = std::make_shared<std::atomic<int>>(0);
    queue.submit({.parameters = small(1), .jobs = {seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    Parameters p = small(1);
    p.dropout = 0.7; // the embedding does not depend on it
    queue.submit({.parameters = p, .jobs = {seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    QCOMPARE(runs->load(), 1);
    QVERIFY(queue.latest()->views.at("seed").reused);
}

// A job that has a coarse and a refined picture; `runs` counts the coarse ones, `refinements` the others.
void TestComputeQueue::coarseViewsAreRefinedOnce()
{
    const auto runs = std::make_shared<std::atomic<int>>(0);
    const auto refinements = std::make_shared<std::atomic<int>>(0);
    const auto picture = [](std::shared_ptr<std::atomic<int>> count, bool coarse) {
        return [count, coarse](const Stages&, const CancelToken&) -> Result<ViewDataPtr> {
            ++*count;
            auto data = std::make_shared<SeedData>();
            data->coarse = coarse;
            return ViewDataPtr(std::move(data));
        };
    };
    const ViewJob job{"seed", {StageId::Embedding}, "", picture(runs, true), picture(refinements, false)};
    ComputeQueue queue;
    const auto ask = [&](std::uint64_t seed, bool refine) {
        queue.submit({.parameters = small(seed), .jobs = {job}, .refine = refine});
        QTRY_VERIFY(!queue.busy());
    };
    ask(1, false);
    QVERIFY(queue.latest()->isCoarse());
    ask(1, true);
    QVERIFY(!queue.latest()->isCoarse());
    QCOMPARE(refinements->load(), 1);
    ask(1, false); // a cross-hair moved: what is refined stays
    ask(1, true);
    QVERIFY(!queue.latest()->isCoarse());
    QCOMPARE(runs->load(), 1);
    QCOMPARE(refinements->load(), 1);
    ask(2, false);
    QVERIFY(queue.latest()->isCoarse());
    QCOMPARE(runs->load(), 2);
}

void TestComputeQueue::refusedParametersKeepTheViewsBefore()
{
    ComputeQueue queue;
    const auto runs = std::make_shared<std::atomic<int>>(0);
    queue.submit({.parameters = small(1), .jobs = {seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    Parameters p = small(2);
    p.seqLen = 5;
    queue.submit({.parameters = p, .jobs = {seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    QVERIFY(!queue.latest()->stages.ok());
    QVERIFY(queue.latest()->views.empty());
    queue.submit({.parameters = small(1), .jobs = {seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    QCOMPARE(runs->load(), 1); // what was good is still there
}

void TestComputeQueue::closesWhileComputing()
{
    const auto runs = std::make_shared<std::atomic<int>>(0);
    std::binary_semaphore started(0);
    {
        ComputeQueue queue;
        queue.submit({.parameters = small(1), .jobs = {seedJob(runs, [&](const CancelToken& cancel) {
                                                  started.release();
                                                  while (!cancel.cancelled())
                                                      std::this_thread::yield();
                                              })}});
        started.acquire();
        queue.submit({.parameters = small(2), .jobs = {seedJob(runs)}});
    }
    QCOMPARE(runs->load(), 1);
}

QTEST_GUILESS_MAIN(TestComputeQueue)
#include "tst_computequeue.moc"
