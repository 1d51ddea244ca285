// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled entirely for AVX2 on x86-64. There it must not include anything that other files inline.
#include "encodings/sinusoidal/framework/frameworklanes.h"

#include <sleef.h>

#ifdef __aarch64__
#include <algorithm>
#include <cmath>
#endif

namespace phasor {

#ifdef __x86_64__

template <auto function> static void eachEight(const float* x, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, function(_mm256_loadu_ps(x + i)));
}

static void powers(float base, const float* exponent, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, Sleef_powf8_u10avx2(_mm256_set1_ps(base), _mm256_loadu_ps(exponent + i)));
}

const FrameworkLanes* frameworkLanes()
{
    static constexpr FrameworkLanes kLanes{eachEight<Sleef_expf8_u10avx2>, eachEight<Sleef_sinf8_u10avx2>,
                                           eachEight<Sleef_cosf8_u10avx2>, eachEight<Sleef_logf8_u10avx2>, powers};
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kLanes : nullptr;
}

#elif defined(__aarch64__) // AVX2's eight lanes on four, with the same bits

constexpr float kFar = 125; // TRIGRANGEMAX2f of SLEEF

// For functions with a single code path.
template <auto four> static void eachFour(const float* x, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 4)
        vst1q_f32(out + i, four(vld1q_f32(x + i)));
}

// Eight values with at least one far one: three at a time with a far one, so that SLEEF takes its longer way.
template <auto four> static void eightFar(const float* x, float* out)
{
    for (std::size_t i = 0; i < 8; i += 3) {
        const std::size_t count = std::min<std::size_t>(3, 8 - i);
        float lanes[4] = {kFar, kFar, kFar, kFar};
        std::copy_n(x + i, count, lanes);
        vst1q_f32(lanes, four(vld1q_f32(lanes)));
        std::copy_n(lanes, count, out + i);
    }
}

template <auto four> static void eachEight(const float* x, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8) {
        if (std::all_of(x + i, x + i + 8, [](float value) { return std::fabs(value) < kFar; }))
            eachFour<four>(x + i, out + i, 8);
        else
            eightFar<four>(x + i, out + i);
    }
}

static void powers(float base, const float* exponent, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 4)
        vst1q_f32(out + i, Sleef_powf4_u10advsimd(vdupq_n_f32(base), vld1q_f32(exponent + i)));
}

// Each aarch64 has four lanes and FMA.
const FrameworkLanes* frameworkLanes()
{
    static constexpr FrameworkLanes kLanes{eachFour<Sleef_expf4_u10advsimd>, eachEight<Sleef_sinf4_u10advsimd>,
                                           eachEight<Sleef_cosf4_u10advsimd>, eachFour<Sleef_logf4_u10advsimd>, powers};
    return &kLanes;
}

#else

const FrameworkLanes* frameworkLanes()
{
    return nullptr;
}

#endif

} // namespace phasor
