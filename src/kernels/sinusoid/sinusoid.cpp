// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sinusoid/sinusoid.h"
#include "kernels/dispatch.h"

#include <hwy/foreach_target.h> // before highway.h

#include "kernels/sinusoid/sinusoidparts-inl.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <mutex>
#include <new>

HWY_BEFORE_NAMESPACE();
namespace phasor::HWY_NAMESPACE {

using FloatD = hn::Rebind<float, D>;

constexpr std::size_t kRows = SinusoidColumns::kGroup;
constexpr std::size_t kMiddle = kRows / 2; // the row of a group from which the others are rotated in both directions

// Memory that a window is written to.
struct Destination
{
    float* out;
    std::int64_t stride;
    bool stream;
};

// Two vectors of columns, their values and their derivatives by the angle.
struct Columns2
{
    V value0, value1, slope0, slope1;
};

HWY_INLINE Columns2 load(const State& state, std::size_t i)
{
    const D d;
    const std::size_t lanes = hn::Lanes(d);
    return {hn::Load(d, state.value + i), hn::Load(d, state.value + i + lanes), hn::Load(d, state.slope + i),
            hn::Load(d, state.slope + i + lanes)};
}

HWY_INLINE void store(const Columns2& columns, State& state, std::size_t i)
{
    const D d;
    const std::size_t lanes = hn::Lanes(d);
    hn::Store(columns.value0, d, state.value + i);
    hn::Store(columns.value1, d, state.value + i + lanes);
    hn::Store(columns.slope0, d, state.slope + i);
    hn::Store(columns.slope1, d, state.slope + i + lanes);
}

// The cosines and sines of a rotor for two vectors of columns.
struct Rotor2
{
    V cosine0, cosine1, sine0, sine1;
};

HWY_INLINE Rotor2 load(RotorArrays rotors, std::size_t rotor, std::size_t column)
{
    const D d;
    const std::size_t lanes = hn::Lanes(d);
    const double* const cosine = rotors.cosine(rotor) + column;
    const double* const sine = rotors.sine(rotor) + column;
    return {hn::LoadU(d, cosine), hn::LoadU(d, cosine + lanes), hn::LoadU(d, sine), hn::LoadU(d, sine + lanes)};
}

HWY_INLINE Columns2 turned(const Columns2& c, const Rotor2& by)
{
    return {hn::Add(hn::Mul(c.value0, by.cosine0), hn::Mul(c.slope0, by.sine0)),
            hn::Add(hn::Mul(c.value1, by.cosine1), hn::Mul(c.slope1, by.sine1)),
            hn::Sub(hn::Mul(c.slope0, by.cosine0), hn::Mul(c.value0, by.sine0)),
            hn::Sub(hn::Mul(c.slope1, by.cosine1), hn::Mul(c.value1, by.sine1))};
}

void turnAll(const State& from, RotorArrays rotors, std::size_t rotor, std::size_t column, std::size_t columns,
             State& to)
{
    for (std::size_t i = 0; i < columns; i += 2 * hn::Lanes(D()))
        store(turned(load(from, i), load(rotors, rotor, column + i)), to, i);
}

// Writes the rows that the rotors [kFirst, kEnd) make from a group's middle row; with rotor 0 also the middle row, and
// with the last one the state advances by a group. The rows k above and k below the middle are sum and difference of
// the same two products: half the work of two rotations, and no row waits for another.
template <bool kStream, std::size_t kFirst, std::size_t kEnd>
HWY_INLINE void writeRows(State& state, RotorArrays rotors, std::size_t column, std::size_t columns, float* out,
                          std::int64_t stride)
{
    const FloatD df;
    for (std::size_t i = 0; i < columns; i += 2 * hn::Lanes(D())) {
        const Columns2 group = load(state, i);
        float* const middle = out + static_cast<std::int64_t>(kMiddle) * stride + i;
        if constexpr (kFirst == 0)
            storeTwo<kStream>(df, group.value0, group.value1, middle);
        for (std::size_t rotor = kFirst; rotor < kEnd; ++rotor) {
            const Rotor2 by = load(rotors, rotor, column + i);
            const V even0 = hn::Mul(group.value0, by.cosine0);
            const V even1 = hn::Mul(group.value1, by.cosine1);
            const V odd0 = hn::Mul(group.slope0, by.sine0);
            const V odd1 = hn::Mul(group.slope1, by.sine1);
            const auto offset = static_cast<std::int64_t>(rotor + 1) * stride;
            storeTwo<kStream>(df, hn::Sub(even0, odd0), hn::Sub(even1, odd1), middle - offset);
            if (rotor + 1 < kMiddle)
                storeTwo<kStream>(df, hn::Add(even0, odd0), hn::Add(even1, odd1), middle + offset);
        }
        if constexpr (kEnd == kMiddle)
            store(turned(group, load(rotors, RotorArrays::kByGroup, column + i)), state, i);
    }
}

// Writes a group's rows and advances the state by a group. `columns` is a multiple of two vectors; kStream only if two
// vectors are within a cache line. First five rows, then three: eight rows a power of two apart would fill a set of the
// L1 cache and evict the state and the rotors.
template <bool kStream>
HWY_INLINE void writeGroup(State& state, RotorArrays rotors, std::size_t column, std::size_t columns, float* out,
                           std::int64_t stride)
{
    constexpr std::size_t kNear = kMiddle / 2;
    writeRows<kStream, 0, kNear>(state, rotors, column, columns, out, stride);
    writeRows<kStream, kNear, kMiddle>(state, rotors, column, columns, out, stride);
}

// Rows [first, first + rows) of a group through a small buffer: for incomplete groups, for columns that don't fill
// vectors, and for streaming stores that begin inside a cache line.
void writeGroupBuffered(State& state, RotorArrays rotors, std::size_t column, std::size_t columns, std::size_t first,
                        std::size_t rows, const Destination& to)
{
    alignas(64) float buffer[kRows * kChunk];
    const std::size_t step = 2 * hn::Lanes(D());
    writeGroup<false>(state, rotors, column, (columns + step - 1) / step * step, buffer,
                      static_cast<std::int64_t>(kChunk));
    for (std::size_t r = 0; r < rows; ++r) {
        const float* const from = buffer + (first + r) * kChunk;
        float* const row = to.out + static_cast<std::int64_t>(r) * to.stride;
        if (to.stream)
            streamFloats(from, row, columns);
        else
            std::memcpy(row, from, columns * sizeof(float));
    }
}

// One row of a group, with the same bits as in the entire group.
void writeRow(const State& state, RotorArrays rotors, std::size_t column, std::size_t columns, std::size_t row,
              float* out)
{
    const D d;
    const FloatD df;
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

// Whether every two vectors of a group fill a cache line. Then they are streamed while the next are computed.
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
    const bool direct = columns % (2 * hn::Lanes(D())) == 0 && (!to.stream || vectorsAreLines(to));
    std::uint64_t position = window.position & ~kMask;
    for (; position + kRows <= window.position; position += kRows)
        turnAll(state, source.rotors, RotorArrays::kByGroup, column, columns, state);
    const std::uint64_t end = window.position + static_cast<std::uint64_t>(window.rows);
    for (; position < end; position += kRows) {
        const std::size_t first = position < window.position ? window.position - position : 0;
        const std::size_t rows = std::min<std::uint64_t>(kRows, end - position) - first;
        if (rows == 1 && position + kRows >= end)
            writeRow(state, source.rotors, column, columns, first, to.out);
        else if (rows < kRows || !direct)
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
    const auto columns = static_cast<std::size_t>(window.columns);
    const std::int64_t upper
        = window.position < half ? std::min(window.rows, static_cast<std::int64_t>(half - window.position)) : 0;
    State state;
    State lower;
    anchor(source, column, columns, block + kMiddle, state);
    if (window.rows > upper)
        turnAll(state, source.rotors, RotorArrays::kByHalfBlock, column, columns, lower);
    if (upper > 0)
        writeHalf(source, {window.position, upper, window.column, window.columns}, state, to);
    if (window.rows > upper)
        writeHalf(
            source,
            {window.position + static_cast<std::uint64_t>(upper), window.rows - upper, window.column, window.columns},
            lower, {to.out + upper * to.stride, to.stride, to.stream});
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

// Below this value of sin(omega / 2), the quotient of the sines equals that of the cosines in double precision.
constexpr double kAliased = 1e-290;

void sinusoidAmplitudesKernel(const PairFrequency* frequencies, const SinusoidTerm* terms, std::int64_t count,
                              std::uint64_t size, float* out)
{
    const D d;
    const V scale = hn::Set(d, 1.0 / static_cast<double>(size));
    const auto all = static_cast<std::size_t>(count);
    PairFrequency pairs[kChunk];
    Angles whole;
    Angles half;
    alignas(64) double quotients[kChunk];
    for (std::size_t begin = 0; begin < all; begin += kChunk) {
        const std::size_t n = std::min(kChunk, all - begin);
        for (std::size_t i = 0; i < n; ++i)
            pairs[i] = frequencies[terms[begin + i].pair];
        anglesOfPairs(pairs, n, size, whole.sine, whole.cosine);
        anglesOfPairs(pairs, n, 1, half.sine, half.cosine);
        for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
            const V below = hn::Load(d, half.sine + i);
            const auto aliased = hn::Lt(hn::Abs(below), hn::Set(d, kAliased));
            const V above
                = hn::IfThenElse(aliased, hn::Load(d, whole.cosine + i), hn::Mul(hn::Load(d, whole.sine + i), scale));
            const V quotient = hn::Div(above, hn::IfThenElse(aliased, hn::Load(d, half.cosine + i), below));
            hn::Store(quotient, d, quotients + i);
        }
        for (std::size_t i = 0; i < n; ++i)
            out[begin + i] = static_cast<float>(quotients[i] * static_cast<double>(terms[begin + i].weight));
    }
}

} // namespace phasor::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasor {

HWY_EXPORT(makeRotors);
HWY_EXPORT(writeWindow);

PHASOR_KERNEL(void, sinusoidAmplitudes,
              (const PairFrequency* frequencies, const SinusoidTerm* terms, std::int64_t count, std::uint64_t size,
               float* out),
              (frequencies, terms, count, size, out))

// Rotors, made chunk by chunk on demand: pictures of wide tables need none of them.
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
