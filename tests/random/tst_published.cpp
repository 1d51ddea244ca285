// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/pcg64.h"

#include "drawing.h"

#include <QTest>

#include <cmath>

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
