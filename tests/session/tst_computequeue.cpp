// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/computequeue.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <functional>
#include <memory>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

using namespace phasor;

namespace {

// A view that says which seed it saw, and counts how often it ran.
struct SeedData : ViewData
{
    std::uint64_t seed = 0;
};

// Reads the seed, as `inside` is done; a still picture is better than a frame's where `coarse`.
struct SeedRequest
{
    static constexpr std::string_view kView = "seed";
    std::shared_ptr<std::atomic<int>> runs; // in a frame
    std::shared_ptr<std::atomic<int>> refinements = {};
    std::function<void(const CancelToken&)> inside = {};
    bool operator==(const SeedRequest& other) const { return runs == other.runs && refinements == other.refinements; }
};

Result<ViewDataPtr> compute(const SeedRequest& request, SceneReader& scene, Effort effort)
{
    auto data = std::make_shared<SeedData>();
    data->coarse = request.refinements && effort == Effort::Frame;
    ++*(request.refinements && effort == Effort::Still ? request.refinements : request.runs);
    if (request.inside)
        request.inside(currentCancel());
    data->seed = scene.read(&Parameters::random).seed.bits;
    return ViewDataPtr(std::move(data));
}

// A table that a view makes.
struct TableKey
{
    std::uint64_t number = 0;
    bool operator==(const TableKey&) const = default;
};

// A view of its own that takes as long as `inside`.
struct SlowRequest
{
    static constexpr std::string_view kView = "slow";
    std::uint64_t number = 0; // another one is computed anew
    std::function<void()> inside = {};
    bool operator==(const SlowRequest& other) const { return number == other.number; }
};

Result<ViewDataPtr> compute(const SlowRequest& request, SceneReader&, Effort)
{
    request.inside();
    return ViewDataPtr(std::make_shared<SeedData>());
}

SeedRequest seedJob(std::shared_ptr<std::atomic<int>> runs, std::function<void(const CancelToken&)> inside = {})
{
    return {std::move(runs), {}, std::move(inside)};
}

Parameters small(std::uint64_t seed)
{
    Parameters p;
    p.encoding.dModel = 8;
    p.encoding.maxLen = 4;
    p.random.seed = {seed, false};
    return p;
}

std::uint64_t seedOf(const SnapshotPtr& snapshot)
{
    return static_cast<const SeedData&>(**snapshot->views.find("seed")->second.data).seed;
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
    void aSlowViewHoldsNoFastOneBack();
    void unchangedViewsAreNotRunAgain();
    void coarseViewsAreRefinedOnce();
    void aCanceledJobKeepsWhatIsDone();
    void canceledJobsDoNotFillTheCache();
    void refusedParametersKeepTheViewsBefore();
    void closesWhileComputing();
};

void TestComputeQueue::deliversWhatWasAsked()
{
    ComputeQueue queue;
    QSignalSpy ready(&queue, &ComputeQueue::snapshotReady);
    const auto runs = std::make_shared<std::atomic<int>>(0);
    queue.submit({.scene = {small(7)}, .views = {seedJob(runs)}});
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
        queue.submit({.scene = {small(seed)}, .views = {seedJob(runs)}});
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
    queue.submit({.scene = {small(1)}, .views = {seedJob(runs, [&](const CancelToken&) {
                                           started.release();
                                           go.acquire();
                                       })}});
    started.acquire();
    queue.submit({.scene = {small(2)}, .views = {seedJob(runs)}});
    queue.submit({.scene = {small(3)}, .views = {seedJob(runs)}});
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
    queue.submit({.scene = {small(1)}, .views = {seedJob(runs, [&](const CancelToken& cancel) {
                                           started.release();
                                           while (!cancel.cancelled())
                                               std::this_thread::yield();
                                           cancelled = true;
                                       })}});
    started.acquire();
    queue.submit({.scene = {small(2)}, .views = {seedJob(runs)}});
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
        queue.submit({.scene = {small(seed)}, .views = {seedJob(runs, slow)}});
        QTest::qWait(1);
    }
    QVERIFY(!ready.isEmpty());
    QVERIFY(runs->load() > 1); // the first ones made way
}

