// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/framework/frameworkmath.h"

#include "encodings/sinusoidal/framework/frameworklanes.h"

#include <sleef.h>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

template <class Scalar, class Wide> void apply(const float* x, float* out, std::size_t n, Scalar scalar, Wide wide)
{
    if (!hasFrameworkLanes()) {
        std::transform(x, x + n, out, scalar);
        return;
    }
    const std::size_t whole = n / 8 * 8;
    wide(x, out, whole);
    float rest[8] = {};
    std::copy(x + whole, x + n, rest);
    wide(rest, rest, 8);
    std::copy_n(rest, n - whole, out + whole);
}

} // namespace

void frameworkExp(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_expf1_u10purec, expLanes);
}

void frameworkSin(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_sinf1_u10purec, sinLanes);
}

void frameworkCos(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_cosf1_u10purec, cosLanes);
}

void frameworkLog(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_logf1_u10purec, logLanes);
}

void frameworkPow(float base, const float* exponent, float* out, std::size_t n)
{
    const std::size_t whole = hasFrameworkLanes() ? n / 16 * 16 : 0;
    powLanes(base, exponent, out, whole);
    std::transform(exponent + whole, exponent + n, out + whole, [base](float e) { return std::pow(base, e); });
}

} // namespace phasor
