// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/dispatch.h"
#include "kernels/randomwords.h"

#include <hwy/cache_control.h>

#include <hwy/foreach_target.h> // before highway.h
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

constexpr std::uint32_t kFactor0 = 0xd2511f53u;
constexpr std::uint32_t kFactor1 = 0xcd9e8d57u;

constexpr std::uint32_t low32(std::uint64_t x)
{
    return static_cast<std::uint32_t>(x);
}

constexpr std::uint32_t high32(std::uint64_t x)
{
    return static_cast<std::uint32_t>(x >> 32);
}

#if HWY_TARGET == HWY_SCALAR // one lane cannot hold two words

template <typename Sink>
HWY_ATTR void eachCounter(std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count, Sink sink)
{
    for (std::size_t i = 0; i < count; ++i) {
        const auto block
            = philox({low32(offset), high32(offset), low32(first + i), high32(first + i)}, {low32(key), high32(key)});
        for (std::size_t k = 0; k < 4; ++k)
            sink(4 * i + k, block[k]);
    }
}

HWY_ATTR void philoxWordsKernel(std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count,
                                std::uint32_t* HWY_RESTRICT out)
{
    eachCounter(key, offset, first, count, [=](std::size_t i, std::uint32_t word) { out[i] = word; });
}

HWY_ATTR void philoxKeepKernel(std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count,
                               std::uint32_t threshold, float* HWY_RESTRICT out)
{
    eachCounter(key, offset, first, count,
                [=](std::size_t i, std::uint32_t word) { out[i] = word < threshold ? 1.0F : 0.0F; });
}

std::size_t philoxOutputKernel(const PhiloxKept&, std::uint64_t, std::size_t, const OutputRow&)
{
    return 0; // no vectors
}

#else

constexpr int kRounds = 10;

// One counter per 64-bit lane, its four words in four vectors. Only the low half of a lane is valid: MulEven reads
// nothing else, so that the upper half of a product may stay there.
using Lanes64 = hn::ScalableTag<std::uint64_t>;
using Lanes32 = hn::Repartition<std::uint32_t, Lanes64>;
using Wide = hn::Vec<Lanes64>;

// Constructors are explicit: GCC for aarch64 makes its own without the instruction set of the rest, and refuses them.
struct Counters
{
    HWY_INLINE Counters() { }
    HWY_INLINE Counters(Wide w0, Wide w1, Wide w2, Wide w3)
        : c0(w0)
        , c1(w1)
        , c2(w2)
        , c3(w3)
    {
    }
    Wide c0, c1, c2, c3;
};

HWY_INLINE Wide product(Wide a, std::uint32_t by)
{
    const Lanes32 d;
    return hn::MulEven(hn::BitCast(d, a), hn::BitCast(d, hn::Set(Lanes64(), by)));
}

// Values shared by counters with the same offset and the same upper half of the index: the keys of all rounds, and the
// constant parts of the first two rounds.
struct Shared
{
    HWY_INLINE Shared() { }
    Wide key0[kRounds], key1[kRounds];
    Wide c0First, c0Second, c1, c2;
};

HWY_INLINE Shared shared(std::uint64_t key, std::uint64_t offset, std::uint32_t upperIndex)
{
    const Lanes64 d;
    Shared all;
    std::uint32_t k0[kRounds];
    std::uint32_t k1[kRounds];
    for (std::uint32_t round = 0; round < kRounds; ++round) {
        k0[round] = low32(key) + round * 0x9e3779b9u;
        k1[round] = high32(key) + round * 0xbb67ae85u;
        all.key0[round] = hn::Set(d, k0[round]);
        all.key1[round] = hn::Set(d, k1[round]);
    }
    const std::uint64_t p0 = std::uint64_t{kFactor0} * low32(offset);
    const std::uint64_t p1 = std::uint64_t{kFactor1} * (high32(p0) ^ upperIndex ^ k1[0]);
    all.c0First = hn::Set(d, high32(offset) ^ k0[0]);
    all.c0Second = hn::Set(d, high32(p1) ^ k0[1]);
    all.c1 = hn::Set(d, low32(p1));
    all.c2 = hn::Set(d, low32(p0) ^ k1[1]);
    return all;
}