void TestComputeQueue::aLongDrawMakesWay()
{
    Parameters large = small(1); // 2^34 values, which are drawn before any view is asked: more than a minute
    large.random.generator = "numpy";
    large.encoding.dModel = 65536;
    large.encoding.maxLen = 1 << 18;
    const auto runs = std::make_shared<std::atomic<int>>(0);
    ComputeQueue queue;
    queue.submit({.scene = {large}, .views = {seedJob(runs)}});
    QTest::qWait(50);
    queue.submit({.scene = {small(2)}, .views = {seedJob(runs)}});
    QTRY_VERIFY_WITH_TIMEOUT(!queue.busy(), 20000);
    QVERIFY(queue.latest()->pipelines.ok());
    QCOMPARE(seedOf(queue.latest()), 2U);
    QCOMPARE(runs->load(), 1);
    queue.submit({.scene = {large}, .views = {seedJob(runs)}});
    QTest::qWait(50); // and it is destroyed while drawing
}

// Known to be slow, it comes last though it was asked for first; the other is delivered while it runs.
void TestComputeQueue::aSlowViewHoldsNoFastOneBack()
{
    ComputeQueue queue;
    const auto runs = std::make_shared<std::atomic<int>>(0);
    queue.submit({.scene = {small(1)},
                  .views = {SlowRequest{1,
                                        [] {
                                            QThread::msleep(60);
                                        }},
                            seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    QSignalSpy part(&queue, &ComputeQueue::partReady);
    QSignalSpy ready(&queue, &ComputeQueue::snapshotReady);
    std::binary_semaphore go(0);
    queue.submit({.scene = {small(2)},
                  .views = {SlowRequest{2,
                                        [&] {
                                            go.acquire();
                                        }},
                            seedJob(runs)}});
    QTRY_COMPARE(part.size(), 1);
    const auto some = part.front().front().value<SnapshotPtr>();
    QCOMPARE(seedOf(some), 2U);
    QVERIFY(!some->views.contains("slow"));
    QVERIFY(queue.busy());
    QVERIFY2(queue.latest()->views.contains("slow"), "what it showed before");
    QCOMPARE(ready.size(), 0);
    go.release();
    QTRY_VERIFY(!queue.busy());
    QCOMPARE(ready.size(), 1);
    QCOMPARE(part.size(), 1);
    QCOMPARE(queue.latest()->views.size(), 2U);
}

void TestComputeQueue::unchangedViewsAreNotRunAgain()
{
    ComputeQueue queue;
    const auto runs = std::make_shared<std::atomic<int>>(0);
    queue.submit({.scene = {small(1)}, .views = {seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    Parameters p = small(1);
    p.dropout.p = 0.7; // the embedding does not depend on it
    queue.submit({.scene = {p}, .views = {seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    QCOMPARE(runs->load(), 1);
    QVERIFY(queue.latest()->views.find("seed")->second.reused);
}

// A job that has a coarse and a refined picture; `runs` counts the coarse ones, `refinements` the others.
void TestComputeQueue::coarseViewsAreRefinedOnce()
{
    const auto runs = std::make_shared<std::atomic<int>>(0);
    const auto refinements = std::make_shared<std::atomic<int>>(0);
    const SeedRequest job{runs, refinements};
    ComputeQueue queue;
    const auto ask = [&](std::uint64_t seed, bool refine) {
        queue.submit({.scene = {small(seed)}, .views = {job}, .refine = refine});
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

// Else a view that asks for another picture whenever it is refined would hold up all others.
void TestComputeQueue::aCanceledJobKeepsWhatIsDone()
{
    ComputeQueue queue;
    const auto runs = std::make_shared<std::atomic<int>>(0);
    const auto refinements = std::make_shared<std::atomic<int>>(0);
    std::atomic<int> slowRuns = 0;
    std::counting_semaphore<2> go(0);
    const auto request = [&](std::uint64_t number, bool refine) {
        const SlowRequest slow{number, [&] {
                                   ++slowRuns;
                                   go.acquire();
                               }};
        return Request{.scene = {small(7)}, .views = {SeedRequest{runs, refinements}, slow}, .refine = refine};
    };
    go.release();
    queue.submit(request(1, false));
    QTRY_VERIFY(!queue.busy());
    queue.submit(request(2, true));
    QTRY_COMPARE(slowRuns.load(), 2);
    queue.submit(request(2, false)); // cancels
    go.release(2);
    QTRY_VERIFY(!queue.busy());
    QCOMPARE(runs->load(), 1);
    QCOMPARE(refinements->load(), 1);
    QCOMPARE(slowRuns.load(), 3); // the canceled one isn't complete
    QVERIFY(!(*queue.latest()->views.find("seed")->second.data)->coarse);
}

void TestComputeQueue::canceledJobsDoNotFillTheCache()
{
    ComputeQueue queue;
    std::vector<std::weak_ptr<const std::string>> parts; // written by one job after the other
    std::atomic<std::size_t> made = 0;
    const auto submit = [&](std::uint64_t number, bool waits) {
        const SlowRequest slow{number, [&, number, waits] {
                                   const auto part = queue.cache()->part<std::string>(
                                       TableKey{number}, [] { return Result<std::string>(std::string(100, 't')); });
                                   parts.push_back(*part);
                                   ++made;
                                   while (waits && !cancelled())
                                       std::this_thread::yield();
                               }};
        queue.submit({.scene = {small(7)}, .views = {slow}});
    };
    constexpr std::size_t kCanceled = 4;
    for (std::size_t i = 0; i < kCanceled; ++i) {
        submit(i, true);
        QTRY_COMPARE(made.load(), i + 1);
        QVERIFY(i < 1 || !parts[i - 1].expired()); // of the job that was canceled
        QVERIFY(i < 2 || parts[i - 2].expired());
    }
    submit(kCanceled, false);
    QTRY_VERIFY(!queue.busy());
    QCOMPARE(parts.size(), kCanceled + 1);
    QVERIFY(parts[kCanceled - 1].expired());
    QVERIFY(!parts[kCanceled].expired());
}

void TestComputeQueue::refusedParametersKeepTheViewsBefore()
{
    ComputeQueue queue;
    const auto runs = std::make_shared<std::atomic<int>>(0);
    queue.submit({.scene = {small(1)}, .views = {seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    Parameters p = small(2);
    p.sentence.seqLen = 5;
    queue.submit({.scene = {p}, .views = {seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    QVERIFY(!queue.latest()->pipelines.ok());
    QVERIFY(queue.latest()->views.empty());
    queue.submit({.scene = {small(1)}, .views = {seedJob(runs)}});
    QTRY_VERIFY(!queue.busy());
    QCOMPARE(runs->load(), 1); // what was good is still there
}

void TestComputeQueue::closesWhileComputing()
{
    const auto runs = std::make_shared<std::atomic<int>>(0);
    std::binary_semaphore started(0);
    {
        ComputeQueue queue;
        queue.submit({.scene = {small(1)}, .views = {seedJob(runs, [&](const CancelToken& cancel) {
                                               started.release();
                                               while (!cancel.cancelled())
                                                   std::this_thread::yield();
                                           })}});
        started.acquire();
        queue.submit({.scene = {small(2)}, .views = {seedJob(runs)}});
    }
    QCOMPARE(runs->load(), 1);
}

QTEST_GUILESS_MAIN(TestComputeQueue)
#include "tst_computequeue.moc"
