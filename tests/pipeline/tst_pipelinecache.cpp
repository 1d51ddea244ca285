// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/pipeline.h"

#include <QTest>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace phasor;

namespace {

using Text = std::shared_ptr<const std::string>;

struct NameKey
{
    std::string name;
    bool operator==(const NameKey&) const = default;
};

// The same fields, another part.
struct OtherKey
{
    std::string name;
    bool operator==(const OtherKey&) const = default;
};

// Made of another part, which has to be the same object.
struct LongerKey
{
    Text part;
    bool operator==(const LongerKey&) const = default;
};

template <typename Key> Text partOf(PipelineCache& cache, const Key& key, std::atomic<int>& made)
{
    const auto part = cache.part<std::string>(key, [&]() -> Result<Text> {
        ++made;
        return std::make_shared<const std::string>("made");
    });
    return part.value();
}

} // namespace

class TestPipelineCache : public QObject
{
    Q_OBJECT

private slots:
    void equalKeysAreOnePart();
    void keysOfAnotherKindAreOthers();
    void partsOfPartsGoByTheObject();
    void errorsAreNotKept();
    void whatIsNotAskedForIsForgotten();
    void picturesThatAreNotShownKeepTheShownOne();
    void oneOfManyThreadsMakesIt();
    void aCanceledJobDoesNotWait();
};

void TestPipelineCache::equalKeysAreOnePart()
{
    PipelineCache cache;
    std::atomic<int> made = 0;
    const Text first = partOf(cache, NameKey{"a"}, made);
    QCOMPARE(partOf(cache, NameKey{"a"}, made), first);
    QCOMPARE(made.load(), 1);
    QVERIFY(partOf(cache, NameKey{"b"}, made) != first);
    QCOMPARE(made.load(), 2);
}

void TestPipelineCache::keysOfAnotherKindAreOthers()
{
    PipelineCache cache;
    std::atomic<int> made = 0;
    QVERIFY(partOf(cache, NameKey{"a"}, made) != partOf(cache, OtherKey{"a"}, made));
}

void TestPipelineCache::partsOfPartsGoByTheObject()
{
    PipelineCache cache;
    std::atomic<int> made = 0;
    const Text part = std::make_shared<const std::string>("text");
    const Text twin = std::make_shared<const std::string>("text");
    const Text longer = partOf(cache, LongerKey{part}, made);
    QCOMPARE(partOf(cache, LongerKey{part}, made), longer);
    QVERIFY(partOf(cache, LongerKey{twin}, made) != longer);
}

void TestPipelineCache::errorsAreNotKept()
{
    PipelineCache cache;
    int asked = 0;
    const auto fails = [&]() -> Result<Text> {
        ++asked;
        return cancelledError();
    };
    QVERIFY(!cache.part<std::string>(NameKey{"a"}, fails).ok());
    QVERIFY(!cache.part<std::string>(NameKey{"a"}, fails).ok());
    QCOMPARE(asked, 2);
    std::atomic<int> made = 0;
    QCOMPARE(*partOf(cache, NameKey{"a"}, made), std::string("made"));
}

void TestPipelineCache::whatIsNotAskedForIsForgotten()
{
    PipelineCache cache;
    std::atomic<int> made = 0;
    const Text held = partOf(cache, NameKey{"old"}, made);
    const std::weak_ptr<const std::string> old = held;
    const std::weak_ptr<const std::string> current = partOf(cache, NameKey{"current"}, made);
    cache.forgetUnused();
    partOf(cache, NameKey{"current"}, made);
    cache.forgetUnused();
    QVERIFY(!current.expired());
    QCOMPARE(made.load(), 2);
    QVERIFY(!old.expired()); // its holder keeps it
    QVERIFY(partOf(cache, NameKey{"old"}, made) != held);
}

void TestPipelineCache::picturesThatAreNotShownKeepTheShownOne()
{
    PipelineCache cache;
    std::atomic<int> made = 0;
    const std::weak_ptr<const std::string> shown = partOf(cache, NameKey{"shown"}, made);
    cache.forgetUnused();
    std::vector<std::weak_ptr<const std::string>> others;
    for (const char* name : {"a", "b", "c"}) {
        others.push_back(partOf(cache, NameKey{name}, made));
        cache.forgetUnshown();
    }
    QVERIFY(!shown.expired());
    QVERIFY(others[0].expired() && others[1].expired());
    QVERIFY(!others[2].expired()); // of the last one
    partOf(cache, NameKey{"c"}, made);
    cache.forgetUnused(); // c is shown now
    QCOMPARE(made.load(), 4);
    QVERIFY(shown.expired());
    cache.forgetUnshown();
    QVERIFY(!others[2].expired());
}

void TestPipelineCache::oneOfManyThreadsMakesIt()
{
    PipelineCache cache;
    std::atomic<int> made = 0;
    std::vector<std::thread> threads;
    std::vector<Text> parts(8);
    for (Text& part : parts)
        threads.emplace_back([&] { part = partOf(cache, NameKey{"a"}, made); });
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(made.load(), 1);
    for (const Text& part : parts)
        QCOMPARE(part, parts[0]);
}

// An export that waits for a table that the window draws: cancel ends it at once.
void TestPipelineCache::aCanceledJobDoesNotWait()
{
    PipelineCache cache;
    std::atomic<bool> making = false;
    std::atomic<bool> enough = false;
    std::thread first([&] {
        const auto slow = [&]() -> Result<Text> {
            making = true;
            while (!enough)
                std::this_thread::yield();
            return std::make_shared<const std::string>("made");
        };
        cache.part<std::string>(NameKey{"a"}, slow).ok();
    });
    while (!making)
        std::this_thread::yield();
    const CancelToken cancel;
    ErrorKind kind = ErrorKind::Usage;
    std::thread second([&] {
        const CancelScope scope(cancel);
        kind = cache.part<std::string>(NameKey{"a"}, []() -> Result<Text> { return Text(); }).error().kind;
    });
    cancel.cancel();
    second.join(); // the part is not made yet
    enough = true;
    first.join();
    QVERIFY(kind == ErrorKind::Cancelled);
}

QTEST_APPLESS_MAIN(TestPipelineCache)
#include "tst_pipelinecache.moc"
