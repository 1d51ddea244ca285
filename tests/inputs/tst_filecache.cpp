// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/tablewriter.h"
#include "files/testfiles.h"
#include "inputs/filecache.h"
#include "inputs/matrix/matrixfile.h"
#include "onlyonlinux.h"

#include <QtTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <future>
#include <thread>
#include <vector>

using namespace phasor;

namespace {

// Stands for whatever is made of a file.
class Text final : public FileContent
{
public:
    Text(std::string text, std::uint64_t memory)
        : m_text(std::move(text))
        , m_memory(memory)
    {
    }
    const std::string& text() const { return m_text; }
    std::uint64_t memory() const override { return m_memory; }
    bool usable() const override { return m_usable; }
    mutable std::atomic<bool> m_usable = true;

private:
    std::string m_text;
    std::uint64_t m_memory;
};

Result<std::shared_ptr<const Text>> textOf(FileCache& files, const std::string& path, std::uint64_t memory = 10)
{
    return files.get<Text>("text", path, [&](InputFile file) -> Result<std::shared_ptr<const FileContent>> {
        TRY(std::string text, file.all(100));
        return std::shared_ptr<const FileContent>(std::make_shared<const Text>(std::move(text), memory));
    });
}

std::string onesNpy(std::int64_t rows, std::int64_t cols)
{
    return npyHeader("<f4", std::array{rows, cols}).append(static_cast<std::size_t>(rows * cols * 4), '\0');
}

} // namespace

class FileCacheTest : public QObject
{
    Q_OBJECT

private slots:
    void unchangedFileIsOpenedOnce();
    void changedFileIsOpenedAgain();
    void anotherFileOfTheSameSizeIsOpened();
    void kindsDoNotMix();
    void whatFailedIsNotKept();
    void whatIsNoLongerUsableIsMadeAgain();
    void oldOnesAreForgotten();
    void largeOnesAreForgottenFirst();
    void manyThreadsReadOnce();
    void knownFilesDoNotWait();
};

void FileCacheTest::unchangedFileIsOpenedOnce()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "a", "one");
    FileCache files;
    const auto first = textOf(files, folder / "a").value();
    QCOMPARE(first->text(), std::string("one"));
    QVERIFY(textOf(files, folder / "a").value() == first);
    QCOMPARE(files.opened(), std::int64_t{1});
}

void FileCacheTest::changedFileIsOpenedAgain()
{
    const testfiles::Folder folder;
    const std::string path = folder / "a";
    testfiles::write(path, "one");
    FileCache files;
    const auto first = textOf(files, path).value();

    testfiles::write(path, "three"); // another size
    QCOMPARE(textOf(files, path).value()->text(), std::string("three"));

    const auto before = textOf(files, path).value();
    const timespec times[2] = {{1000, 1}, {1000, 1}}; // another time
    QCOMPARE(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
    QVERIFY(textOf(files, path).value() != before);
    QCOMPARE(files.opened(), std::int64_t{3});
    QCOMPARE(first->text(), std::string("one")); // whoever holds the old one keeps it

    QCOMPARE(unlink(path.c_str()), 0);
    QCOMPARE(textOf(files, path).error().code, std::string("ENOENT"));
    QCOMPARE(english(textOf(files, path).error().where), inQuotes(path));
}

// Written within the same tick of the clock: only the inode tells them apart.
void FileCacheTest::anotherFileOfTheSameSizeIsOpened()
{
    PHASOR_ONLY_ON_LINUX();
    const testfiles::Folder folder;
    const std::string path = folder / "a";
    testfiles::write(path, "three");
    FileCache files;
    QCOMPARE(textOf(files, path).value()->text(), std::string("three"));
    testfiles::write(folder / "b", "seven");
    QCOMPARE(std::rename((folder / "b").c_str(), path.c_str()), 0);
    QCOMPARE(textOf(files, path).value()->text(), std::string("seven"));
}

void FileCacheTest::kindsDoNotMix()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "a", onesNpy(1, 2));
    FileCache files;
    const auto matrix = MatrixFile::open(folder / "a", files);
    QVERIFY(matrix.ok());
    QVERIFY(textOf(files, folder / "a").error().code == "LIMIT"); // 136 bytes
    QVERIFY(MatrixFile::open(folder / "a", files).value() == *matrix);
}

