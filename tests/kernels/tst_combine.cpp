// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/combine.h"

#include "kerneltest.h"

#include <QFile>

#include <cmath>
#include <functional>
#include <limits>

using namespace phasor;

namespace {

// One row of operands and the kernel and scalar ways through them.
struct Row
{
    const float* e;
    const float* pe;
    const float* keep;
    float s;
    float factor;
};
using Kernel = std::function<void(const Row&, float*, std::int64_t)>;
using Scalar = std::function<float(const Row&, std::int64_t)>;

// volatile: each operation is rounded on its own, whatever the compiler would like to fuse.
float product(float a, float b)
{
    const volatile float p = a * b;
    return p;
}

float total(float a, float b)
{
    const volatile float t = a + b;
    return t;
}

float noise(const Row& row, std::int64_t i)
{
    return row.keep[i] != 0 ? row.factor : 0.0F;
}

struct Case
{
    const char* name;
    Kernel kernel;
    Scalar scalar;
};

std::vector<Case> cases()
{
    return {
        {"scale", [](const Row& r, float* out, std::int64_t n) { scale(r.e, r.s, out, n); },
         [](const Row& r, std::int64_t i) {
             return product(r.e[i], r.s);
         }},
        {"multiply", [](const Row& r, float* out, std::int64_t n) { multiply(r.e, r.pe, out, n); },
         [](const Row& r, std::int64_t i) {
             return product(r.e[i], r.pe[i]);
         }},
        {"scaleAdd", [](const Row& r, float* out, std::int64_t n) { scaleAdd(r.e, r.s, r.pe, out, n); },
         [](const Row& r, std::int64_t i) {
             return total(product(r.e[i], r.s), r.pe[i]);
         }},
        {"scaleAddStreaming",
         [](const Row& r, float* out, std::int64_t n) {
             scaleAdd(r.e, r.s, r.pe, out, n, true);
             storeFence();
         },
         [](const Row& r, std::int64_t i) {
             return total(product(r.e[i], r.s), r.pe[i]);
         }},
        {"dropout", [](const Row& r, float* out, std::int64_t n) { dropout(r.e, r.keep, r.factor, out, n); },
         [](const Row& r, std::int64_t i) {
             return product(r.e[i], noise(r, i));
         }},
        {"outputTileStreaming",
         [](const Row& r, float* out, std::int64_t n) {
             outputTile(r.e, r.s, r.pe, r.keep, r.factor, out, n, true);
             storeFence();
         },
         [](const Row& r, std::int64_t i) {
             return product(total(product(r.e[i], r.s), r.pe[i]), noise(r, i));
         }},
        {"outputTile",
         [](const Row& r, float* out, std::int64_t n) { outputTile(r.e, r.s, r.pe, r.keep, r.factor, out, n); },
         [](const Row& r, std::int64_t i) {
             return product(total(product(r.e[i], r.s), r.pe[i]), noise(r, i));
         }},
    };
}

} // namespace

class TestCombine : public QObject
{
    Q_OBJECT

private slots:
    void everyTargetSizeAndOffset_data();
    void everyTargetSizeAndOffset();
    void inPlace_data() { everyTargetSizeAndOffset_data(); }
    void inPlace();
    void bitsOfPyTorch();
    void droppedNegativeAndInfinite();
};

void TestCombine::everyTargetSizeAndOffset_data()
{
    QTest::addColumn<int>("index");
    const auto all = cases();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name) << static_cast<int>(i);
}

void TestCombine::everyTargetSizeAndOffset()
{
    QFETCH(int, index);
    const Case test = cases()[static_cast<std::size_t>(index)];
    onEveryTarget([&] {
        Floats random(1);
        for (std::int64_t n = 0; n < kSizes; ++n) {
            for (const std::int64_t offset : kOffsets) {
                Guarded<float> e(n, offset), pe(n, 2 * offset), keep(n, offset + 1), out(n, offset + 2);
                random.fill(e.data(), n);
                random.fill(pe.data(), n);
                for (std::int64_t i = 0; i < n; ++i)
                    keep.data()[i] = random.ordinary() < 0 ? 0.0F : 1.0F;
                const Row row{e.data(), pe.data(), keep.data(), 22.627417F, 1 / 0.9F};
                test.kernel(row, out.data(), n);
                for (std::int64_t i = 0; i < n; ++i)
                    QVERIFY(sameBits(out.data()[i], test.scalar(row, i)));
                QVERIFY(out.intact());
            }
        }
    });
}

