// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/combine.h"
#include "kernels/product.h"

#include "kerneltest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

using namespace phasor;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

// volatile: each operation is rounded on its own, whatever the compiler would like to fuse.
float productCell(Rows<const float> a, Rows<const float> b, float begin, std::int64_t i, std::int64_t j,
                  std::int64_t depth)
{
    volatile float sum = begin;
    for (std::int64_t k = 0; k < depth; ++k) {
        const volatile float term = a.row(i)[k] * b.row(k)[j];
        sum = sum + term;
    }
    return sum;
}

} // namespace

// The two kernels of attention.
class TestProduct : public QObject
{
    Q_OBJECT

private slots:
    void productsInOrder();
    void productsOfColumns();
    void exponentialsAreRight();
    void exponentialsOfSpecialValues();
    void exponentialsOfAnyLength();
};

void TestProduct::productsInOrder()
{
    Floats floats(1);
    constexpr std::int64_t kStride = 80;
    for (const std::int64_t rows : {1, 3, 4, 9}) {
        for (const std::int64_t cols : {1, 7, 16, 33, 70}) {
            for (const std::int64_t depth : {0, 1, 5, 64}) {
                std::vector<float> a(static_cast<std::size_t>(rows * kStride));
                std::vector<float> b(static_cast<std::size_t>(std::max<std::int64_t>(1, depth) * kStride));
                floats.fill(a.data(), rows * kStride);
                floats.fill(b.data(), std::ssize(b));
                const Rows<const float> left{a.data() + 1, kStride};
                const Rows<const float> right{b.data() + 3, kStride};
                onEveryTarget([&] {
                    Guarded<float> out(rows * kStride, 1);
                    std::fill_n(out.data(), rows * kStride, 0.5F);
                    addProduct(left, right, {out.data(), kStride}, rows, cols, depth);
                    QVERIFY(out.intact());
                    for (std::int64_t i = 0; i < rows; ++i) {
                        for (std::int64_t j = 0; j < kStride; ++j) {
                            const float expected = j < cols ? productCell(left, right, 0.5F, i, j, depth) : 0.5F;
                            QVERIFY(sameBits(out.data()[i * kStride + j], expected));
                        }
                    }
                });
            }
        }
    }
}

// Rows that are read as columns have the bits of the transposed matrix.
void TestProduct::productsOfColumns()
{
    Floats floats(3);
    constexpr std::int64_t kRows = 21;
    constexpr std::int64_t kCols = 13;
    constexpr std::int64_t kDepth = 37;
    std::vector<float> transposed(kDepth * kRows);
    std::vector<float> a(kRows * kDepth);
    std::vector<float> b(kDepth * kCols);
    floats.fill(transposed.data(), std::ssize(transposed));
    floats.fill(b.data(), std::ssize(b));
    for (std::int64_t i = 0; i < kRows; ++i) {
        for (std::int64_t k = 0; k < kDepth; ++k)
            a[static_cast<std::size_t>(i * kDepth + k)] = transposed[static_cast<std::size_t>(k * kRows + i)];
    }
    onEveryTarget([&] {
        std::vector<float> expected(kRows * kCols, 0.25F);
        std::vector<float> out = expected;
        addProduct(Rows<const float>{a.data(), kDepth}, {b.data(), kCols}, {expected.data(), kCols}, kRows, kCols,
                   kDepth);
        addProduct(Strided{transposed.data(), 1, kRows}, {b.data(), kCols}, {out.data(), kCols}, kRows, kCols, kDepth);
        for (std::size_t i = 0; i < out.size(); ++i)
            QVERIFY(sameBits(out[i], expected[i]));
    });
}

// Within two units in the last place of the exponential in double.
void TestProduct::exponentialsAreRight()
{
    std::vector<float> in;
    for (int i = 0; i <= 87 * 4096; ++i)
        in.push_back(static_cast<float>(-i) / 4096);
    onEveryTarget([&] {
        std::vector<float> out(in.size());
        exponentials(in.data(), 0, out.data(), std::ssize(in));
        for (std::size_t i = 0; i < in.size(); ++i) {
            const double exact = std::exp(static_cast<double>(in[i]));
            const auto nearest = static_cast<float>(exact);
            const double unit = static_cast<double>(std::nextafter(nearest, kInf) - nearest);
            QVERIFY2(std::fabs(static_cast<double>(out[i]) - exact) <= 2 * unit, std::to_string(in[i]).c_str());
        }
    });
}

void TestProduct::exponentialsOfSpecialValues()
{
    onEveryTarget([&] {
        const std::vector<float> in{5, 5 - 87.5F, -kInf, std::nanf(""), 4.5F};
        std::vector<float> out(in.size());
        exponentials(in.data(), 5, out.data(), std::ssize(in));
        QCOMPARE(out[0], 1.0F);
        QCOMPARE(out[1], 0.0F);
        QCOMPARE(out[2], 0.0F);
        QVERIFY(std::isnan(out[3]));
        QVERIFY(std::fabs(out[4] - std::exp(-0.5F)) <= 2e-7F);
        exponentials(in.data() + 2, -kInf, out.data(), 1);
        QVERIFY(std::isnan(out[0]));
    });
}

// An element does not depend on its neighbors or its place, nor on the instruction set.
void TestProduct::exponentialsOfAnyLength()
{
    Floats floats(2);
    std::vector<float> in(kSizes);
    for (float& value : in)
        value = -std::fabs(floats.ordinary()) * 3;
    std::vector<float> expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
        exponentials(&in[i], 0.25F, &expected[i], 1);
    onEveryTarget([&] {
        for (std::int64_t n = 0; n < kSizes; ++n) {
            for (const std::int64_t offset : kOffsets) {
                Guarded<float> out(n, offset);
                exponentials(in.data(), 0.25F, out.data(), n);
                QVERIFY(out.intact());
                for (std::int64_t i = 0; i < n; ++i)
                    QVERIFY(sameBits(out.data()[i], expected[static_cast<std::size_t>(i)]));
            }
        }
    });
}

QTEST_APPLESS_MAIN(TestProduct)
#include "tst_product.moc"
