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

constexpr std::size_t kChunk = 128; // columns that are worked on together: state and rotors stay in the L1 cache

// Rotations of every column by some numbers of positions: cosines and sines of each, one array after the other, `step`
// doubles apart. The step is no multiple of a page, so that the arrays don't compete for the same cache lines.
struct RotorArrays
{
    static constexpr std::size_t kCount = 6;
    static constexpr std::uint64_t kPositions[kCount]
        = {1, 2, 3, 4, SinusoidColumns::kGroup, SinusoidColumns::kHalfBlock};
    static constexpr std::size_t kByGroup = 4;
    static constexpr std::size_t kByHalfBlock = 5;

    double* data;
    std::size_t step;
    double* cosine(std::size_t rotor) const { return data + 2 * rotor * step; }
    double* sine(std::size_t rotor) const { return data + (2 * rotor + 1) * step; }
};

// What a kernel needs of SinusoidColumns.
struct SinusoidSource
{
    const PairFrequency* frequencies;
    SinusoidOrder order;
    RotorArrays rotors;
};

} // namespace phasor
#endif

HWY_BEFORE_NAMESPACE();
namespace phasor {
namespace HWY_NAMESPACE {

using D = hn::CappedTag<double, 8>;
using V = hn::VFromD<D>;
using DF = hn::Rebind<float, D>;

constexpr std::size_t kRows = SinusoidColumns::kGroup;
constexpr std::size_t kMiddle = kRows / 2; // the row of a group that the others turn away from

// A chunk of columns at the middle row of a group: the values and their derivatives by the angle, which are their
// sines and cosines in turn.
struct State
{
    alignas(64) double value[kChunk];
    alignas(64) double slope[kChunk];
};

// The sines and cosines of `position` for a chunk of columns, each pair's once where its columns are neighbours.
class PairAngles
{
public:
    PairAngles(const SinusoidSource& source, std::size_t column, std::size_t columns, std::uint64_t position)
        : m_count(columns)
    {
        std::size_t pairs = 0;
        std::int64_t before = -1;
        for (std::size_t i = 0; i < columns; ++i) {
            const std::int64_t pair = source.order.pairOf(static_cast<std::int64_t>(column + i));
            if (pair != before) {
                const ReducedAngle angle = reducedAngle(source.frequencies[pair], 2 * position);
                m_rest[pairs] = angle.rest;
                m_quarters[pairs] = angle.quarters;
                ++pairs;
            }
            before = pair;
            m_pair[i] = static_cast<std::uint8_t>(pairs - 1);
        }
        turn(pairs);
    }

    // f(column, sine, cosine of its pair)
    template <typename F> void forEach(F f) const
    {
        for (std::size_t i = 0; i < m_count; ++i)
            f(i, m_sine[m_pair[i]], m_cosine[m_pair[i]]);
    }

private:
    void turn(std::size_t pairs)
    {
        const D d;
        const hn::RebindToSigned<D> di;
        const std::size_t lanes = hn::Lanes(d);
        for (std::size_t i = pairs; i % lanes != 0; ++i) {
            m_rest[i] = 0;
            m_quarters[i] = 0;
        }
        for (std::size_t i = 0; i < pairs; i += lanes) {
            V sine;
            V cosine;
            sinCos(d, hn::Load(d, m_rest + i), hn::Load(di, m_quarters + i), sine, cosine);
            hn::Store(sine, d, m_sine + i);
            hn::Store(cosine, d, m_cosine + i);
        }
    }

