// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/runner.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <chrono>
#include <functional>
#include <new>
#include <optional>
#include <semaphore>
#include <stdexcept>
#include <system_error>
#include <thread>

using namespace phasor;

namespace {

// Work that goes on until it is cancelled.
Status untilCancelled(const Runner::Progress&)
{
    while (!cancelled())
        std::this_thread::yield();
    return cancelledError();
}

void nothing(const Status&) { }

} // namespace

class TestRunner : public QObject
{
    Q_OBJECT

private slots:
    void runsElsewhereAndEndsHere();
    void resultsArrive();
    void progressArrives();
    void cancel();
    void oneAtATime();
    void oneAfterAnother();
    void exceptionsAreErrors_data();
    void exceptionsAreErrors();
    void canBeWaitedFor();
    void destroyedInTheMiddle();
};

void TestRunner::runsElsewhereAndEndsHere()
{
    Runner runner;
    QSignalSpy started(&runner, &Runner::started);
    QSignalSpy finished(&runner, &Runner::finished);
    std::thread::id worker;
    std::thread::id end;
    QVERIFY(runner.start<Done>({.title = "t",
                                .work = [&](const Runner::Progress&) -> Status {
                                    worker = std::this_thread::get_id();
                                    return Done{};
                                },
                                .done =
                                    [&](const Status& status) {
                                        QVERIFY(status.ok());
                                        QVERIFY(finished.isEmpty());
                                        end = std::this_thread::get_id();
                                    }}));
    QVERIFY(runner.isRunning());
    QCOMPARE(started.value(0).value(0).toString(), QString("t"));
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(!runner.isRunning());
    QVERIFY(worker != end);
    QVERIFY(end == std::this_thread::get_id());
}

void TestRunner::resultsArrive()
{
    Runner runner;
    std::string text;
    QVERIFY(runner.start<std::string>(
        {.title = {},
         .work = [](const Runner::Progress&) -> Result<std::string> { return std::string("made"); },
         .done =
             [&](const Result<std::string>& result) {
                 text = *result;
             }}));
    QTRY_COMPARE(text, std::string("made"));
}

void TestRunner::progressArrives()
{
    Runner runner;
    QSignalSpy progressed(&runner, &Runner::progressed);
    QVERIFY(runner.start<Done>({.title = {},
                                .work =
                                    [](const Runner::Progress& progress) {
                                        progress(0.25);
                                        return untilCancelled(progress);
                                    },
                                .done = nothing}));
    QTRY_VERIFY(!progressed.isEmpty());
    QCOMPARE(progressed.front().front().toDouble(), 0.25);
}

void TestRunner::cancel()
{
    Runner runner;
    ErrorKind kind = ErrorKind::Internal;
    QVERIFY(runner.start<Done>({.title = {}, .work = untilCancelled, .done = [&](const Status& s) {
                                    kind = s.error().kind;
                                }}));
    runner.cancel();
    QTRY_COMPARE(kind, ErrorKind::Cancelled);
    QVERIFY(!runner.isRunning());
    runner.cancel(); // nothing to cancel
}

void TestRunner::oneAtATime()
{
    Runner runner;
    QVERIFY(runner.start<Done>({.title = {}, .work = untilCancelled, .done = nothing}));
    bool second = false;
    QVERIFY(!runner.start<Done>({.title = {}, .work = untilCancelled, .done = [&](const Status&) {
                                     second = true;
                                 }}));
    runner.cancel();
    QTRY_VERIFY(!runner.isRunning());
    QVERIFY(!second);
}

void TestRunner::oneAfterAnother()
{
    Runner runner;
    QSignalSpy finished(&runner, &Runner::finished);
    int rounds = 0;
    std::function<void(const Status&)> next = [&](const Status&) {
        if (++rounds < 3)
            QVERIFY(runner.start<Done>(
                {.title = {}, .work = [](const Runner::Progress&) { return Status(Done{}); }, .done = next}));
    };
    next(Done{});
    QTRY_COMPARE(rounds, 3);
    QTRY_COMPARE(finished.size(), 1); // for all of them
}

void TestRunner::exceptionsAreErrors_data()
{
    QTest::addColumn<std::function<void()>>("fail");
    QTest::addColumn<int>("kind");
    QTest::addColumn<std::string>("code");
    const auto row = [](const char* name, const std::function<void()>& fail, ErrorKind kind, const char* code) {
        QTest::newRow(name) << fail << static_cast<int>(kind) << std::string(code);
    };
    row(
        "memory", [] { throw std::bad_alloc(); }, ErrorKind::Resource, "MEMORY");
    row(
        "threads", [] { throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again)); },
        ErrorKind::Resource, "THREADS");
    row(
        "logic", [] { throw std::logic_error("two of them"); }, ErrorKind::Internal, "INTERNAL");
    row(
        "not of std", [] { throw 1; }, ErrorKind::Internal, "INTERNAL");
}

void TestRunner::exceptionsAreErrors()
{
    QFETCH(std::function<void()>, fail);
    QFETCH(int, kind);
    QFETCH(std::string, code);
    Runner runner;
    Error error;
    QVERIFY(runner.start<Done>({.title = {},
                                .work = [&](const Runner::Progress&) -> Status {
                                    fail();
                                    return Done{};
                                },
                                .done =
                                    [&](const Status& status) {
                                        error = status.error();
                                    }}));
    QTRY_COMPARE(error.code, code);
    QCOMPARE(static_cast<int>(error.kind), kind);
    QVERIFY(!error.what.empty());
}

void TestRunner::canBeWaitedFor()
{
    Runner runner;
    QVERIFY(runner.finish(std::chrono::seconds(0))); // nothing runs
    std::atomic<bool> release = false;
    int ends = 0;
    QVERIFY(runner.start<Done>({.title = {},
                                .work =
                                    [&](const Runner::Progress&) {
                                        while (!release.load())
                                            std::this_thread::yield();
                                        return Status(Done{});
                                    },
                                .done =
                                    [&](const Status&) {
                                        ++ends;
                                    }}));
    QVERIFY(!runner.finish(std::chrono::milliseconds(1)));
    QCOMPARE(ends, 0);
    release = true;
    QVERIFY(runner.finish(std::chrono::minutes(1)));
    QCOMPARE(ends, 1);
    QVERIFY(!runner.isRunning());
    QCoreApplication::processEvents();
    QCOMPARE(ends, 1);
}

void TestRunner::destroyedInTheMiddle()
{
    std::binary_semaphore begun(0);
    bool ended = false;
    bool told = false;
    {
        Runner runner;
        QVERIFY(runner.start<Done>({.title = {},
                                    .work =
                                        [&](const Runner::Progress& progress) {
                                            begun.release();
                                            const Status status = untilCancelled(progress);
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

QTEST_GUILESS_MAIN(TestRunner)
#include "tst_runner.moc"
