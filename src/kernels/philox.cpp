// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/philox.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/philox.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes before highway.h
#include <hwy/highway.h>

#ifndef PHASOR_PHILOX_HALVES // foreach_target.h includes this file once for every instruction set
#define PHASOR_PHILOX_HALVES
namespace phasor {
namespace {

constexpr std::uint32_t low32(std::uint64_t x)
{
    return static_cast<std::uint32_t>(x);
}

constexpr std::uint32_t high32(std::uint64_t x)
{
    return static_cast<std::uint32_t>(x >> 32);
}

} // namespace
} // namespace phasor
#endif

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

#if HWY_TARGET == HWY_SCALAR // one lane cannot hold two words

HWY_ATTR void words(std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count,
                    std::uint32_t* HWY_RESTRICT out)
{
    for (std::size_t i = 0; i < count; ++i) {
        const auto block
            = philox({low32(offset), high32(offset), low32(first + i), high32(first + i)}, {low32(key), high32(key)});
        for (std::size_t k = 0; k < 4; ++k)
            out[4 * i + k] = block[k];
    }
}

#else

constexpr int kRounds = 10;

// One counter a 64-bit lane, its four words in four vectors. Only the low half of a lane is meant: MulEven reads
// nothing else, so that the upper half of a product may stay where it is.
using Lanes64 = hn::ScalableTag<std::uint64_t>;
using Lanes32 = hn::Repartition<std::uint32_t, Lanes64>;
using Wide = hn::Vec<Lanes64>;

struct Counters
{
    Wide c0, c1, c2, c3;
};

HWY_INLINE Wide product(Wide a, Wide b)
{
    const Lanes32 d;
    return hn::MulEven(hn::BitCast(d, a), hn::BitCast(d, b));
}

// The key of every round, in all lanes.
struct Keys
{
    Wide first[kRounds], second[kRounds];
};

HWY_INLINE Keys roundKeys(std::uint64_t key)
{
    Keys keys;
    auto k0 = low32(key);
    auto k1 = high32(key);
    for (int round = 0; round < kRounds; ++round) {
        keys.first[round] = hn::Set(Lanes64(), k0);
        keys.second[round] = hn::Set(Lanes64(), k1);
        k0 += 0x9e3779b9u;
        k1 += 0xbb67ae85u;
    }
    return keys;
}

HWY_INLINE void turn(Counters& c, Wide k0, Wide k1)
{
    const Lanes64 d;
    const Wide p0 = product(c.c0, hn::Set(d, 0xd2511f53u));
    const Wide p1 = product(c.c2, hn::Set(d, 0xcd9e8d57u));
    c.c0 = hn::Xor(hn::Xor(hn::ShiftRight<32>(p1), c.c1), k0);
    c.c2 = hn::Xor(hn::Xor(hn::ShiftRight<32>(p0), c.c3), k1);
    c.c1 = p1;
    c.c3 = p0;
}

// The two words of each lane side by side in memory order.
HWY_INLINE Wide joined(Wide even, Wide odd)
{
    return hn::OrAnd(hn::ShiftLeft<32>(odd), even, hn::Set(Lanes64(), 0xffffffffu));
}

// Lanes(d) counters from `first` on. Lane 2b holds counter b and lane 2b + 1 the one half a vector behind it, so that
// interleaving within blocks of 128 bits already leaves the words in memory order.
HWY_INLINE Counters counters(std::uint64_t offset, std::uint64_t first)
{
    const Lanes64 d;
    const Wide lane = hn::Iota(d, 0u);
    const Wide upper = hn::And(hn::Sub(hn::Zero(d), hn::And(lane, hn::Set(d, 1u))), hn::Set(d, hn::Lanes(d) / 2));
    const Wide index = hn::Add(hn::Add(hn::Set(d, first), hn::ShiftRight<1>(lane)), upper);
    return {hn::Set(d, offset), hn::Set(d, offset >> 32), index, hn::ShiftRight<32>(index)};
}

HWY_INLINE void store(const Counters& c, std::uint32_t* out)
{
    const Lanes64 d;
    const Lanes32 d32;
    const Wide low = joined(c.c0, c.c1);
    const Wide high = joined(c.c2, c.c3);
    hn::StoreU(hn::BitCast(d32, hn::InterleaveLower(d, low, high)), d32, out);
    hn::StoreU(hn::BitCast(d32, hn::InterleaveUpper(d, low, high)), d32, out + hn::Lanes(d32));
}

// kBlocks vectors of counters side by side: each round waits for the product of the one before.
template <std::size_t kBlocks>
HWY_INLINE void blocks(const Keys& keys, std::uint64_t offset, std::uint64_t first, std::uint32_t* out)
{
    const std::size_t lanes = hn::Lanes(Lanes64());
    Counters c[kBlocks];
    for (std::size_t b = 0; b < kBlocks; ++b)
        c[b] = counters(offset, first + b * lanes);
    for (int round = 0; round < kRounds; ++round) {
        for (std::size_t b = 0; b < kBlocks; ++b)
            turn(c[b], keys.first[round], keys.second[round]);
    }
    for (std::size_t b = 0; b < kBlocks; ++b)
        store(c[b], out + 4 * b * lanes);
}

HWY_ATTR void words(std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count,
                    std::uint32_t* HWY_RESTRICT out)
{
    const std::size_t lanes = hn::Lanes(Lanes64());
    const Keys keys = roundKeys(key);
    constexpr std::size_t kAtOnce = 4;
    std::size_t i = 0;
    for (; i + kAtOnce * lanes <= count; i += kAtOnce * lanes)
        blocks<kAtOnce>(keys, offset, first + i, out + 4 * i);
    for (; i + lanes <= count; i += lanes)
        blocks<1>(keys, offset, first + i, out + 4 * i);
    if (i == count)
        return;
    HWY_ALIGN std::uint32_t last[4 * hn::MaxLanes(Lanes64())];
    blocks<1>(keys, offset, first + i, last);
    for (std::size_t k = 0; k < 4 * (count - i); ++k)
        out[4 * i + k] = last[k];
}

#endif

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(words);

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key)
{
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = std::uint64_t{0xd2511f53u} * counter[0];
        const std::uint64_t p1 = std::uint64_t{0xcd9e8d57u} * counter[2];
        counter = {high32(p1) ^ counter[1] ^ key[0], low32(p1), high32(p0) ^ counter[3] ^ key[1], low32(p0)};
        key[0] += 0x9e3779b9u;
        key[1] += 0xbb67ae85u;
    }
    return counter;
}

void philoxWords(std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count, std::uint32_t* out)
{
    HWY_DYNAMIC_DISPATCH(words)(key, offset, first, count, out);
}

} // namespace phasor
#endif
