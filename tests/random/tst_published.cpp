// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/numpy/pcg64.h"

#include "drawing.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <utility>

using namespace phasor;

namespace {

QString ones(const std::vector<float>& mask)
{
    QString out;
    for (const float value : mask)
        out += value == 1.0f ? '1' : '0';
    return out;
}

QString maskOf(std::string_view id, std::string_view seed, Shape shape, double p)
{
    return ones(cells(*generator(id, seed)->keepMask(shape, p).value().values));
}

} // namespace

// Numbers that others have published, or that were noted down apart from the golden data.
class tst_Published : public QObject
{
    Q_OBJECT
private slots:
    void bookMasks();
    void intelAndArm();
    void fewNormalsDropped();
    void bernoulliWithMkl();
    void attentionWeights();
    void dropoutOfOnes_data();
    void dropoutOfOnes();
    void bookEmbedding();
    void numpyVectors();
};

// https://github.com/rasbt/LLMs-from-scratch/discussions/57: manual_seed(123); Dropout(0.5)(ones(6, 6)), as printed in
// the book and on Linux with MKL
void tst_Published::bookMasks()
{
    QCOMPARE(maskOf("torch", "123", {6, 6}, 0.5), QStringLiteral("110110000101111101011001010101011110"));
    QCOMPARE(maskOf("torch-mkl", "123", {6, 6}, 0.5), QStringLiteral("111111010000001010110001100001010000"));
}

// https://github.com/pytorch/pytorch/issues/84030: manual_seed(123); t = rand(10); t.sum(); dropout(t, 0.5, True).sum()
// on an M1 (no MKL) and on an Intel Mac (MKL), torch 1.12.1
void tst_Published::intelAndArm()
{
    const auto sums = [](std::string_view id) {
        const Drawn numbers = generator(id, "123")->uniform({1, 10}, 0, 1).value();
        const std::vector<float> all = cells(*numbers.values);
        const std::vector<float> mask = cells(*numbers.after->keepMask({1, 10}, 0.5).value().values);
        return std::pair(std::accumulate(all.begin(), all.end(), 0.0),
                         2 * std::inner_product(all.begin(), all.end(), mask.begin(), 0.0));
    };
    QVERIFY(std::fabs(sums("torch").first - 3.8430) < 6e-5);
    QVERIFY(std::fabs(sums("torch").second - 2.4471) < 6e-5);
    QVERIFY(std::fabs(sums("torch-mkl").second - 1.8894) < 6e-5);
}

// https://github.com/pytorch/pytorch/issues/121595, a comment on 2.3.0a0 without MKL: manual_seed(123);
// Dropout(0.5)(randn(5, 5))
void tst_Published::fewNormalsDropped()
{
    const double printed[] = {0.0000,  -0.0000, -0.6071, -0.0000, 0.6972,  0.0000,  -0.0000, -0.7583, 1.5342,
                              -0.0000, 1.3914,  -3.6121, 3.7919,  -0.0000, 0.0000,  -3.2065, -0.0000, -2.8191,
                              -0.8153, 0.0000,  1.9971,  0.0000,  3.6638,  -0.6757, 1.7611};
    const Drawn numbers = generator("torch", "123")->normal({5, 5}, 0, 1).value();
    const std::vector<float> x = cells(*numbers.values);
    const std::vector<float> mask = cells(*numbers.after->keepMask({5, 5}, 0.5).value().values);
    for (std::size_t i = 0; i < 25; ++i) {
        const float output = x[i] * (2 * mask[i]);
        QVERIFY(std::fabs(output - printed[i]) < 6e-5);
        QCOMPARE(std::signbit(output), std::signbit(printed[i]));
    }
}

// https://github.com/pytorch/pytorch/issues/94388, row C: manual_seed(314159); zeros(15).bernoulli(0.75) with MKL
void tst_Published::bernoulliWithMkl()
{
    QCOMPARE(maskOf("torch-mkl", "314159", {1, 15}, 0.25), QStringLiteral("100110111111111"));
}

