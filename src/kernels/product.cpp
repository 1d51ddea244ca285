// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/product.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/product.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kRows = 4; // whose sums are held in registers at a time

// The cells of kHeight rows and kVectors vectors of columns.
template <int kHeight, int kVectors, typename D>
HWY_ATTR HWY_INLINE void block(D d, Rows<const float> a, Rows<const float> b, Rows<float> out, std::int64_t depth)
{
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    hn::Vec<D> sums[std::size_t{kHeight}][std::size_t{kVectors}];
    for (int i = 0; i < kHeight; ++i) {
        for (int v = 0; v < kVectors; ++v)
            sums[i][v] = hn::LoadU(d, out.row(i) + v * lanes);
    }
    for (std::int64_t k = 0; k < depth; ++k) {
        hn::Vec<D> right[std::size_t{kVectors}];
        for (int v = 0; v < kVectors; ++v)
            right[v] = hn::LoadU(d, b.row(k) + v * lanes);
        for (int i = 0; i < kHeight; ++i) {
            const hn::Vec<D> left = hn::Set(d, a.row(i)[k]);
            for (int v = 0; v < kVectors; ++v)
                sums[i][v] = hn::Add(sums[i][v], hn::Mul(left, right[v]));
        }
    }
    for (int i = 0; i < kHeight; ++i) {
        for (int v = 0; v < kVectors; ++v)
            hn::StoreU(sums[i][v], d, out.row(i) + v * lanes);
    }
}

template <int kHeight>
HWY_ATTR void band(Rows<const float> a, Rows<const float> b, Rows<float> out, std::int64_t cols, std::int64_t depth)
{
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> one;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto at = [](auto rows, std::int64_t j) {
        return decltype(rows){rows.data + j, rows.stride};
    };
    std::int64_t j = 0;
    for (; j + 2 * lanes <= cols; j += 2 * lanes)
        block<kHeight, 2>(d, a, at(b, j), at(out, j), depth);
    for (; j + lanes <= cols; j += lanes)
        block<kHeight, 1>(d, a, at(b, j), at(out, j), depth);
    for (; j < cols; ++j)
        block<kHeight, 1>(one, a, at(b, j), at(out, j), depth);
}

void addProductKernel(Rows<const float> a, Rows<const float> b, Rows<float> out, std::int64_t rows, std::int64_t cols,
                      std::int64_t depth)
{
    std::int64_t i = 0;
    for (; i + kRows <= rows; i += kRows)
        band<kRows>({a.row(i), a.stride}, b, {out.row(i), out.stride}, cols, depth);
    for (; i < rows; ++i)
        band<1>({a.row(i), a.stride}, b, {out.row(i), out.stride}, cols, depth);
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(addProductKernel);

void addProduct(Rows<const float> a, Rows<const float> b, Rows<float> out, std::int64_t rows, std::int64_t cols,
                std::int64_t depth)
{
    HWY_DYNAMIC_DISPATCH(addProductKernel)(a, b, out, rows, cols, depth);
}

} // namespace phasor
#endif