void FileCacheTest::whatFailedIsNotKept()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "m.npy", "no matrix");
    FileCache files;
    QVERIFY(!MatrixFile::open(folder / "m.npy", files).ok());
    QVERIFY(!MatrixFile::open(folder / "m.npy", files).ok());
    QCOMPARE(files.opened(), std::int64_t{2});
}

void FileCacheTest::whatIsNoLongerUsableIsMadeAgain()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "a", "one");
    FileCache files;
    const auto first = textOf(files, folder / "a").value();
    first->m_usable = false;
    QVERIFY(textOf(files, folder / "a").value() != first);
}

void FileCacheTest::oldOnesAreForgotten()
{
    const testfiles::Folder folder;
    FileCache files;
    std::vector<std::weak_ptr<const Text>> texts;
    for (int i = 0; i < 10; ++i) {
        const std::string path = folder / std::to_string(i);
        testfiles::write(path, std::to_string(i));
        texts.emplace_back(textOf(files, path).value());
        QVERIFY(textOf(files, folder / "0").ok()); // asked for again and again
    }
    QVERIFY(!texts[0].expired() && texts[1].expired() && texts[2].expired());
    for (std::size_t i = 3; i < 10; ++i)
        QVERIFY(!texts[i].expired());
}

void FileCacheTest::largeOnesAreForgottenFirst()
{
    const testfiles::Folder folder;
    for (const char* name : {"small", "large", "larger"})
        testfiles::write(folder / name, name);
    FileCache files;
    const std::weak_ptr<const Text> large = textOf(files, folder / "large", std::uint64_t{300} << 20).value();
    QVERIFY(!large.expired()); // the newest is kept, however large
    const std::weak_ptr<const Text> small = textOf(files, folder / "small").value();
    QVERIFY(large.expired());
    const std::weak_ptr<const Text> larger = textOf(files, folder / "larger", std::uint64_t{900} << 20).value();
    QVERIFY(!small.expired() && !larger.expired());
}

// Threads that ask for the cells at once get the same ones, read by one of them; one that gives up does not spoil it.
void FileCacheTest::manyThreadsReadOnce()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "m.npy", onesNpy(500, 1000));
    FileCache files;
    std::array<std::shared_ptr<const ImportedMatrix>, 8> got;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < got.size(); ++i) {
        threads.emplace_back([&, i] {
            const auto file = MatrixFile::open(folder / "m.npy", files).value();
            const CancelToken cancel;
            const CancelScope job(cancel);
            if (i % 4 == 3)
                cancel.cancel();
            const auto matrix = file->read();
            got[i] = matrix.ok() ? *matrix : nullptr;
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(files.opened(), std::int64_t{1});
    for (std::size_t i = 0; i < got.size(); ++i)
        QVERIFY(i % 4 == 3 ? !got[i] || got[i] == got[0] : got[i] && got[i] == got[0]);
    QCOMPARE(MatrixFile::open(folder / "m.npy", files).value()->memory(), std::uint64_t{500 * 1000 * 4});
}

// While one file is read for long, another one is there at once, and a second request for the first one waits.
void FileCacheTest::knownFilesDoNotWait()
{
    using namespace std::chrono_literals;
    const testfiles::Folder folder;
    testfiles::write(folder / "known", "one");
    testfiles::write(folder / "new", "two");
    testfiles::write(folder / "slow", "three");
    FileCache files;
    QVERIFY(textOf(files, folder / "known").ok());
    std::promise<void> begun;
    std::promise<void> end;
    auto slow = std::async(std::launch::async, [&] {
        return files.get<Text>("text", folder / "slow", [&](const InputFile&) {
            begun.set_value();
            end.get_future().wait();
            return Result<std::shared_ptr<const FileContent>>(std::make_shared<const Text>("slow", 10));
        });
    });
    begun.get_future().wait();
    auto others = std::async(
        std::launch::async, [&] { return textOf(files, folder / "known").ok() && textOf(files, folder / "new").ok(); });
    auto same = std::async(std::launch::async, [&] { return textOf(files, folder / "slow"); });
    const bool atOnce = others.wait_for(10s) == std::future_status::ready;
    const bool waits = same.wait_for(50ms) == std::future_status::timeout;
    end.set_value(); // before a check can return: destructors wait for the threads
    QVERIFY(atOnce && waits && others.get());
    QVERIFY(same.get().value() == slow.get().value());
    QCOMPARE(files.opened(), std::int64_t{3});
}

QTEST_APPLESS_MAIN(FileCacheTest)
#include "tst_filecache.moc"
