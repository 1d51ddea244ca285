// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/randomwords.h"
#include "random/philox.h"

#include "drawing.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace phasor;

namespace {

float curandUniform(std::uint32_t word)
{
    return std::fma(float(word), 0x1p-32f, 0x1p-33f);
}

// One element as the kernel's source says it, without anything that makes it fast.
float kept(std::uint64_t seed, std::uint64_t counter, CudaLayout layout, double keep, std::int64_t e)
{
    const std::int64_t t = layout.threads;
    const std::int64_t v = layout.vector;
    const std::int64_t step = v == 1 ? e / (4 * t) : e / (v * t);
    const std::int64_t thread = v == 1 ? e % t : e % (v * t) / v;
    const std::int64_t word = v == 1 ? e % (4 * t) / t : e % v;
    const std::array<std::uint32_t, 4> words
        = philox({std::uint32_t(counter + std::uint64_t(step)), 0, std::uint32_t(thread), 0},
                 {std::uint32_t(seed), std::uint32_t(seed >> 32)});
    return curandUniform(words[std::size_t(word)]) < float(keep) ? 1.0f : 0.0f;
}

} // namespace

class tst_CudaMask : public QObject
{
    Q_OBJECT
private slots:
    void firstUniforms();
    void vectorKernel();
    void scalarKernel_data();
    void scalarKernel();
    void layouts_data();
    void layouts();
    void offsets();
    void features_data();
    void features();
};

// torch.manual_seed(0); torch.rand(5, device="cuda")
void tst_CudaMask::firstUniforms()
{
    const double published[] = {.3990, .5167, .0249, .9401, .9459};
    for (std::uint32_t i = 0; i < 5; ++i)
        QVERIFY(std::fabs(curandUniform(philox({0, 0, i, 0}, {0, 0})[0]) - published[i]) < 6e-5);
}

// https://github.com/intel/torch-xpu-ops/issues/2926: seed 1, p = 0.1, an RTX 4080 Super (80 x 1536)
void tst_CudaMask::vectorKernel()
{
    const auto drawn = generator("torch-cuda", "1", {80, 1536})->keepMask({1, 2097152}, 0.1).value();
    const std::vector<float> mask = cells(*drawn.values);
    std::vector<std::size_t> dropped;
    for (std::size_t i = 0; i < mask.size(); ++i) {
        if (mask[i] == 0)
            dropped.push_back(i);
    }
    QCOMPARE(dropped[0], std::size_t{8});
    QCOMPARE(dropped[1], std::size_t{14});
    QCOMPARE(dropped[2], std::size_t{20});
    QCOMPARE(dropped[dropped.size() - 3], std::size_t{2097121});
    QCOMPARE(dropped[dropped.size() - 2], std::size_t{2097140});
    QCOMPARE(dropped[dropped.size() - 1], std::size_t{2097151});
}

// https://github.com/pytorch/pytorch/issues/25690: seed 0, p = 0.5, the sum over dropout(ones(10^6)), before 1.8
void tst_CudaMask::scalarKernel_data()
{
    QTest::addColumn<int>("multiprocessors");
    QTest::addColumn<double>("sum");
    QTest::addRow("P100") << 56 << 999826.0;
    QTest::addRow("K80") << 13 << 999100.0;
}

void tst_CudaMask::scalarKernel()
{
    QFETCH(int, multiprocessors);
    QFETCH(double, sum);
    CudaLayout layout = cudaLayout(1000000, multiprocessors * 2048);
    layout.vector = 1;
    const std::vector<float> mask = values(cudaKeepMask(0, 0, layout, 0.5), 0, 1000000);
    QCOMPARE(std::accumulate(mask.begin(), mask.end(), 0.0) * 2, sum);
}

void tst_CudaMask::layouts_data()
{
    QTest::addColumn<qint64>("count");
    QTest::addColumn<qint64>("threads");
    for (const qint64 count : {1, 2, 3, 4, 255, 1022, 1024, 10001, 10002, 100000, 20003}) {
        QTest::addRow("%lld elements, small grid", count) << count << qint64{512};
        QTest::addRow("%lld elements, large grid", count) << count << qint64{221184};
    }
}

void tst_CudaMask::layouts()
{
    QFETCH(qint64, count);
    QFETCH(qint64, threads);
    const CudaLayout layout = cudaLayout(count, threads);
    QCOMPARE(layout.vector, count % 4 == 0 ? 4 : count % 2 == 0 ? 2 : 1);
    const std::uint64_t seed = 0xfedcba9876543210;
    const auto mask = cudaKeepMask(seed, 3, layout, 0.58);
    const std::vector<float> all = values(mask, 0, count);
    for (std::int64_t e = 0; e < count; ++e)
        QCOMPARE(all[std::size_t(e)], kept(seed, 3, layout, 0.58, e));
    for (const std::int64_t first :
         {std::int64_t{1}, std::int64_t{count / 3}, std::int64_t{count / 2}, std::int64_t{count - 1}}) {
        const std::int64_t length = std::min<std::int64_t>(count - first, 3001);
        if (first < 0 || length <= 0)
            continue;
        QCOMPARE(values(mask, first, length), std::vector<float>(all.begin() + first, all.begin() + first + length));
    }
}

// A mask takes up counters of the GPU's generator; the embedding, drawn on the CPU, takes none.
void tst_CudaMask::offsets()
{
    const Shape shape{1000, 512};
    const GpuGrid grid{2, 512};
    const auto fresh = generator("torch-cuda", "42", grid);
    const auto mask = [&](const Generator& g) {
        return g.keepMask(shape, 0.1).value();
    };
    const Drawn embedding = fresh->normal(shape, 0, 1).value();
    QCOMPARE(cells(*embedding.values), cells(*generator("torch", "42")->normal(shape, 0, 1).value().values));
    const Drawn first = mask(*embedding.after);
    QCOMPARE(cells(*first.values), cells(*mask(*fresh).values));
    // 512000 elements on 1024 threads, four words a counter
    const auto second = cudaKeepMask(42, 125, cudaLayout(512000, 1024), 1 - 0.1);
    QCOMPARE(cells(*mask(*first.after).values), values(second, 0, 512000));
}

void tst_CudaMask::features_data()
{
    QTest::addColumn<qint64>("count");
    for (const qint64 count : {1, 4, 255, 512, 1023, 5000})
        QTest::addRow("%lld", count) << count;
}

// nn.Dropout1d draws with bernoulli_, whose threads take single elements also where dropout's take four.
void tst_CudaMask::features()
{
    QFETCH(qint64, count);
    const GpuGrid grid{2, 256};
    CudaLayout layout = cudaLayout(count, 512);
    layout.vector = 1;
    const std::vector<float> mask
        = cells(*generator("torch-cuda", "42", grid)->featureMask({count, 1}, 0.3).value().values);
    for (std::int64_t e = 0; e < count; ++e)
        QCOMPARE(mask[std::size_t(e)], kept(42, 0, layout, 1 - 0.3, e));
}

QTEST_APPLESS_MAIN(tst_CudaMask)
#include "tst_cudamask.moc"
