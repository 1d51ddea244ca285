// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/matrix.h"
#include "system/memory.h"

#include <QTest>

#include <algorithm>
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <malloc.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace phasor;

namespace {

constexpr Shape kMask{5000, 512};
constexpr long kBytes = 5000 * 512 * 4;

long residentBytes()
{
    long all = 0;
    long resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

long faults()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

// As steps of a slider do: the new mask is made while the old one is still shown.
void step(Matrix& shown)
{
    Matrix next(kMask);
    std::fill_n(next.data(), kMask.rows * kMask.cols, 1.0F);
    shown = std::move(next);
}

} // namespace

class TestFreedMemory : public QObject
{
    Q_OBJECT

private slots:
    void servesTheNextAndIsReturned();
    void moreThreadsShareTheHeaps();
    void endOfAHeapIsReturned();
};

void TestFreedMemory::servesTheNextAndIsReturned()
{
    keepFreedMemory();
    std::thread([] { // a heap of its own, as the computing thread has
        const long before = residentBytes();
        long kept = 0;
        {
            Matrix shown;
            for (int warm = 0; warm < 3; ++warm)
                step(shown);
            const long pages = kBytes / sysconf(_SC_PAGESIZE);
            const long first = faults();
            for (int i = 0; i < 10; ++i)
                step(shown);
            QVERIFY2(faults() - first < pages, qPrintable(QString::number(faults() - first)));
            kept = residentBytes();
            QVERIFY(kept - before > 2 * kBytes - kBytes / 10);
        }
        returnFreedMemory(); // but what is at the end of a thread's heap
        const long returned = kept - residentBytes();
        QVERIFY2(returned > kBytes - kBytes / 10, qPrintable(QString::number(returned)));
    })
        .join();
}

// Threads that all hold memory at the same time.
void TestFreedMemory::moreThreadsShareTheHeaps()
{
    keepFreedMemory();
    constexpr int kThreads = 64;
    std::barrier all(kThreads);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i)
        threads.emplace_back([&all] {
            const std::vector<char> own(10000);
            all.arrive_and_wait();
        });
    for (std::thread& thread : threads)
        thread.join();
    char* text = nullptr;
    std::size_t length = 0;
    std::FILE* const memory = open_memstream(&text, &length);
    QVERIFY(memory != nullptr && malloc_info(0, memory) == 0);
    std::fclose(memory);
    const auto heaps = QByteArray(text, static_cast<qsizetype>(length)).count("<heap nr=");
    std::free(text);
    QVERIFY2(heaps >= 2 && heaps <= sysconf(_SC_NPROCESSORS_ONLN) + 2, qPrintable(QString::number(heaps)));
}

// Of many blocks that are freed at once, at most 32 MiB stay.
void TestFreedMemory::endOfAHeapIsReturned()
{
    keepFreedMemory();
    const long before = residentBytes();
    {
        std::vector<std::vector<char>> blocks;
        for (int i = 0; i < 120; ++i)
            blocks.emplace_back(1 << 20, 'x');
        QVERIFY(residentBytes() - before > 110L << 20);
    }
    const long kept = residentBytes() - before;
    QVERIFY2(kept <= 34L << 20, qPrintable(QString::number(kept)));
}

QTEST_APPLESS_MAIN(TestFreedMemory)
#include "tst_freedmemory.moc"
