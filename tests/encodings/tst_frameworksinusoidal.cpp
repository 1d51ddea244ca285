// SPDX-License-Identifier: GPL-3.0-or-later
#include "golden.h"

#include "encodings/sinusoidal/framework/frameworklanes.h"
#include "encodings/sinusoidal/settings.h"
#include "field/matrix.h"

#include <QCryptographicHash>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

using namespace phasor;

namespace {

EncodingSettings settingsOf(const QByteArrayList& line)
{
    return {line[2].toLongLong(), line[3].toLongLong(),     line[4].toDouble(), named<SinusoidalLayout>(line[1]),
            line[5].toLongLong(), named<Precision>(line[0])};
}

std::vector<std::uint32_t> bitsOf(const PositionTable& encoding)
{
    Matrix table(encoding.shape());
    encoding.fill(whole(encoding.shape()), table.view());
    std::vector<std::uint32_t> bits(static_cast<std::size_t>(table.rows() * table.cols()));
    for (std::size_t i = 0; i < bits.size(); ++i)
        bits[i] = std::isnan(table.data()[i]) ? 0x7fc00000U : std::bit_cast<std::uint32_t>(table.data()[i]);
    return bits;
}

} // namespace

class TestFrameworkSinusoidal : public QObject
{
    Q_OBJECT

private slots:
    void torchBits_data();
    void torchBits();
    void smallTable();
    void windows();
    void nearTheExactTable();
    void rounding();
};

void TestFrameworkSinusoidal::torchBits_data()
{
    QTest::addColumn<QByteArrayList>("line");
    for (const QByteArrayList& line : goldenLines("torch.txt"))
        QTest::newRow(line.mid(0, 6).join(' ').constData()) << line;
}

// Whole tables of Debian's PyTorch, bit for bit.
void TestFrameworkSinusoidal::torchBits()
{
    if (frameworkLanes() == nullptr)
        QSKIP("PyTorch's bits are those of a processor with AVX2 and FMA");
    QFETCH(QByteArrayList, line);
    const auto encoding = encodingOf(settingsOf(line));
    QVERIFY(encoding);
    const auto bits = bitsOf(*encoding);
    const QByteArray bytes(reinterpret_cast<const char*>(bits.data()),
                           static_cast<qsizetype>(bits.size() * sizeof(std::uint32_t)));
    QCOMPARE(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex(), line[6]);
}

// The same, small enough to show where it differs; within the last bit on any processor.
void TestFrameworkSinusoidal::smallTable()
{
    QFile file(QString::fromLatin1(PHASOR_GOLDEN "/encodings/torch_40x10.f32"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QCOMPARE(bytes.size(), 40 * 10 * 4);
    Matrix table({40, 10});
    encodingOf({.dModel = 10, .maxLen = 40, .precision = Precision::Float32})->fill({0, 0, 40, 10}, table.view());
    for (std::int64_t i = 0; i < 400; ++i) {
        float expected = 0;
        std::memcpy(&expected, bytes.constData() + 4 * i, 4);
        if (frameworkLanes() != nullptr)
            QCOMPARE(table.data()[i], expected);
        else
            QVERIFY(std::fabs(table.data()[i] - expected) <= 3e-6F);
    }
}

void TestFrameworkSinusoidal::windows()
{
    for (const SinusoidalLayout layout : kLayouts) {
        for (const Precision precision : {Precision::Float32, Precision::Bfloat16, Precision::Float16}) {
            const auto encoding = encodingOf({601, 150, 10000, layout, 0, precision});
            Matrix all({150, 601});
            encoding->fill({0, 0, 150, 601}, all.view());
            for (const Rect rect :
                 {Rect{149, 600, 1, 1}, Rect{3, 299, 40, 5}, Rect{0, 1, 150, 599}, Rect{77, 0, 2, 1}}) {
                Matrix part(rect.shape());
                encoding->fill(rect, part.view());
                for (std::int64_t r = 0; r < rect.rows; ++r) {
                    for (std::int64_t c = 0; c < rect.cols; ++c)
                        QCOMPARE(part(r, c), all(rect.row + r, rect.col + c));
                }
            }
        }
    }
}

// The tutorial's module is off by as much as is known of it: 3.9e-4 at 5000 positions.
void TestFrameworkSinusoidal::nearTheExactTable()
{
    Matrix exact({5000, 512});
    Matrix float32({5000, 512});
    encodingOf({})->fill({0, 0, 5000, 512}, exact.view());
    encodingOf({.precision = Precision::Float32})->fill({0, 0, 5000, 512}, float32.view());
    float error = 0;
    for (std::int64_t i = 0; i < 5000 * 512; ++i)
        error = std::max(error, std::fabs(exact.data()[i] - float32.data()[i]));
    QVERIFY(error > 3.5e-4F && error < 4.0e-4F);
}

void TestFrameworkSinusoidal::rounding()
{
    QCOMPARE(roundToBfloat16(257.0F), 256.0F);
    QCOMPARE(roundToBfloat16(259.0F), 260.0F);
    QCOMPARE(roundToBfloat16(-1.00390625F), -1.0F);
    QVERIFY(std::isinf(roundToBfloat16(3.4e38F)));
    QVERIFY(std::isnan(roundToBfloat16(std::nanf(""))));
    QCOMPARE(roundToFloat16(2049.0F), 2048.0F);
    QCOMPARE(roundToFloat16(2051.0F), 2052.0F);
    QCOMPARE(roundToFloat16(65519.0F), 65504.0F);
    QVERIFY(std::isinf(roundToFloat16(65520.0F)));
    QCOMPARE(roundToFloat16(-65520.0F), -std::numeric_limits<float>::infinity());
    QCOMPARE(roundToFloat16(0x1p-25F), 0.0F); // a tie between 0 and the least subnormal
    QCOMPARE(roundToFloat16(0x1.8p-25F), 0x1p-24F);
    QCOMPARE(roundToFloat16(-0x1.8p-24F), -0x1p-23F);
    QVERIFY(std::isnan(roundToFloat16(std::nanf(""))));
}

QTEST_APPLESS_MAIN(TestFrameworkSinusoidal)
#include "tst_frameworksinusoidal.moc"