    static_assert(kChunk <= 256);
    std::size_t m_count;
    std::uint8_t m_pair[kChunk];
    alignas(64) double m_rest[kChunk];
    alignas(64) std::int64_t m_quarters[kChunk];
    alignas(64) double m_sine[kChunk];
    alignas(64) double m_cosine[kChunk];
};

void anchor(const SinusoidSource& source, std::size_t column, std::size_t columns, std::uint64_t position, State& state)
{
    std::fill(state.value + columns, state.value + kChunk, 0.0);
    std::fill(state.slope + columns, state.slope + kChunk, 0.0);
    PairAngles(source, column, columns, position).forEach([&](std::size_t i, double sine, double cosine) {
        const bool isCosine = source.order.isCosine(static_cast<std::int64_t>(column + i));
        state.value[i] = isCosine ? cosine : sine;
        state.slope[i] = isCosine ? -sine : cosine;
    });
}

// The rotors of a chunk. Beyond the last column they are 0.
void makeRotors(const SinusoidSource& source, std::size_t chunk)
{
    const std::size_t column = chunk * kChunk;
    const std::size_t n = std::min(kChunk, static_cast<std::size_t>(source.order.columns) - column);
    for (std::size_t rotor = 0; rotor < RotorArrays::kCount; ++rotor) {
        double* const cosines = source.rotors.cosine(rotor) + column;
        double* const sines = source.rotors.sine(rotor) + column;
        std::fill(cosines + n, cosines + kChunk, 0.0);
        std::fill(sines + n, sines + kChunk, 0.0);
        const PairAngles angles(source, column, n, RotorArrays::kPositions[rotor]);
        angles.forEach([&](std::size_t i, double sine, double cosine) {
            cosines[i] = cosine;
            sines[i] = sine;
        });
    }
}

// Where a window goes.
struct Destination
{
    float* out;
    std::int64_t stride;
    bool stream;
};

// Columns i … of `from` turned by a rotor.
HWY_INLINE void turn(const State& from, RotorArrays rotors, std::size_t rotor, std::size_t column, std::size_t i,
                     State& to)
{
    const D d;
    const V value = hn::Load(d, from.value + i);
    const V slope = hn::Load(d, from.slope + i);
    const V cosine = hn::LoadU(d, rotors.cosine(rotor) + column + i);
    const V sine = hn::LoadU(d, rotors.sine(rotor) + column + i);
    hn::Store(hn::Add(hn::Mul(value, cosine), hn::Mul(slope, sine)), d, to.value + i);
    hn::Store(hn::Sub(hn::Mul(slope, cosine), hn::Mul(value, sine)), d, to.slope + i);
}

void turnAll(const State& from, RotorArrays rotors, std::size_t rotor, std::size_t column, std::size_t columns,
             State& to)
{
    for (std::size_t i = 0; i < columns; i += hn::Lanes(D()))
        turn(from, rotors, rotor, column, i, to);
}

// a - b, by the multipliers where they can: the adders are busy with the conversion to float.
HWY_INLINE V difference(V a, V b)
{
#if HWY_NATIVE_FMA // both round once: the same bits
    return hn::MulSub(a, hn::Set(D(), 1.0), b);
#else
    return hn::Sub(a, b);
#endif
}

// Writes the rows of a group and moves the state on by a group. `columns` is a multiple of two vectors; kStream only
// where two of them are a part of a line of the cache. Rows at the same distance from the middle one are the sum and
// the difference of the same two products: a rotation is half a rotation's work, and only one deep.
template <bool kStream>
HWY_INLINE void writeGroup(State& state, RotorArrays rotors, std::size_t column, std::size_t columns, float* out,
                           std::int64_t stride)
{
    const D d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t i = 0; i < columns; i += 2 * lanes) {
        const V value0 = hn::Load(d, state.value + i);
        const V value1 = hn::Load(d, state.value + i + lanes);
        const V slope0 = hn::Load(d, state.slope + i);
        const V slope1 = hn::Load(d, state.slope + i + lanes);
        float* const middle = out + static_cast<std::int64_t>(kMiddle) * stride + i;
        storeTwo<kStream>(DF(), value0, value1, middle);
        for (std::size_t rotor = 0; rotor < kMiddle; ++rotor) {
            const double* const cosine = rotors.cosine(rotor) + column + i;
            const double* const sine = rotors.sine(rotor) + column + i;
            const V even0 = hn::Mul(value0, hn::LoadU(d, cosine));
            const V even1 = hn::Mul(value1, hn::LoadU(d, cosine + lanes));
            const V odd0 = hn::Mul(slope0, hn::LoadU(d, sine));
            const V odd1 = hn::Mul(slope1, hn::LoadU(d, sine + lanes));
            const auto offset = static_cast<std::int64_t>(rotor + 1) * stride;
            storeTwo<kStream>(DF(), difference(even0, odd0), difference(even1, odd1), middle - offset);
            if (rotor + 1 < kMiddle)
                storeTwo<kStream>(DF(), hn::Add(even0, odd0), hn::Add(even1, odd1), middle + offset);
        }
        turn(state, rotors, RotorArrays::kByGroup, column, i, state);
        turn(state, rotors, RotorArrays::kByGroup, column, i + lanes, state);
    }
}

// Rows [first, first + rows) of a group by way of a small buffer: for groups that are not whole, for columns that are
// not whole vectors, and for stores past the caches that begin inside a line.
void writeGroupBuffered(State& state, RotorArrays rotors, std::size_t column, std::size_t columns, std::size_t first,
                        std::size_t rows, const Destination& to)
{
    alignas(64) float buffer[kRows * kChunk];
    const std::size_t step = 2 * hn::Lanes(D());
    writeGroup<false>(state, rotors, column, (columns + step - 1) / step * step, buffer,
                      static_cast<std::int64_t>(kChunk));
    copyRows(buffer + first * kChunk, kChunk, to.out, to.stride, rows, columns, to.stream);
}

// One row of a group, with the bits that it has there.
void writeRow(const State& state, RotorArrays rotors, std::size_t column, std::size_t columns, std::size_t row,
              float* out)
{
    const D d;
    const DF df;
    alignas(64) float buffer[kChunk];
    const std::size_t distance = row < kMiddle ? kMiddle - row : row - kMiddle;
    for (std::size_t i = 0; i < columns; i += hn::Lanes(d)) {
        V value = hn::Load(d, state.value + i);
        if (distance > 0) {
            const V even = hn::Mul(value, hn::LoadU(d, rotors.cosine(distance - 1) + column + i));
            const V odd = hn::Mul(hn::Load(d, state.slope + i), hn::LoadU(d, rotors.sine(distance - 1) + column + i));
            value = row < kMiddle ? hn::Sub(even, odd) : hn::Add(even, odd);
        }
        hn::StoreU(hn::DemoteTo(df, value), df, buffer + i);
    }
    std::copy_n(buffer, columns, out);
}

// Whether every two vectors of a group are a whole line of the cache: then they go past the caches as they are made,
// while the next are computed.
bool vectorsAreLines(const Destination& to)
{
    constexpr std::size_t kLine = 64;
    return 2 * hn::Lanes(D()) * sizeof(float) == kLine
        && static_cast<std::size_t>(to.stride) * sizeof(float) % kLine == 0
        && reinterpret_cast<std::uintptr_t>(to.out) % kLine == 0;
}

// Rows of one half of a block and the columns of one chunk; `state` is that of the half's first group.
void writeHalf(const SinusoidSource& source, const SinusoidWindow& window, State& state, Destination to)
{
    constexpr std::uint64_t kMask = SinusoidColumns::kHalfBlock - 1;
    const auto column = static_cast<std::size_t>(window.column);
    const auto columns = static_cast<std::size_t>(window.columns);
    const bool wholeVectors = columns % (2 * hn::Lanes(D())) == 0;
    std::uint64_t position = window.position & ~kMask;
    for (; position + kRows <= window.position; position += kRows)
        turnAll(state, source.rotors, RotorArrays::kByGroup, column, columns, state);
    const std::uint64_t end = window.position + static_cast<std::uint64_t>(window.rows);
    for (; position < end; position += kRows) {
        const std::size_t first = position < window.position ? window.position - position : 0;
        const std::size_t rows = std::min<std::uint64_t>(kRows, end - position) - first;
        if (rows == 1 && position + kRows >= end)
            writeRow(state, source.rotors, column, columns, first, to.out);
        else if (rows < kRows || !wholeVectors || (to.stream && !vectorsAreLines(to)))
            writeGroupBuffered(state, source.rotors, column, columns, first, rows, to);
        else if (to.stream)
            writeGroup<true>(state, source.rotors, column, columns, to.out, to.stride);
        else
            writeGroup<false>(state, source.rotors, column, columns, to.out, to.stride);
        to.out += static_cast<std::int64_t>(rows) * to.stride;
    }
}

// Rows of one block (between two multiples of kBlock) and the columns of one chunk.
void writeChunk(const SinusoidSource& source, const SinusoidWindow& window, const Destination& to)
{
    constexpr std::uint64_t kBlockMask = SinusoidColumns::kBlock - 1;
    const auto column = static_cast<std::size_t>(window.column);
    const std::uint64_t block = window.position & ~kBlockMask;
    const std::uint64_t half = block + SinusoidColumns::kHalfBlock;
    State exact;
    State state;
    const auto columns = static_cast<std::size_t>(window.columns);
    anchor(source, column, columns, block + kMiddle, exact);
    const std::int64_t upper
        = window.position < half ? std::min(window.rows, static_cast<std::int64_t>(half - window.position)) : 0;
    if (upper > 0) {
        state = exact;
        writeHalf(source, {window.position, upper, window.column, window.columns}, state, to);
    }
    if (window.rows > upper) {
        turnAll(exact, source.rotors, RotorArrays::kByHalfBlock, column, columns, state);
        writeHalf(
            source,
            {window.position + static_cast<std::uint64_t>(upper), window.rows - upper, window.column, window.columns},
            state, {to.out + upper * to.stride, to.stride, to.stream});
    }
}

void writeWindow(const SinusoidSource& source, const SinusoidWindow& window, float* out, std::int64_t stride,
                 bool stream)
{
    constexpr std::int64_t kBlock = SinusoidColumns::kBlock;
    constexpr auto kWidth = static_cast<std::int64_t>(kChunk);
    for (std::int64_t row = 0; row < window.rows;) {
        const std::uint64_t position = window.position + static_cast<std::uint64_t>(row);
        const std::int64_t rows = std::min(window.rows - row, kBlock - static_cast<std::int64_t>(position % kBlock));
        for (std::int64_t k = 0; k < window.columns; k += kWidth)
            writeChunk(source, {position, rows, window.column + k, std::min(kWidth, window.columns - k)},
                       {out + row * stride + k, stride, stream});
        row += rows;
    }
    if (stream)
        hwy::FlushStream();
}

} // namespace HWY_NAMESPACE
} // namespace phasor
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(makeRotors);
HWY_EXPORT(writeWindow);

