// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/longjob.h"

#include <QSignalSpy>
#include <QTest>

#include <new>
#include <semaphore>

using namespace phasor;

namespace {

// Work that goes on until it is cancelled.
Status untilCancelled(const CancelToken& cancel, const LongJob::Progress&)
{
    while (!cancel.cancelled())
        std::this_thread::yield();
    return cancelledError();
}

} // namespace

class TestLongJob : public QObject
{
    Q_OBJECT

private slots:
    void runsElsewhereAndEndsHere();
    void progressArrives();
    void cancel();
    void oneAtATime();
    void oneAfterAnother();
    void noMemoryIsAnError();
    void destroyedInTheMiddle();
};

void TestLongJob::runsElsewhereAndEndsHere()
{
    LongJob job;
    QSignalSpy started(&job, &LongJob::started);
    QSignalSpy finished(&job, &LongJob::finished);
    std::thread::id worker;
    std::thread::id end;
    QVERIFY(job.start({.title = "t",
                       .work = [&](const CancelToken&, const LongJob::Progress&) -> Status {
                           worker = std::this_thread::get_id();
                           return Done{};
                       },
                       .done =
                           [&](const Status& status) {
                               QVERIFY(status.ok());
                               QVERIFY(finished.isEmpty());
                               end = std::this_thread::get_id();
                           }}));
    QVERIFY(job.isRunning());
    QCOMPARE(started.value(0).value(0).toString(), QString("t"));
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(!job.isRunning());
    QVERIFY(worker != end);
    QVERIFY(end == std::this_thread::get_id());
}

void TestLongJob::progressArrives()
{
    LongJob job;
    QSignalSpy progressed(&job, &LongJob::progressed);
    QVERIFY(job.start({.title = {},
                       .work =
                           [](const CancelToken& cancel, const LongJob::Progress& progress) {
                               progress(0.25);
                               return untilCancelled(cancel, progress);
                           },
                       .done =
                           [](const Status&) {
                           }}));
    QTRY_VERIFY(!progressed.isEmpty());
    QCOMPARE(progressed.front().front().toDouble(), 0.25);
}

void TestLongJob::cancel()
{
    LongJob job;
    ErrorKind kind = ErrorKind::Internal;
    QVERIFY(job.start({.title = {}, .work = untilCancelled, .done = [&](const Status& s) {
                           kind = s.error().kind;
                       }}));
    job.cancel();
    QTRY_COMPARE(kind, ErrorKind::Cancelled);
    QVERIFY(!job.isRunning());
    job.cancel(); // nothing to cancel
}

void TestLongJob::oneAtATime()
{
    LongJob job;
    QVERIFY(job.start({.title = {}, .work = untilCancelled, .done = [](const Status&) {
                       }}));
    bool second = false;
    QVERIFY(!job.start({.title = {}, .work = untilCancelled, .done = [&](const Status&) {
                            second = true;
                        }}));
    job.cancel();
    QTRY_VERIFY(!job.isRunning());
    QVERIFY(!second);
}

void TestLongJob::oneAfterAnother()
{
    LongJob job;
    QSignalSpy finished(&job, &LongJob::finished);
    int rounds = 0;
    std::function<void(const Status&)> next = [&](const Status&) {
        if (++rounds < 3)
            QVERIFY(job.start({.title = {},
                               .work = [](const CancelToken&, const LongJob::Progress&) { return Status(Done{}); },
                               .done = next}));
    };
    next(Done{});
    QTRY_COMPARE(rounds, 3);
    QTRY_COMPARE(finished.size(), 1); // for all of them
}

void TestLongJob::noMemoryIsAnError()
{
    LongJob job;
    ErrorKind kind = ErrorKind::Internal;
    QVERIFY(job.start({.title = {},
                       .work = [](const CancelToken&, const LongJob::Progress&) -> Status { throw std::bad_alloc(); },
                       .done =
                           [&](const Status& status) {
                               kind = status.error().kind;
                           }}));
    QTRY_COMPARE(kind, ErrorKind::Resource);
}

void TestLongJob::destroyedInTheMiddle()
{
    std::binary_semaphore begun(0);
    bool ended = false;
    bool told = false;
    {
        LongJob job;
        QVERIFY(job.start({.title = {},
                           .work =
                               [&](const CancelToken& cancel, const LongJob::Progress& progress) {
                                   begun.release();
                                   const Status status = untilCancelled(cancel, progress);
                                   ended = true;
                                   return status;
                               },
                           .done =
                               [&](const Status&) {
                                   told = true;
                               }}));
        begun.acquire();
    }
    QVERIFY(ended);
    QCoreApplication::processEvents();
    QVERIFY(!told);
}

QTEST_GUILESS_MAIN(TestLongJob)
#include "tst_longjob.moc"