void TestCombine::inPlace()
{
    QFETCH(int, index);
    const Case test = cases()[static_cast<std::size_t>(index)];
    constexpr std::int64_t n = 77;
    onEveryTarget([&] {
        for (int operand = 0; operand < 3; ++operand) {
            Floats random(2);
            std::vector<float> values[3] = {std::vector<float>(n), std::vector<float>(n), std::vector<float>(n)};
            for (auto& column : values)
                random.fill(column.data(), n);
            const Row row{values[0].data(), values[1].data(), values[2].data(), -3.0F, 2.0F};
            std::vector<float> expected(n);
            for (std::int64_t i = 0; i < n; ++i)
                expected[static_cast<std::size_t>(i)] = test.scalar(row, i);
            std::vector<float>& out = values[operand];
            test.kernel(row, out.data(), n);
            for (std::size_t i = 0; i < out.size(); ++i)
                QVERIFY(sameBits(out[i], expected[i]));
        }
    });
}

void TestCombine::bitsOfPyTorch()
{
    QFile file(PHASOR_GOLDEN "/kernels/combine.txt");
    QVERIFY(file.open(QIODevice::ReadOnly));
    std::vector<float> columns[8];
    for (const QByteArray& line : file.readAll().trimmed().split('\n')) {
        const auto words = line.split(' ');
        QCOMPARE(words.size(), 8);
        for (qsizetype c = 0; c < 8; ++c)
            columns[c].push_back(std::bit_cast<float>(static_cast<std::uint32_t>(words[c].toUInt(nullptr, 16))));
    }
    const auto n = static_cast<std::int64_t>(columns[0].size());
    QVERIFY(n > 500);
    onEveryTarget([&] {
        const auto& [e, s, pe, keep, factor, scaled, sum, output] = columns; // Clang 14 captures no such names
        for (std::size_t i = 0; i < e.size(); ++i) { // s differs from line to line: as a row of 20 equal elements
            constexpr std::int64_t kRow = 20;
            const std::vector<float> es(kRow, e[i]), pes(kRow, pe[i]), keeps(kRow, keep[i]);
            std::vector<float> out(kRow);
            scale(es.data(), s[i], out.data(), kRow);
            for (const float value : out)
                QVERIFY(sameBits(value, scaled[i]));
            scaleAdd(es.data(), s[i], pes.data(), out.data(), kRow);
            for (const float value : out)
                QVERIFY(sameBits(value, sum[i]));
            outputTile(es.data(), s[i], pes.data(), keeps.data(), factor[i], out.data(), kRow);
            for (const float value : out)
                QVERIFY(sameBits(value, output[i]));
        }
        std::vector<float> dropped(e.size());
        dropout(sum.data(), keep.data(), factor[0], dropped.data(), n);
        for (std::size_t i = 0; i < e.size(); ++i)
            QVERIFY(sameBits(dropped[i], output[i]));
    });
}

void TestCombine::droppedNegativeAndInfinite()
{
    const float x[] = {-2.0F, 2.0F, -0.0F, std::numeric_limits<float>::infinity(), -2.0F};
    const float keep[] = {0, 0, 0, 0, 1};
    float out[5];
    dropout(x, keep, std::numeric_limits<float>::infinity(), out, 5); // p = 1: 1 / (1 - p) is not used for the dropped
    QVERIFY(out[0] == 0 && std::signbit(out[0]));
    QVERIFY(out[1] == 0 && !std::signbit(out[1]));
    QVERIFY(out[2] == 0 && std::signbit(out[2]));
    QVERIFY(std::isnan(out[3]));
    QCOMPARE(out[4], -std::numeric_limits<float>::infinity());
}

QTEST_APPLESS_MAIN(TestCombine)
#include "tst_combine.moc"
