// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sinusoid.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sinusoid.cpp"
#include <hwy/foreach_target.h>

#include "kernels/sinusoidangle-inl.h"
#include "kernels/sinusoidstore-inl.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <mutex>
#include <new>

#ifndef PHASOR_SINUSOID_SHARED
#define PHASOR_SINUSOID_SHARED
namespace phasor {

constexpr std::size_t kChunk = 128; // pairs that are worked on together: state and rotors stay in the L1 cache

// Rotations by 1, 2, 4 and 8 positions: cosines and sines of each, one array after the other, `step` doubles apart.
struct RotorArrays
{
    static constexpr std::size_t kPowers = 4;

    double* data;
    std::size_t step;
    double* cosine(std::size_t power) const { return data + 2 * power * step; }
    double* sine(std::size_t power) const { return data + (2 * power + 1) * step; }
};

// Where a window goes; a null pointer is not wanted. `interleaved`: both go to `sines`, side by side.
struct SinusoidDestination
{
    float* sines;
    float* cosines;
    std::int64_t stride;
    bool interleaved;
    bool stream;
};

} // namespace phasor
#endif

HWY_BEFORE_NAMESPACE();
namespace phasor {
namespace HWY_NAMESPACE {

using D = hn::CappedTag<double, 8>;
using V = hn::VFromD<D>;
using DF = hn::Rebind<float, D>;

constexpr std::size_t kRows = SinusoidPairs::kGroup;

// z_p for the first row of a group and the pairs of a chunk.
struct State
{
    alignas(64) double cosine[kChunk];
    alignas(64) double sine[kChunk];
};

HWY_INLINE void rotate(V& cosine, V& sine, V byCosine, V bySine)
{
    const V c = hn::Sub(hn::Mul(cosine, byCosine), hn::Mul(sine, bySine));
    sine = hn::Add(hn::Mul(sine, byCosine), hn::Mul(cosine, bySine));
    cosine = c;
}

void anchor(const PairFrequency* frequencies, std::size_t pairs, std::uint64_t position, double* cosine, double* sine)
{
    const D d;
    const hn::RebindToSigned<D> di;
    const std::size_t lanes = hn::Lanes(d);
    alignas(64) double rest[kChunk];
    alignas(64) std::int64_t quarters[kChunk];
    for (std::size_t begin = 0; begin < pairs; begin += kChunk) {
        const std::size_t n = std::min(kChunk, pairs - begin);
        const std::size_t padded = (n + lanes - 1) / lanes * lanes;
        for (std::size_t i = 0; i < n; ++i) {
            const ReducedAngle angle = reducedAngle(frequencies[begin + i], 2 * position);
            rest[i] = angle.rest;
            quarters[i] = angle.quarters;
        }
        for (std::size_t i = n; i < padded; ++i) {
            rest[i] = 0;
            quarters[i] = 0;
        }
        for (std::size_t i = 0; i < padded; i += lanes) {
            V s;
            V c;
            sinCos(d, hn::Load(d, rest + i), hn::Load(di, quarters + i), s, c);
            hn::StoreU(s, d, sine + begin + i);
            hn::StoreU(c, d, cosine + begin + i);
        }
    }
}

// The rotors of a chunk. Beyond the last pair they are 0.
void makeRotors(const PairFrequency* frequencies, std::size_t pairs, std::size_t chunk, const RotorArrays& rotors)
{
    const std::size_t begin = chunk * kChunk;
    const std::size_t n = begin < pairs ? std::min(kChunk, pairs - begin) : 0;
    for (std::size_t power = 0; power < RotorArrays::kPowers; ++power) {
        double* const cosine = rotors.cosine(power) + begin;
        double* const sine = rotors.sine(power) + begin;
        std::fill_n(cosine, kChunk, 0.0);
        std::fill_n(sine, kChunk, 0.0);
        anchor(frequencies + begin, n, std::uint64_t{1} << power, cosine, sine);
    }
}

// Eight positions on.
void skipGroup(State& state, const RotorArrays& rotors, std::size_t pair, std::size_t pairs)
{
    const D d;
    for (std::size_t i = 0; i < pairs; i += hn::Lanes(d)) {
        V c = hn::Load(d, state.cosine + i);
        V s = hn::Load(d, state.sine + i);
        rotate(c, s, hn::LoadU(d, rotors.cosine(3) + pair + i), hn::LoadU(d, rotors.sine(3) + pair + i));
        hn::Store(c, d, state.cosine + i);
        hn::Store(s, d, state.sine + i);
    }
}

// kStream: past the caches, where a vector is a whole line.
template <bool kInterleaved, bool kSines, bool kCosines, bool kStream = false> struct Writer
{
    float* sines;
    float* cosines;
    std::int64_t stride;

    HWY_INLINE void operator()(std::size_t row, std::size_t i, V cosine, V sine) const
    {
        const DF df;
        const auto offset = static_cast<std::int64_t>(row) * stride;
        if constexpr (kInterleaved) {
            storeInterleaved<kStream>(df, hn::DemoteTo(df, sine), hn::DemoteTo(df, cosine), sines + offset + 2 * i);
        } else {
            if constexpr (kSines)
                hn::StoreU(hn::DemoteTo(df, sine), df, sines + offset + i);
            if constexpr (kCosines)
                hn::StoreU(hn::DemoteTo(df, cosine), df, cosines + offset + i);
        }
    }
};

// Writes the eight rows of a group and moves the state on by eight. `pairs` is a multiple of the lanes.
// The rotations form a tree, not a chain: three deep, so that rounding stays small and the multiplications overlap.
template <class W>
HWY_INLINE void writeGroup(State& state, const RotorArrays& rotors, std::size_t pair, std::size_t pairs, const W& write)
{
    const D d;
    const double* const cosine1 = rotors.cosine(0) + pair;
    const double* const sine1 = rotors.sine(0) + pair;
    const double* const cosine2 = rotors.cosine(1) + pair;
    const double* const sine2 = rotors.sine(1) + pair;
    const double* const cosine4 = rotors.cosine(2) + pair;
    const double* const sine4 = rotors.sine(2) + pair;
    const double* const cosine8 = rotors.cosine(3) + pair;
    const double* const sine8 = rotors.sine(3) + pair;
    for (std::size_t i = 0; i < pairs; i += hn::Lanes(d)) {
        V c0 = hn::Load(d, state.cosine + i);
        V s0 = hn::Load(d, state.sine + i);
        V c1 = c0;
        V s1 = s0;
        rotate(c1, s1, hn::LoadU(d, cosine1 + i), hn::LoadU(d, sine1 + i));
        const V byC2 = hn::LoadU(d, cosine2 + i);
        const V byS2 = hn::LoadU(d, sine2 + i);
        V c2 = c0;
        V s2 = s0;
        rotate(c2, s2, byC2, byS2);
        V c3 = c1;
        V s3 = s1;
        rotate(c3, s3, byC2, byS2);
        write(0, i, c0, s0);
        write(1, i, c1, s1);
        write(2, i, c2, s2);
        write(3, i, c3, s3);
        rotate(c0, s0, hn::LoadU(d, cosine8 + i), hn::LoadU(d, sine8 + i));
        V c4 = hn::Load(d, state.cosine + i);
        V s4 = hn::Load(d, state.sine + i);
        hn::Store(c0, d, state.cosine + i);
        hn::Store(s0, d, state.sine + i);
        const V byC4 = hn::LoadU(d, cosine4 + i);
        const V byS4 = hn::LoadU(d, sine4 + i);
        rotate(c4, s4, byC4, byS4);
        write(4, i, c4, s4);
        rotate(c1, s1, byC4, byS4);
        write(5, i, c1, s1);
        rotate(c2, s2, byC4, byS4);
        write(6, i, c2, s2);
        rotate(c3, s3, byC4, byS4);
        write(7, i, c3, s3);
    }
}

void writeGroup(State& state, const RotorArrays& rotors, std::size_t pair, std::size_t pairs,
                const SinusoidDestination& to)
{
    if (to.interleaved && to.stream)
        writeGroup(state, rotors, pair, pairs, Writer<true, true, true, true>{to.sines, nullptr, to.stride});
    else if (to.interleaved)
        writeGroup(state, rotors, pair, pairs, Writer<true, true, true>{to.sines, nullptr, to.stride});
    else if (to.sines && to.cosines)
        writeGroup(state, rotors, pair, pairs, Writer<false, true, true>{to.sines, to.cosines, to.stride});
    else if (to.sines)
        writeGroup(state, rotors, pair, pairs, Writer<false, true, false>{to.sines, nullptr, to.stride});
    else
        writeGroup(state, rotors, pair, pairs, Writer<false, false, true>{nullptr, to.cosines, to.stride});
}

// Whether every vector of a group is a whole line of the cache: then they go past the caches as they are made, while
// the next are computed.
bool vectorsAreLines(const SinusoidDestination& to)
{
    constexpr std::size_t kLine = 64;
    return to.interleaved && 2 * hn::Lanes(D()) * sizeof(float) == kLine
        && static_cast<std::size_t>(to.stride) * sizeof(float) % kLine == 0
        && reinterpret_cast<std::uintptr_t>(to.sines) % kLine == 0;
}

// Rows [first, first + rows) of a group by way of a small buffer: for groups that are not whole, for columns that are
// not whole vectors, and for stores past the caches, which want whole lines in order.
void writeGroupBuffered(State& state, const RotorArrays& rotors, std::size_t pair, std::size_t pairs, std::size_t first,
                        std::size_t rows, const SinusoidDestination& to)
{
    constexpr std::size_t kStride = 2 * kChunk;
    alignas(64) float buffer[kRows * kStride];
    SinusoidDestination staged{buffer, buffer + kChunk, static_cast<std::int64_t>(kStride), to.interleaved, false};
    if (!to.sines)
        staged.sines = nullptr;
    if (!to.cosines)
        staged.cosines = nullptr;
    const std::size_t lanes = hn::Lanes(D());
    writeGroup(state, rotors, pair, (pairs + lanes - 1) / lanes * lanes, staged);
    const std::size_t width = to.interleaved ? 2 * pairs : pairs;
    if (to.sines)
        copyRows(buffer + first * kStride, kStride, to.sines, to.stride, rows, width, to.stream);
    if (to.cosines)
        copyRows(buffer + kChunk + first * kStride, kStride, to.cosines, to.stride, rows, width, to.stream);
}

// Rows of one block (between two multiples of kBlock) and the pairs of one chunk.
void writeChunk(const PairFrequency* frequencies, const RotorArrays& rotors, const SinusoidWindow& window,
                SinusoidDestination to)
{
    constexpr std::uint64_t kBlockMask = SinusoidPairs::kBlock - 1;
    const auto pair = static_cast<std::size_t>(window.pair);
    const auto pairs = static_cast<std::size_t>(window.pairs);
    const std::size_t lanes = hn::Lanes(D());
    State state;
    anchor(frequencies + pair, pairs, window.position & ~kBlockMask, state.cosine, state.sine);
    std::uint64_t position = window.position & ~kBlockMask;
    for (; position + kRows <= window.position; position += kRows)
        skipGroup(state, rotors, pair, pairs);
    const std::uint64_t end = window.position + static_cast<std::uint64_t>(window.rows);
    for (; position < end; position += kRows) {
        const std::size_t first = position < window.position ? window.position - position : 0;
        const std::size_t rows = std::min<std::uint64_t>(kRows, end - position) - first;
        if (rows == kRows && pairs % lanes == 0 && (!to.stream || vectorsAreLines(to)))
            writeGroup(state, rotors, pair, pairs, to);
        else
            writeGroupBuffered(state, rotors, pair, pairs, first, rows, to);
        const std::int64_t step = static_cast<std::int64_t>(rows) * to.stride;
        to.sines = to.sines ? to.sines + step : nullptr;
        to.cosines = to.cosines ? to.cosines + step : nullptr;
    }
}

void writeWindow(const PairFrequency* frequencies, const RotorArrays& rotors, const SinusoidWindow& window,
                 const SinusoidDestination& to)
{
    constexpr std::int64_t kBlock = SinusoidPairs::kBlock;
    constexpr auto kWidth = static_cast<std::int64_t>(kChunk);
    for (std::int64_t row = 0; row < window.rows;) {
        const std::uint64_t position = window.position + static_cast<std::uint64_t>(row);
        const std::int64_t rows = std::min(window.rows - row, kBlock - static_cast<std::int64_t>(position % kBlock));
        for (std::int64_t k = 0; k < window.pairs; k += kWidth) {
            const std::int64_t offset = row * to.stride + (to.interleaved ? 2 * k : k);
            writeChunk(frequencies, rotors, {position, rows, window.pair + k, std::min(kWidth, window.pairs - k)},
                       {to.sines ? to.sines + offset : nullptr, to.cosines ? to.cosines + offset : nullptr, to.stride,
                        to.interleaved, to.stream});
        }
        row += rows;
    }
    if (to.stream)
        hwy::FlushStream();
}

} // namespace HWY_NAMESPACE
} // namespace phasor
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(makeRotors);
HWY_EXPORT(writeWindow);

