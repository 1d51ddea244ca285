// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reduce.h"

#include "kerneltest.h"

#include <algorithm>
#include <array>

using namespace phasor;

namespace {

// What the header says, for one matrix. volatile: each operation is rounded on its own.
struct Expected
{
    std::vector<double> lower;
    std::vector<double> product;
};

Expected expected(std::vector<double> lower, std::int64_t stride, std::int64_t n, const double* v, const double* w,
                  const double* u)
{
    std::vector<double> product(static_cast<std::size_t>(n), 0.0);
    const auto at = [&](std::int64_t i, std::int64_t j) -> double& {
        return lower[static_cast<std::size_t>(j * stride + i)];
    };
    const auto times = [](double a, double b) {
        const volatile double result = a * b;
        return double(result);
    };
    for (std::int64_t j = 0; j < n; ++j) {
        std::array<double, 8> sums{};
        double last = 0;
        const std::int64_t whole = j + 1 + (n - j - 1) / 8 * 8;
        for (std::int64_t i = j; i < n; ++i) {
            const volatile double once = at(i, j) - times(v[i], w[j]);
            const volatile double cell = once - times(w[i], v[j]);
            at(i, j) = cell;
        }
        for (std::int64_t i = j + 1; i < n; ++i) {
            product[static_cast<std::size_t>(i)] += times(at(i, j), u[j]);
            if (i < whole)
                sums[static_cast<std::size_t>((i - j - 1) % 8)] += times(at(i, j), u[i]);
        }
        for (std::size_t half = 4; half > 0; half /= 2) {
            for (std::size_t k = 0; k < half; ++k)
                sums[k] += sums[k + half];
        }
        last = sums[0];
        for (std::int64_t i = whole; i < n; ++i)
            last += times(at(i, j), u[i]);
        product[static_cast<std::size_t>(j)] += times(at(j, j), u[j]) + last;
    }
    return {std::move(lower), std::move(product)};
}

} // namespace

class TestSymmetric : public QObject
{
    Q_OBJECT

private slots:
    void anySize();
};

void TestSymmetric::anySize()
{
    std::mt19937 engine(3);
    const auto random = [&engine] {
        return static_cast<double>(engine()) / 0x1p31 - 1;
    };
    for (std::int64_t n = 0; n < 40; ++n) {
        const std::int64_t stride = n + n % 3;
        std::vector<double> lower(static_cast<std::size_t>(std::max<std::int64_t>(1, n * stride)));
        std::vector<double> vectors(static_cast<std::size_t>(3 * n + 1));
        std::ranges::generate(lower, random);
        std::ranges::generate(vectors, random);
        const double* const v = vectors.data();
        const double* const w = v + n;
        const double* const u = w + n;
        const Expected right = expected(lower, stride, n, v, w, u);
        onEveryTarget([&] {
            std::vector<double> found = lower;
            Guarded<double> product(n, 1);
            updateAndMultiply(found.data(), stride, n, v, w, u, product.data());
            QVERIFY(product.intact());
            QCOMPARE(found, right.lower);
            for (std::int64_t i = 0; i < n; ++i)
                QVERIFY(sameBits(product.data()[i], right.product[static_cast<std::size_t>(i)]));
        });
    }
}

QTEST_APPLESS_MAIN(TestSymmetric)
#include "tst_symmetric.moc"
