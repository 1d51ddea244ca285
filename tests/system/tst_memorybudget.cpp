// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/testfiles.h"
#include "system/linux/limits.h"
#include "system/memory.h"

#include <QtTest>

#include <sys/resource.h>

#include <filesystem>
#include <limits>

using namespace phasor;

namespace {

// A machine with 8 GiB available, without a group.
std::string machine(const testfiles::Folder& folder)
{
    std::filesystem::create_directories(folder / "proc/self");
    std::filesystem::create_directories(folder / "sys/fs/cgroup/user.slice/phasor");
    testfiles::write(folder / "proc/meminfo",
                     "MemTotal:       16777216 kB\nMemFree:  1024 kB\nMemAvailable:    8388608 kB\n");
    testfiles::write(folder / "proc/self/cgroup", "0::/user.slice/phasor\n");
    return folder.path();
}

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

} // namespace

class MemoryBudgetTest : public QObject
{
    Q_OBJECT

private slots:
    void halfOfWhatIsAvailable();
    void groupsLimitAtAnyLevel();
    void cacheOfTheGroupCountsAsFree();
    void addressSpaceLimits();
    void refusesBeforeAnythingIsTaken();
    void bytesForPeople_data();
    void bytesForPeople();
};

void MemoryBudgetTest::halfOfWhatIsAvailable()
{
    const testfiles::Folder folder;
    QCOMPARE(availableMemory(machine(folder)), 4 * kGiB);
    QCOMPARE(availableMemory("/nonexistent"), std::numeric_limits<std::uint64_t>::max());
}

void MemoryBudgetTest::groupsLimitAtAnyLevel()
{
    const testfiles::Folder folder;
    const std::string root = machine(folder);
    testfiles::write(folder / "sys/fs/cgroup/user.slice/phasor/memory.max", "max\n");
    testfiles::write(folder / "sys/fs/cgroup/user.slice/phasor/memory.current", "1000\n");
    QCOMPARE(availableMemory(root), 4 * kGiB);
    testfiles::write(folder / "sys/fs/cgroup/user.slice/memory.max", "3221225472\n");
    testfiles::write(folder / "sys/fs/cgroup/user.slice/memory.current", "1073741824\n");
    QCOMPARE(availableMemory(root), 2 * kGiB);
    testfiles::write(folder / "sys/fs/cgroup/user.slice/phasor/memory.max", "1001\n");
    QCOMPARE(availableMemory(root), std::uint64_t{1});
    testfiles::write(folder / "sys/fs/cgroup/user.slice/phasor/memory.max", "999\n");
    QCOMPARE(availableMemory(root), std::uint64_t{0});
}

void MemoryBudgetTest::cacheOfTheGroupCountsAsFree()
{
    const testfiles::Folder folder;
    const std::string root = machine(folder);
    testfiles::write(folder / "sys/fs/cgroup/memory.max", "2147483648\n");
    testfiles::write(folder / "sys/fs/cgroup/memory.current", "2147483648\n");
    QCOMPARE(availableMemory(root), std::uint64_t{0});
    testfiles::write(folder / "sys/fs/cgroup/memory.stat",
                     "anon 5\nfile 1073741824\ninactive_file 536870912\nactive_file 536870912\n");
    QCOMPARE(availableMemory(root), kGiB);
}

void MemoryBudgetTest::addressSpaceLimits()
{
    const testfiles::Folder folder;
    const std::string root = machine(folder);
    testfiles::write(folder / "proc/self/statm", "1000 1 1 1 0 1 0\n");
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_AS, &before), 0);
    const std::uint64_t bytes = std::uint64_t{1} << 50; // more than this process can want meanwhile, sanitizers aside
    const rlimit limit{bytes, before.rlim_max};
    QCOMPARE(setrlimit(RLIMIT_AS, &limit), 0);
    rlimit now{};
    QCOMPARE(getrlimit(RLIMIT_AS, &now), 0);
    if (now.rlim_cur != bytes)
        QSKIP("limits of the address space are not kept: an emulator has its own");
    testfiles::write(folder / "proc/meminfo", "MemAvailable: 9007199254740992 kB\n");
    const std::uint64_t available = availableMemory(root);
    QCOMPARE(setrlimit(RLIMIT_AS, &before), 0);
    QCOMPARE(available, bytes - 1000 * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)));
}

void MemoryBudgetTest::refusesBeforeAnythingIsTaken()
{
    QVERIFY(requireMemory(0, WORDS("nothing"), {}).ok());
    QVERIFY(requireMemory(1 << 20, WORDS("a table"), {}).ok());
    const ByteCount side = std::numeric_limits<std::int64_t>::max();
    for (const ByteCount bytes : {ByteCount{1} << 42, side * side, ~ByteCount{0}}) {
        const Status status
            = requireMemory(bytes, WORDS("the table needs %1, %2 are available"), WORDS("ask for fewer rows"));
        QVERIFY(!status.ok());
        QCOMPARE(static_cast<int>(status.error().kind), static_cast<int>(ErrorKind::Resource));
        QCOMPARE(QString::fromStdString(status.error().code), QString("MEMORY"));
        QVERIFY(english(status.error().what).starts_with("the table needs " + formatBytes(bytes) + ", "));
        QVERIFY(english(status.error().what).ends_with(" are available"));
        QCOMPARE(english(status.error().remedy), std::string("ask for fewer rows"));
    }
}

void MemoryBudgetTest::bytesForPeople_data()
{
    QTest::addColumn<quint64>("high");
    QTest::addColumn<quint64>("low");
    QTest::addColumn<QString>("text");
    const auto row = [](quint64 high, quint64 low, const char* text) {
        QTest::newRow(text) << high << low << QString(text);
    };
    row(0, 0, "0 bytes");
    row(0, 1023, "1023 bytes");
    row(0, 1024, "1.0 KiB");
    row(0, 1536, "1.5 KiB");
    row(0, 1048575, "1.0 MiB"); // and not 1024.0 KiB
    row(0, quint64{4} << 40, "4.0 TiB");
    row(0, ~quint64{0}, "16.0 EiB");
    row(quint64{1} << 32, 0, "64.0 RiB"); // 2^96
    row(~quint64{0}, ~quint64{0}, "268435456.0 QiB");
}

void MemoryBudgetTest::bytesForPeople()
{
    QFETCH(quint64, high);
    QFETCH(quint64, low);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(formatBytes((ByteCount{high} << 64) | low)), text);
}

QTEST_APPLESS_MAIN(MemoryBudgetTest)
#include "tst_memorybudget.moc"
