// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/combine.h"

#include "kerneltest.h"

#include <cstring>

using namespace phasor;

class TestMemory : public QObject
{
    Q_OBJECT

private slots:
    void stores();
    void copies();
};

void TestMemory::stores()
{
    onEveryTarget([] {
        for (const auto store : {plainStore, streamStore}) {
            for (std::int64_t n = 0; n < kSizes; ++n) {
                for (const std::int64_t offset : kOffsets) {
                    Guarded<float> out(n, offset);
                    store(out.data(), n, 2.5F);
                    QVERIFY(out.intact());
                    for (std::int64_t i = 0; i < n; ++i)
                        QCOMPARE(out.data()[i], 2.5F);
                }
            }
        }
    });
}

void TestMemory::copies()
{
    onEveryTarget([] {
        Floats random(3);
        for (std::int64_t n = 0; n < kSizes; ++n) {
            for (const std::int64_t offset : kOffsets) {
                Guarded<float> in(n, offset + 1), out(n, offset);
                random.fill(in.data(), n);
                streamCopy(in.data(), out.data(), n);
                QVERIFY(out.intact());
                QVERIFY(std::memcmp(in.data(), out.data(), static_cast<std::size_t>(n) * sizeof(float)) == 0);
            }
        }
    });
}

QTEST_APPLESS_MAIN(TestMemory)
#include "tst_memory.moc"
