// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that is compiled for AVX2 as a whole: it must include nothing that other files inline.
#include "encodings/sinusoidal/framework/frameworklanes.h"

#include <sleef.h>

namespace phasor {

bool hasFrameworkLanes()
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

void expLanes(const float* x, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, Sleef_expf8_u10avx2(_mm256_loadu_ps(x + i)));
}

void sinLanes(const float* x, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, Sleef_sinf8_u10avx2(_mm256_loadu_ps(x + i)));
}

void cosLanes(const float* x, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, Sleef_cosf8_u10avx2(_mm256_loadu_ps(x + i)));
}

void logLanes(const float* x, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, Sleef_logf8_u10avx2(_mm256_loadu_ps(x + i)));
}

void powLanes(float base, const float* exponent, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, Sleef_powf8_u10avx2(_mm256_set1_ps(base), _mm256_loadu_ps(exponent + i)));
}

} // namespace phasor