// https://github.com/pytorch/pytorch/issues/121595: manual_seed(123); Dropout(0.5) of a lower triangle 6 x 6, torch 2.1
// to 2.3: what is kept of it on macOS (no MKL) and on Linux (MKL)
void tst_Published::attentionWeights()
{
    const auto compare = [](std::string_view id, std::initializer_list<const char*> rows) {
        const QString mask = maskOf(id, "123", {6, 6}, 0.5);
        qsizetype row = 0;
        for (const char* printed : rows) {
            QCOMPARE(mask.mid(6 * row, row + 1), QString::fromLatin1(printed));
            ++row;
        }
    };
    compare("torch", {"1", "00", "111", "0110", "01010", "011110"});
    compare("torch-mkl", {"1", "01", "001", "1100"});
}

void tst_Published::dropoutOfOnes_data()
{
    QTest::addColumn<QByteArray>("generator");
    QTest::addColumn<QByteArray>("seed");
    QTest::addColumn<QString>("mask");
    const auto row = [](const char* id, const char* seed, const char* mask) {
        QTest::addRow("%s %s", id, seed) << QByteArray(id) << QByteArray(seed) << QString(mask);
    };
    row("torch", "0", "01101111111111111111111111111111");
    row("torch", "42", "11111100111111111111111111011111");
    row("torch", "123", "11111111011111111111111111011111");
    row("torch-mkl", "0", "11011111111111111100111111111111");
    row("torch-mkl", "42", "11111111111111111011111110111111");
    row("torch-mkl", "123", "11111111111111111111111111110111");
}

void tst_Published::dropoutOfOnes()
{
    QFETCH(QByteArray, generator);
    QFETCH(QByteArray, seed);
    QFETCH(QString, mask);
    QCOMPARE(maskOf(generator.toStdString(), seed.toStdString(), {1, 32}, 0.1), mask);
}

// manual_seed(123); Embedding(6, 3), Raschka, "Build a Large Language Model (From Scratch)", chapter 2
void tst_Published::bookEmbedding()
{
    const std::vector<float> table = cells(*generator("torch", "123")->normal({6, 3}, 0, 1).value().values);
    const double printed[] = {0.3374, -0.1778, -0.1690, 0.9178, 1.5810, 1.3010};
    for (std::size_t i = 0; i < 6; ++i)
        QVERIFY(std::fabs(table[i] - printed[i]) < 6e-5);
}

void tst_Published::numpyVectors()
{
    const auto legacy = generator("numpy-legacy", "42");
    const auto floats = [](std::initializer_list<double> doubles) {
        return std::vector<float>(doubles.begin(), doubles.end());
    };
    QCOMPARE(cells(*legacy->uniform({1, 2}, 0, 1).value().values),
             floats({0x1.7f8771e5f51ecp-2, 0x1.e6c4068bbd654p-1}));
    QCOMPARE(cells(*legacy->normal({1, 3}, 0, 1).value().values),
             floats({0x1.fca2a28a9307cp-2, -0x1.1b2a505de052ap-3, 0x1.4b9dd50245e68p-1}));
    QCOMPARE(cells(*generator("numpy", "42")->uniform({1, 2}, 0, 1).value().values),
             floats({0x1.8c43f79a2db24p-1, 0x1.c16959869e47ep-2}));
    QCOMPARE(cells(*generator("numpy", "42")->normal({1, 2}, 0, 1).value().values),
             floats({0x1.3807c1104fc6bp-2, -0x1.0a3c65fca9a7ep+0}));
    Pcg64 pcg(42);
    QCOMPARE(pcg.next(), std::uint64_t{0xc621fbcd16d92688});
    QCOMPARE(pcg.next(), std::uint64_t{0x705a5661a791ffc1});
}

QTEST_APPLESS_MAIN(tst_Published)
#include "tst_published.moc"