// The rotors, made chunk by chunk as they are needed: pictures of wide tables need none of them.
class SinusoidColumns::Rotors
{
public:
    explicit Rotors(std::int64_t columns)
        : m_chunks(static_cast<std::size_t>(columns) / kChunk + 1)
        , m_ready(new std::once_flag[m_chunks])
        , m_data(static_cast<double*>(
              ::operator new[](2 * RotorArrays::kCount * step() * sizeof(double), std::align_val_t{kAlignment})))
    {
    }

    RotorArrays arrays() const { return {m_data.get(), step()}; }

    // A vector may reach into the chunk after the window's last.
    void prepare(const SinusoidSource& source, const SinusoidWindow& window)
    {
        constexpr std::size_t kVector = 16;
        const auto first = static_cast<std::size_t>(window.column) / kChunk;
        const auto last = (static_cast<std::size_t>(window.column + window.columns) + kVector - 1) / kChunk;
        for (std::size_t chunk = first; chunk <= std::min(last, m_chunks - 1); ++chunk)
            std::call_once(m_ready[chunk], [&] { HWY_DYNAMIC_DISPATCH(makeRotors)(source, chunk); });
    }

private:
    static constexpr std::size_t kAlignment = 64;
    struct Free
    {
        void operator()(double* data) const { ::operator delete[](data, std::align_val_t{kAlignment}); }
    };

    std::size_t step() const { return (m_chunks * kChunk + 511) / 512 * 512 + 72; }

    std::size_t m_chunks;
    std::unique_ptr<std::once_flag[]> m_ready;
    std::unique_ptr<double[], Free> m_data;
};

SinusoidColumns::SinusoidColumns(std::vector<PairFrequency> frequencies, SinusoidOrder order)
    : m_frequencies(std::move(frequencies))
    , m_order(order)
    , m_rotors(std::make_unique<Rotors>(order.columns))
{
}

SinusoidColumns::~SinusoidColumns() = default;

void SinusoidColumns::write(const SinusoidWindow& window, float* out, std::int64_t stride, bool stream) const
{
    if (window.rows <= 0 || window.columns <= 0)
        return;
    const SinusoidSource source{m_frequencies.data(), m_order, m_rotors->arrays()};
    m_rotors->prepare(source, window);
    HWY_DYNAMIC_DISPATCH(writeWindow)(source, window, out, stride, stream);
}

} // namespace phasor
#endif
