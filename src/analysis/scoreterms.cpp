// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/scoreterms.h"

#include "analysis/rows/rowproducts.h"
#include "field/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

// Of the products of some rows with those of one tile, but for a row's with itself.
struct Moments
{
    double sum = 0;
    double squares = 0; // about `shift`, which keeps them from losing digits
};

void add(Moments& moments, const float* products, std::int64_t count, std::int64_t skipped, double shift)
{
    for (std::int64_t j = 0; j < count; ++j) {
        if (j == skipped)
            continue;
        const double value = static_cast<double>(products[j]) - shift;
        moments.sum += value;
        moments.squares += value * value;
    }
}

} // namespace

double spreadOfProducts(MatrixView<const float> a, MatrixView<const float> b)
{
    const std::int64_t n = a.rows();
    if (n < 2)
        return std::numeric_limits<double>::quiet_NaN();
    const RowProducts products(b);
    std::vector<Moments> moments(static_cast<std::size_t>(products.tiles()));
    std::vector<float> first(static_cast<std::size_t>(RowProducts::kTile));
    products.products(a.window({0, 0, 1, a.cols()}), 0, first.data());
    const auto shift = static_cast<double>(first[1]);
    parallelFor(0, products.tiles(), 1, [&](Span span) {
        const std::int64_t begin = span.begin * RowProducts::kTile;
        const std::int64_t count = std::min(RowProducts::kTile, n - begin);
        std::vector<float> values(static_cast<std::size_t>(n * RowProducts::kTile));
        products.products(a, span.begin, values.data());
        for (std::int64_t i = 0; i < n; ++i)
            add(moments[static_cast<std::size_t>(span.begin)], values.data() + i * RowProducts::kTile, count, i - begin,
                shift);
    });
    Moments all;
    for (const Moments& part : moments) {
        all.sum += part.sum;
        all.squares += part.squares;
    }
    const auto pairs = static_cast<double>(n * (n - 1));
    const double mean = all.sum / pairs;
    const double variance = all.squares / pairs - mean * mean;
    return std::isfinite(variance) ? std::sqrt(std::max(0.0, variance)) : std::numeric_limits<double>::quiet_NaN();
}

} // namespace phasor
