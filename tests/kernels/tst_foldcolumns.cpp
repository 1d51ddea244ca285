// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/pixels.h"

#include "kerneltest.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace phasor;

namespace {

// Pixels of `taps` columns each, some of one or two fewer, that advance by 0 to `step` columns.
struct Pixels
{
    std::vector<std::size_t> first;
    std::vector<std::size_t> begin{0};
    std::vector<float> weights;
    std::size_t columns = 0;

    Pixels(std::size_t count, std::size_t taps, std::size_t step, Floats& random)
    {
        std::mt19937 engine(static_cast<std::uint32_t>(count + 1000 * taps + step));
        std::size_t at = engine() % 5; // pixels of a part of a picture do not begin with column 0
        for (std::size_t x = 0; x < count; ++x) {
            first.push_back(at);
            const std::size_t own = taps > 2 ? taps - engine() % 3 : taps;
            for (std::size_t k = 0; k < own; ++k)
                weights.push_back(random.ordinary());
            begin.push_back(weights.size());
            columns = std::max(columns, at - first[0] + own);
            at += engine() % (step + 1);
        }
    }

    ColumnFolds folds() const
    {
        return {first.data(), begin.data(), weights.data(), static_cast<std::int64_t>(first.size())};
    }
};

float foldedOneByOne(const Pixels& pixels, std::size_t x, const float* row)
{
    const float* const columns = row + (pixels.first[x] - pixels.first[0]);
    const std::size_t begin = pixels.begin[x];
    volatile float sum = pixels.weights[begin] * columns[0]; // volatile: rounded, never fused
    for (std::size_t k = 1; k < pixels.begin[x + 1] - begin; ++k) {
        const volatile float product = pixels.weights[begin + k] * columns[k];
        sum = sum + product;
    }
    return sum;
}

} // namespace

class TestFoldColumns : public QObject
{
    Q_OBJECT

private slots:
    void everyTargetHeightAndWidth();
    void notANumberStaysInItsPixels();
};

void TestFoldColumns::everyTargetHeightAndWidth()
{
    onEveryTarget([&] {
        Floats random(7);
        for (const std::size_t taps : {1U, 2U, 4U, 11U, 24U, 256U}) {
            for (const std::size_t count : {1U, 3U, 4U, 63U, 64U, 65U, 200U}) {
                const Pixels pixels(count, taps, taps == 2 ? 300 : 5, random); // with columns that nobody asks for
                const auto columns = static_cast<std::int64_t>(pixels.columns);
                for (std::int64_t rows = 1; rows <= kFoldedRows; ++rows) {
                    const std::int64_t inStride = columns + rows % 3;
                    const auto outStride = static_cast<std::int64_t>(count) + rows % 2;
                    Guarded<float> in((rows - 1) * inStride + columns, rows % 4);
                    Guarded<float> out((rows - 1) * outStride + static_cast<std::int64_t>(count), rows % 3);
                    for (std::int64_t i = 0; i < (rows - 1) * inStride + columns; ++i)
                        in.data()[i] = random.ordinary();
                    foldColumns(in.data(), inStride, rows, pixels.folds(), out.data(), outStride);
                    for (std::int64_t r = 0; r < rows; ++r) {
                        for (std::size_t x = 0; x < count; ++x)
                            QVERIFY(sameBits(out.data()[r * outStride + static_cast<std::int64_t>(x)],
                                             foldedOneByOne(pixels, x, in.data() + r * inStride)));
                    }
                    QVERIFY(out.intact());
                }
            }
        }
    });
}

void TestFoldColumns::notANumberStaysInItsPixels()
{
    onEveryTarget([&] {
        const std::vector<std::size_t> first{0, 1, 3};
        const std::vector<std::size_t> begin{0, 2, 4, 6};
        const std::vector<float> weights(6, 0.5F);
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const float rows[2][5] = {{1, 1, nan, 1, 1}, {2, 2, 2, 2, 2}};
        float out[2][3];
        foldColumns(rows[0], 5, 2, {first.data(), begin.data(), weights.data(), 3}, out[0], 3);
        QCOMPARE(out[0][0], 1.0F);
        QVERIFY(std::isnan(out[0][1]));
        QCOMPARE(out[0][2], 1.0F);
        QVERIFY(std::all_of(out[1], out[1] + 3, [](float value) { return value == 2; }));
    });
}

QTEST_APPLESS_MAIN(TestFoldColumns)
#include "tst_foldcolumns.moc"
