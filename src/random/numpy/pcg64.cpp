// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/numpy/pcg64.h"

#include "system/cancelscope.h"

#include <bit>
#include <cmath>

namespace phasor {

namespace {

// NumPy's tables of the 256 layers: wi, ki and fi. Written by resources/ziggurat/make_ziggurat.py; the license is next
// to it.
constexpr double kWidths[256] = {
#include "ziggurat/widths.csv"
};
constexpr std::uint64_t kLimits[256] = {
#include "ziggurat/limits.csv"
};
constexpr double kHeights[256] = {
#include "ziggurat/heights.csv"
};

constexpr double kTail = 3.6541528853610087963519472518; // end of the lowest layer
constexpr double kInverseTail = 0.27366123732975827203338247596;
constexpr std::int64_t kSmallestChunk = 4096; // values
constexpr std::int64_t kMostChunks = std::int64_t{1} << 18;

double tail(Pcg64& generator, bool negative)
{
    for (;;) {
        const double x = -kInverseTail * std::log1p(-generator.random());
        const double y = -std::log1p(-generator.random());
        if (y + y > x * x)
            return negative ? -(kTail + x) : kTail + x;
    }
}

// Generator.standard_normal() in double precision: one step of `generator` for 99 of 100 values, more for the others.
double zigguratNormal(Pcg64& generator)
{
    for (;;) {
        const std::uint64_t bits = generator.next();
        const std::size_t layer = bits & 0xff;
        const std::uint64_t size = (bits >> 9) & 0x000fffffffffffff;
        double x = static_cast<double>(size) * kWidths[layer];
        if (((bits >> 8) & 1) != 0)
            x = -x;
        if (size < kLimits[layer])
            return x;
        if (layer == 0)
            return tail(generator, ((size >> 8) & 1) != 0);
        const double low = kHeights[layer];
        if ((kHeights[layer - 1] - low) * generator.random() + low < std::exp(-0.5 * x * x))
            return x;
    }
}

// `kept[k]` is the state before value k * chunk.
Sequence normalsFrom(std::vector<Pcg64> kept, std::int64_t chunk, double mean, double std)
{
    const auto shared = std::make_shared<const std::vector<Pcg64>>(std::move(kept));
    return [=](const Runs& runs) {
        std::int64_t at = -1; // index of the next value of `generator`
        Pcg64 generator(0);
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            const std::int64_t begin = first / chunk * chunk;
            if (at < begin || at > first) {
                generator = (*shared)[static_cast<std::size_t>(first / chunk)];
                at = begin;
            }
            for (; at < first; ++at)
                zigguratNormal(generator);
            for (std::int64_t i = 0; i < length; ++i)
                out[i] = static_cast<float>(mean + std * zigguratNormal(generator));
            at += length;
        });
    };
}

constexpr Uint128 kMultiplier = (Uint128{0x2360ed051fc65da4} << 64) | 0x4385df649fccf645;

// A running hash of numpy.random.SeedSequence, which has two.
struct Hash
{
    std::uint32_t constant;
    std::uint32_t multiplier;

    std::uint32_t operator()(std::uint32_t value)
    {
        value ^= constant;
        constant *= multiplier;
        value *= constant;
        return value ^ (value >> 16);
    }
};

using Pool = std::array<std::uint32_t, 4>;

Pool mixedPool(std::uint64_t seed)
{
    Hash hash{0x43b0d7e5, 0x931e8875};
    Pool pool{};
    // The entropy is the seed's words without leading zeros; zeros fill the pool, so a second word 0 changes nothing.
    for (std::size_t i = 0; i < pool.size(); ++i)
        pool[i] = hash(i < 2 ? static_cast<std::uint32_t>(seed >> (32 * i)) : 0);
    for (std::size_t from = 0; from < pool.size(); ++from) {
        for (std::size_t to = 0; to < pool.size(); ++to) {
            if (from == to)
                continue;
            const std::uint32_t mixed = 0xca01f9ddu * pool[to] - 0x4973f715u * hash(pool[from]);
            pool[to] = mixed ^ (mixed >> 16);
        }
    }
    return pool;
}

} // namespace

Result<Sequence> numpyNormals(Pcg64& generator, std::int64_t count, double mean, double std)
{
    std::int64_t chunk = kSmallestChunk;
    while (chunk * kMostChunks < count)
        chunk *= 2;
    std::vector<Pcg64> kept;
    Pcg64 now = generator; // not a reference: it stays in registers
    for (std::int64_t i = 0; i < count; ++i) {
        if (i % chunk == 0) {
            if (cancelled())
                return cancelledError();
            kept.push_back(now);
        }
        zigguratNormal(now);
    }
    generator = now;
    return normalsFrom(std::move(kept), chunk, mean, std);
}

Pcg64::Pcg64(std::uint64_t seed)
{
    const Pool pool = mixedPool(seed);
    Hash hash{0x8b51f9dd, 0x58f38ded};
    std::array<std::uint64_t, 4> words{};
    for (std::size_t i = 0; i < 8; ++i)
        words[i / 2] |= std::uint64_t{hash(pool[i % pool.size()])} << (32 * (i % 2));
    m_increment = (((Uint128{words[2]} << 64) | words[3]) << 1) | 1;
    step();
    m_state += (Uint128{words[0]} << 64) | words[1];
    step();
}

void Pcg64::step()
{
    m_state = m_state * kMultiplier + m_increment;
}

void Pcg64::advance(std::uint64_t steps)
{
    Uint128 multiplier = 1;
    Uint128 increment = 0;
    Uint128 powerMultiplier = kMultiplier;
    Uint128 powerIncrement = m_increment;
    for (; steps != 0; steps >>= 1) {
        if (steps & 1) {
            multiplier *= powerMultiplier;
            increment = increment * powerMultiplier + powerIncrement;
        }
        powerIncrement *= powerMultiplier + 1;
        powerMultiplier *= powerMultiplier;
    }
    m_state = m_state * multiplier + increment;
}

std::uint64_t Pcg64::next()
{
    step();
    const auto high = static_cast<std::uint64_t>(m_state >> 64);
    const auto low = static_cast<std::uint64_t>(m_state);
    return std::rotr(high ^ low, static_cast<int>(m_state >> 122));
}

} // namespace phasor