// p1: kFactor1 times the lower halves of the indices.
HWY_INLINE Counters afterTwoRounds(const Shared& all, Wide p1)
{
    const Wide p0 = product(hn::Xor(hn::ShiftRight<32>(p1), all.c0First), kFactor0);
    return {hn::Xor(p1, all.c0Second), all.c1, hn::Xor(hn::ShiftRight<32>(p0), all.c2), p0};
}

HWY_INLINE void turn(Counters& c, Wide key0, Wide key1)
{
    const Wide p0 = product(c.c0, kFactor0);
    const Wide p1 = product(c.c2, kFactor1);
    c.c0 = hn::Xor3(hn::ShiftRight<32>(p1), c.c1, key0);
    c.c2 = hn::Xor3(hn::ShiftRight<32>(p0), c.c3, key1);
    c.c1 = p1;
    c.c3 = p0;
}

// Two words of the last round in memory order: those that `turn` leaves in c0 and c1, or in c2 and c3.
HWY_INLINE Wide lastWords(Wide product, Wide before, Wide key)
{
    const Lanes32 d;
    const auto turned = hn::Shuffle2301(hn::BitCast(d, product));
    const auto upper = hn::Xor3(turned, hn::BitCast(d, before), hn::BitCast(d, key));
    return hn::BitCast(Lanes64(), hn::OddEven(turned, upper));
}

// First products of the counters first, first + 1 … Lane 2b of a vector holds counter b, and lane 2b + 1 the counter
// half a vector later, so that interleaving within blocks of 128 bits leaves the words in memory order.
HWY_INLINE Wide firstProducts(std::uint64_t first)
{
    const Lanes64 d;
    const Wide lane = hn::Iota(d, 0u);
    const Wide odd = hn::Sub(hn::Zero(d), hn::And(lane, hn::Set(d, 1u)));
    const Wide order = hn::Add(hn::ShiftRight<1>(lane), hn::And(odd, hn::Set(d, hn::Lanes(d) / 2)));
    return product(hn::Add(hn::Set(d, first), order), kFactor1);
}

// kBlocks vectors of counters at once, as each round waits for the previous round's product. `p1`: their first
// products, which grow by a constant from one vector to the next; on return those of the next vector.
template <std::size_t kBlocks, typename Sink>
HWY_INLINE void blocks(const Shared& all, Wide& p1, std::size_t at, Sink sink)
{
    const Lanes64 d;
    const Lanes32 d32;
    const std::size_t lanes = hn::Lanes(d);
    Counters c[kBlocks];
    for (std::size_t b = 0; b < kBlocks; ++b) {
        c[b] = afterTwoRounds(all, p1);
        p1 = hn::Add(p1, hn::Set(d, lanes * kFactor1));
    }
    for (int round = 2; round + 1 < kRounds; ++round) {
        for (std::size_t b = 0; b < kBlocks; ++b)
            turn(c[b], all.key0[round], all.key1[round]);
    }
    for (std::size_t b = 0; b < kBlocks; ++b) {
        const Wide low = lastWords(product(c[b].c2, kFactor1), c[b].c1, all.key0[kRounds - 1]);
        const Wide high = lastWords(product(c[b].c0, kFactor0), c[b].c3, all.key1[kRounds - 1]);
        const std::size_t word = 4 * (at + b * lanes);
        sink(word, hn::BitCast(d32, hn::InterleaveLower(d, low, high)));
        sink(word + hn::Lanes(d32), hn::BitCast(d32, hn::InterleaveUpper(d, low, high)));
    }
}

// Calls sink(i, words i … of the draw) for full vectors. Returns the number of remaining counters, less than a vector.
template <typename Sink>
HWY_INLINE std::size_t wholeVectors(const Shared& all, std::uint64_t first, std::size_t count, Sink sink)
{
    constexpr std::size_t kAtOnce = 4;
    const std::size_t lanes = hn::Lanes(Lanes64());
    Wide p1 = firstProducts(low32(first));
    std::size_t i = 0;
    for (; i + kAtOnce * lanes <= count; i += kAtOnce * lanes)
        blocks<kAtOnce>(all, p1, i, sink);
    for (; i + lanes <= count; i += lanes)
        blocks<1>(all, p1, i, sink);
    return count - i;
}

// Number of counters from `first` on that have the same upper half.
HWY_INLINE std::size_t alike(std::uint64_t first, std::size_t count)
{
    return std::min<std::uint64_t>(count, (std::uint64_t{1} << 32) - low32(first));
}

