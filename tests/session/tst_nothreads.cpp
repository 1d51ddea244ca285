// SPDX-License-Identifier: GPL-3.0-or-later
// A program that may not make a thread (RLIMIT_NPROC, pids.max) works on the one it has. pthread_create is the C
// library's no longer: the definition in the program wins.
#include "field/parallel.h"
#include "session/computequeue.h"

#include <QSignalSpy>
#include <QTest>

#include <cerrno>
#include <dlfcn.h>

using namespace phasor;

namespace {
bool threadsAreRefused = false;
int refused = 0;
} // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument)
{
    if (threadsAreRefused) {
        ++refused;
        return EAGAIN;
    }
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
    return create(thread, attributes, start, argument);
}

class TestNoThreads : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { threadsAreRefused = true; }
    void parallelForIsSerial();
    void queueComputesHere();
    void queueRunsTheNewestOnly();
    void cleanupTestCase() { threadsAreRefused = false; }
};

void TestNoThreads::parallelForIsSerial()
{
    std::int64_t total = 0; // not atomic: no other thread
    parallelFor(0, 1000, 1, [&](Span span) { total += span.begin; });
    QCOMPARE(total, 1000 * 999 / 2);
    QCOMPARE(workerCount(), 1);
}

namespace {

struct ModelData : ViewData
{
    std::int64_t dModel = 0;
};

struct ModelRequest
{
    static constexpr std::string_view kView = "model";
    int* runs = nullptr;
    bool operator==(const ModelRequest&) const = default;
};

Result<ViewDataPtr> compute(const ModelRequest& request, SceneReader& scene, Effort)
{
    ++*request.runs;
    auto data = std::make_shared<ModelData>();
    data->dModel = scene.read(&Parameters::encoding).dModel;
    return ViewDataPtr(std::move(data));
}

std::int64_t modelOf(const SnapshotPtr& snapshot)
{
    return static_cast<const ModelData&>(**snapshot->views.find("model")->second.data).dModel;
}

} // namespace

void TestNoThreads::queueComputesHere()
{
    refused = 0;
    ComputeQueue queue;
    QCOMPARE(refused, 1);
    QSignalSpy ready(&queue, &ComputeQueue::snapshotReady);
    int runs = 0;
    Parameters parameters;
    parameters.encoding.dModel = 24;
    queue.submit({.scene = {parameters}, .views = {ModelRequest{&runs}}});
    QVERIFY(queue.busy());
    QCOMPARE(runs, 0); // submit() never computes: a control must not wait
    QTRY_COMPARE(ready.size(), 1);
    QVERIFY(!queue.busy());
    QCOMPARE(modelOf(queue.latest()), 24);
}

void TestNoThreads::queueRunsTheNewestOnly()
{
    ComputeQueue queue;
    int runs = 0;
    Parameters parameters;
    for (int d = 2; d <= 20; ++d) {
        parameters.encoding.dModel = d;
        queue.submit({.scene = {parameters}, .views = {ModelRequest{&runs}}});
    }
    QTRY_VERIFY(!queue.busy());
    QCOMPARE(runs, 1);
    QCOMPARE(modelOf(queue.latest()), 20);
}

QTEST_GUILESS_MAIN(TestNoThreads)
#include "tst_nothreads.moc"
