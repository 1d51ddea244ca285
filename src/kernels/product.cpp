// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/product.h"
#include "kernels/dispatch.h"

#include <hwy/foreach_target.h> // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kBandRows = 4; // rows whose sums are in registers at a time
constexpr bool kManyRegisters = !HWY_ARCH_X86 || HWY_TARGET <= HWY_AVX3; // 32 of them, and not 16
constexpr int kMostVectors = kManyRegisters ? 4 : 2; // vectors of each of those rows; a single row has more

// The cells of kHeight rows and kVectors vectors of columns.
template <int kHeight, int kVectors, typename D>
HWY_ATTR HWY_INLINE void block(D d, Strided a, Rows<const float> b, Rows<float> out, std::int64_t depth)
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
            const hn::Vec<D> left = hn::Set(d, a.at(i)[static_cast<std::ptrdiff_t>(k) * a.column]);
            for (int v = 0; v < kVectors; ++v)
                sums[i][v] = hn::Add(sums[i][v], hn::Mul(left, right[v]));
        }
    }
    for (int i = 0; i < kHeight; ++i) {
        for (int v = 0; v < kVectors; ++v)
            hn::StoreU(sums[i][v], d, out.row(i) + v * lanes);
    }
}

// Columns from `j` on that vectors of at most kLanes fill; `j` moves past them.
template <int kHeight, int kVectors, std::size_t kLanes>
HWY_ATTR HWY_INLINE void columns(Strided a, Rows<const float> b, Rows<float> out, std::int64_t cols, std::int64_t depth,
                                 std::int64_t& j)
{
    const hn::CappedTag<float, kLanes> d;
    const auto width = kVectors * static_cast<std::int64_t>(hn::Lanes(d));
    for (; j + width <= cols; j += width)
        block<kHeight, kVectors>(d, a, {b.data + j, b.stride}, {out.data + j, out.stride}, depth);
}

template <int kHeight>
HWY_ATTR void band(Strided a, Rows<const float> b, Rows<float> out, std::int64_t cols, std::int64_t depth)
{
    constexpr std::size_t kWhole = HWY_LANES(float);
    constexpr int kVectors = kHeight == 1 ? 4 * kMostVectors : kMostVectors; // additions to one sum wait for each other
    std::int64_t j = 0;
    columns<kHeight, kVectors, kWhole>(a, b, out, cols, depth, j);
    columns<kHeight, 2, kWhole>(a, b, out, cols, depth, j);
    columns<kHeight, 1, kWhole>(a, b, out, cols, depth, j);
    // Half and quarter vectors for heads, which have few columns.
    columns<kHeight, 1, 8>(a, b, out, cols, depth, j);
    columns<kHeight, 1, 4>(a, b, out, cols, depth, j);
    columns<kHeight, 1, 1>(a, b, out, cols, depth, j);
}

void addProductKernel(Strided a, Rows<const float> b, Rows<float> out, std::int64_t rows, std::int64_t cols,
                      std::int64_t depth)
{
    std::int64_t i = 0;
    for (; i + kBandRows <= rows; i += kBandRows)
        band<kBandRows>({a.at(i), a.row, a.column}, b, {out.row(i), out.stride}, cols, depth);
    for (; i < rows; ++i)
        band<1>({a.at(i), a.row, a.column}, b, {out.row(i), out.stride}, cols, depth);
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

PHASOR_KERNEL(void, addProduct,
              (Strided a, Rows<const float> b, Rows<float> out, std::int64_t rows, std::int64_t cols,
               std::int64_t depth),
              (a, b, out, rows, cols, depth))

} // namespace phasor
#endif