// Writes out[0, 4 count) by vectors that store(words, where) makes of words; the last of them through a buffer.
template <typename T, typename Store>
HWY_INLINE void eachWord(std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count, T* out,
                         Store store)
{
    while (count > 0) {
        const Shared all = shared(key, offset, high32(first));
        const std::size_t part = alike(first, count);
        const std::size_t left
            = wholeVectors(all, first, part, [=](std::size_t i, auto words) HWY_ATTR { store(words, out + i); });
        first += part;
        out += 4 * (part - left);
        count -= part;
        if (left == 0)
            continue;
        HWY_ALIGN T last[4 * hn::MaxLanes(Lanes64())];
        T* const buffer = last;
        Wide p1 = firstProducts(low32(first - left));
        blocks<1>(all, p1, 0, [=](std::size_t i, auto words) HWY_ATTR { store(words, buffer + i); });
        out = std::copy_n(last, 4 * left, out);
    }
}

HWY_ATTR void philoxWordsKernel(std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count,
                                std::uint32_t* HWY_RESTRICT out)
{
    eachWord(key, offset, first, count, out,
             [](auto words, std::uint32_t* to) HWY_ATTR { hn::StoreU(words, Lanes32(), to); });
}

HWY_ATTR void philoxKeepKernel(std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count,
                               std::uint32_t threshold, float* HWY_RESTRICT out)
{
    const hn::RebindToFloat<Lanes32> df;
    const auto limit = hn::Set(Lanes32(), threshold);
    const auto one = hn::Set(df, 1.0F);
    eachWord(key, offset, first, count, out, [=](auto words, float* to) HWY_ATTR {
        hn::StoreU(hn::IfThenElseZero(hn::RebindMask(df, hn::Lt(words, limit)), one), df, to);
    });
}

template <bool kStream>
HWY_INLINE std::size_t outputInto(const PhiloxKept& kept, std::uint64_t first, std::size_t count, const OutputRow& row)
{
    const hn::RebindToFloat<Lanes32> df;
    const auto limit = hn::Set(Lanes32(), kept.threshold);
    const auto scale = hn::Set(df, row.s);
    const auto factor = hn::Set(df, row.factor);
    const std::size_t part = alike(first, count);
    const auto product
        = [=, e = row.e, soon = row.soon, pe = row.pe, out = row.out](std::size_t i, auto words) HWY_ATTR {
              hwy::Prefetch(soon + i);
              const auto sum = hn::Add(hn::Mul(hn::LoadU(df, e + i), scale), hn::LoadU(df, pe + i));
              const auto x = hn::Mul(sum, hn::IfThenElseZero(hn::RebindMask(df, hn::Lt(words, limit)), factor));
              if constexpr (kStream)
                  hn::Stream(x, df, out + i);
              else
                  hn::StoreU(x, df, out + i);
          };
    return part - wholeVectors(shared(kept.key, kept.offset, high32(first)), first, part, product);
}

HWY_ATTR std::size_t philoxOutputKernel(const PhiloxKept& kept, std::uint64_t first, std::size_t count,
                                        const OutputRow& row)
{
    return row.stream ? outputInto<true>(kept, first, count, row) : outputInto<false>(kept, first, count, row);
}

#endif

} // namespace
} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key)
{
    using namespace HWY_NAMESPACE; // kFactor0, low32
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = std::uint64_t{kFactor0} * counter[0];
        const std::uint64_t p1 = std::uint64_t{kFactor1} * counter[2];
        counter = {high32(p1) ^ counter[1] ^ key[0], low32(p1), high32(p0) ^ counter[3] ^ key[1], low32(p0)};
        key[0] += 0x9e3779b9u;
        key[1] += 0xbb67ae85u;
    }
    return counter;
}

PHASOR_KERNEL(void, philoxWords,
              (std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count, std::uint32_t* out),
              (key, offset, first, count, out))
PHASOR_KERNEL(void, philoxKeep,
              (std::uint64_t key, std::uint64_t offset, std::uint64_t first, std::size_t count, std::uint32_t threshold,
               float* out),
              (key, offset, first, count, threshold, out))
PHASOR_KERNEL(std::size_t, philoxOutput,
              (const PhiloxKept& kept, std::uint64_t first, std::size_t count, const OutputRow& row),
              (kept, first, count, row))

} // namespace phasor
#endif