// The rotors, made chunk by chunk as they are needed.
class SinusoidPairs::Rotors
{
public:
    explicit Rotors(std::size_t pairs)
        : m_chunks(pairs / kChunk + 1)
        , m_ready(new std::once_flag[m_chunks])
        , m_data(static_cast<double*>(
              ::operator new[](2 * RotorArrays::kPowers * step() * sizeof(double), std::align_val_t{kAlignment})))
    {
    }

    RotorArrays arrays() const { return {m_data.get(), step()}; }

    // A vector may reach into the chunk after the window's last.
    void prepare(const std::vector<PairFrequency>& frequencies, const SinusoidWindow& window)
    {
        constexpr std::size_t kVector = 8;
        const std::size_t first = static_cast<std::size_t>(window.pair) / kChunk;
        const std::size_t last = (static_cast<std::size_t>(window.pair + window.pairs) + kVector - 1) / kChunk;
        for (std::size_t chunk = first; chunk <= std::min(last, m_chunks - 1); ++chunk)
            std::call_once(m_ready[chunk], [&] {
                HWY_DYNAMIC_DISPATCH(makeRotors)(frequencies.data(), frequencies.size(), chunk, arrays());
            });
    }

private:
    static constexpr std::size_t kAlignment = 64;
    struct Free
    {
        void operator()(double* data) const { ::operator delete[](data, std::align_val_t{kAlignment}); }
    };

