// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/mersenne.h"

#ifndef PHASOR_KERNELS_TOGETHER
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/mersenne.cpp"
#include <hwy/foreach_target.h>
#endif
// foreach_target.h comes before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

constexpr std::size_t kBlock = 624;
constexpr std::size_t kMiddle = 397;

// 624 is a multiple of 16, and 16 is less than the 227 words that the recurrence looks back: no remainder, no overlap.
using Words = hn::CappedTag<std::uint32_t, 16>;
using Word = hn::Vec<Words>;

template <class D> HWY_ATTR hn::Vec<D> temper(D d, hn::Vec<D> y)
{
    y = hn::Xor(y, hn::ShiftRight<11>(y));
    y = hn::Xor(y, hn::And(hn::ShiftLeft<7>(y), hn::Set(d, 0x9d2c5680u)));
    y = hn::Xor(y, hn::And(hn::ShiftLeft<15>(y), hn::Set(d, 0xefc60000u)));
    return hn::Xor(y, hn::ShiftRight<18>(y));
}

HWY_ATTR void advance(std::uint32_t* HWY_RESTRICT words, std::size_t blocks)
{
    const Words d;
    const Word upper = hn::Set(d, 0x80000000u);
    const Word one = hn::Set(d, 1u);
    const Word matrix = hn::Set(d, 0x9908b0dfu);
    for (std::size_t k = 0; k < blocks * kBlock; k += hn::Lanes(d)) {
        const Word here = hn::LoadU(d, words + k);
        const Word next = hn::LoadU(d, words + k + 1);
        const Word y = hn::OrAnd(hn::AndNot(upper, next), upper, here);
        const Word odd = hn::Sub(hn::Zero(d), hn::And(next, one)); // all ones where the last bit is set
        const Word mixed = hn::Xor(hn::ShiftRight<1>(y), hn::And(odd, matrix));
        hn::StoreU(hn::Xor(hn::LoadU(d, words + k + kMiddle), mixed), d, words + k + kBlock);
    }
}

HWY_ATTR void temperAll(const std::uint32_t* raw, std::size_t count, std::uint32_t* out)
{
    const Words d;
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d))
        hn::StoreU(temper(d, hn::LoadU(d, raw + i)), d, out + i);
    const hn::CappedTag<std::uint32_t, 1> single;
    for (; i < count; ++i)
        hn::StoreU(temper(single, hn::LoadU(single, raw + i)), single, out + i);
}

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(advance);
HWY_EXPORT(temperAll);

void mersenneAdvance(std::uint32_t* words, std::size_t blocks)
{
    HWY_DYNAMIC_DISPATCH(advance)(words, blocks);
}

void mersenneTemper(const std::uint32_t* raw, std::size_t count, std::uint32_t* out)
{
    HWY_DYNAMIC_DISPATCH(temperAll)(raw, count, out);
}

} // namespace phasor
#endif
