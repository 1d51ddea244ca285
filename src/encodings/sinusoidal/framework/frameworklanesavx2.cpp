// SPDX-License-Identifier: GPL-3.0-or-later
// The only file compiled entirely for AVX2. It must not include anything that other files inline.
#include "encodings/sinusoidal/framework/frameworklanes.h"

#include <sleef.h>

namespace phasor {

namespace {

template <auto function> void eachEight(const float* x, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, function(_mm256_loadu_ps(x + i)));
}

void powers(float base, const float* exponent, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, Sleef_powf8_u10avx2(_mm256_set1_ps(base), _mm256_loadu_ps(exponent + i)));
}

} // namespace

const FrameworkLanes* frameworkLanes()
{
    static constexpr FrameworkLanes kLanes{eachEight<Sleef_expf8_u10avx2>, eachEight<Sleef_sinf8_u10avx2>,
                                           eachEight<Sleef_cosf8_u10avx2>, eachEight<Sleef_logf8_u10avx2>, powers};
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kLanes : nullptr;
}

} // namespace phasor
