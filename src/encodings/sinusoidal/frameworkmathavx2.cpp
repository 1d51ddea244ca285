// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that is compiled for AVX2 as a whole: it must include nothing that other files inline.
#include "encodings/sinusoidal/frameworkmathavx2.h"

#ifdef __AVX2__
#include <sleef.h>
#endif

namespace phasor {

#ifdef __AVX2__

bool hasFrameworkMathAvx2()
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

void expAvx2(const float* x, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, Sleef_expf8_u10avx2(_mm256_loadu_ps(x + i)));
}

void sinAvx2(const float* x, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, Sleef_sinf8_u10avx2(_mm256_loadu_ps(x + i)));
}

void cosAvx2(const float* x, float* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i += 8)
        _mm256_storeu_ps(out + i, Sleef_cosf8_u10avx2(_mm256_loadu_ps(x + i)));
}

#else

bool hasFrameworkMathAvx2()
{
    return false;
}

void expAvx2(const float*, float*, std::size_t) { }
void sinAvx2(const float*, float*, std::size_t) { }
void cosAvx2(const float*, float*, std::size_t) { }

#endif

} // namespace phasor