    // No multiple of a page, so that the arrays don't compete for the same cache lines.
    std::size_t step() const { return (m_chunks * kChunk + 511) / 512 * 512 + 72; }

    std::size_t m_chunks;
    std::unique_ptr<std::once_flag[]> m_ready;
    std::unique_ptr<double[], Free> m_data;
};

SinusoidPairs::SinusoidPairs(std::vector<PairFrequency> frequencies)
    : m_frequencies(std::move(frequencies))
    , m_rotors(std::make_unique<Rotors>(m_frequencies.size()))
{
}

SinusoidPairs::~SinusoidPairs() = default;

void SinusoidPairs::write(const SinusoidWindow& window, const SinusoidDestination& to) const
{
    if (window.rows <= 0 || window.pairs <= 0)
        return;
    m_rotors->prepare(m_frequencies, window);
    HWY_DYNAMIC_DISPATCH(writeWindow)(m_frequencies.data(), m_rotors->arrays(), window, to);
}

void SinusoidPairs::interleaved(const SinusoidWindow& window, float* out, std::int64_t stride, bool stream) const
{
    write(window, {out, nullptr, stride, true, stream});
}

void SinusoidPairs::separate(const SinusoidWindow& window, float* sines, float* cosines, std::int64_t stride,
                             bool stream) const
{
    if (sines || cosines)
        write(window, {sines, cosines, stride, false, stream});
}

} // namespace phasor
#endif
