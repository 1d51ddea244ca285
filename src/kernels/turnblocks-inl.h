// SPDX-License-Identifier: GPL-3.0-or-later
// Transposes four vectors, in each 128-bit block of them; not for SCALAR, whose vectors have one lane. Compiled once
// per instruction set.
#if defined(PHASOR_TURNBLOCKS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PHASOR_TURNBLOCKS_INL_H
#undef PHASOR_TURNBLOCKS_INL_H
#else
#define PHASOR_TURNBLOCKS_INL_H
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

// out[k * step + 4 b + r] = value 4 b + k of row r.
template <typename D, typename V = hwy::HWY_NAMESPACE::Vec<D>>
HWY_INLINE void turnBlocks(D d, V row0, V row1, V row2, V row3, float* out, std::ptrdiff_t step)
{
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::RepartitionToWide<D> wide;
    const auto lower01 = hn::BitCast(wide, hn::InterleaveLower(d, row0, row1));
    const auto lower23 = hn::BitCast(wide, hn::InterleaveLower(d, row2, row3));
    const auto upper01 = hn::BitCast(wide, hn::InterleaveUpper(d, row0, row1));
    const auto upper23 = hn::BitCast(wide, hn::InterleaveUpper(d, row2, row3));
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(wide, lower01, lower23)), d, out);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(wide, lower01, lower23)), d, out + step);
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(wide, upper01, upper23)), d, out + 2 * step);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(wide, upper01, upper23)), d, out + 3 * step);
}

#endif

} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
