// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <QtTest>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace phasor {

// Runs body() for every instruction set of this machine and build; names it if it fails.
template <typename Body> void onEveryTarget(Body body)
{
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        body();
        if (QTest::currentTestFailed()) {
            qWarning("on %s", hwy::TargetName(target));
            break;
        }
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();
}

// Sizes around every vector width, and the offsets (in elements) of unaligned rows.
constexpr std::int64_t kSizes = 131;
constexpr std::int64_t kOffsets[] = {0, 1, 3};

template <typename T> bool sameBits(T a, T b)
{
    return std::memcmp(&a, &b, sizeof(T)) == 0 || (a != a && b != b);
}

// n elements at an offset from 64-byte alignment, between red zones that must not change.
template <typename T> class Guarded
{
public:
    Guarded(std::int64_t n, std::int64_t offset)
        : m_bytes(kZone + static_cast<std::size_t>(n + offset) * sizeof(T) + kZone + 64, kMark)
        , m_size(static_cast<std::size_t>(n) * sizeof(T))
    {
        const auto address = reinterpret_cast<std::uintptr_t>(m_bytes.data()) + kZone;
        m_begin = kZone + (64 - address % 64) % 64 + static_cast<std::size_t>(offset) * sizeof(T);
    }

    T* data() { return reinterpret_cast<T*>(m_bytes.data() + m_begin); }

    bool intact() const
    {
        for (std::size_t i = 0; i < m_bytes.size(); ++i) {
            if ((i < m_begin || i >= m_begin + m_size) && m_bytes[i] != kMark)
                return false;
        }
        return true;
    }

private:
    static constexpr std::size_t kZone = 128;
    static constexpr unsigned char kMark = 0xa5;
    std::vector<unsigned char> m_bytes;
    std::size_t m_size;
    std::size_t m_begin = 0;
};

// Random float32: mostly of ordinary size, some of any bit pattern (denormals, huge), some special values.
class Floats
{
public:
    explicit Floats(std::uint32_t seed)
        : m_engine(seed)
    {
    }

    float next()
    {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        constexpr float kSpecial[]
            = {0.0F, -0.0F, kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN(), 1e-45F, -1e-45F, 1.0F};
        const auto kind = m_engine() % 16;
        if (kind == 0)
            return kSpecial[m_engine() % 8];
        if (kind < 3)
            return std::bit_cast<float>(static_cast<std::uint32_t>(m_engine()));
        return ordinary();
    }

    float ordinary()
    {
        return std::bit_cast<float>(0x3f800000U | (static_cast<std::uint32_t>(m_engine()) >> 9)) * 4 - 6;
    }

    void fill(float* out, std::int64_t n)
    {
        for (std::int64_t i = 0; i < n; ++i)
            out[i] = next();
    }

private:
    std::mt19937 m_engine;
};

} // namespace phasor
