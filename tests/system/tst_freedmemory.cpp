// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/matrix.h"
#include "system/memory.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

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

QTEST_APPLESS_MAIN(TestFreedMemory)
#include "tst_freedmemory.moc"
