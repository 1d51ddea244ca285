// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/framework/frameworkmath.h"

#include "encodings/sinusoidal/framework/frameworklanes.h"

#include <sleef.h>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

template <typename Scalar>
void apply(const float* x, float* out, std::size_t n, Scalar scalar, FrameworkLanes::Function FrameworkLanes::*wide)
{
    const FrameworkLanes* const lanes = frameworkLanes();
    if (lanes == nullptr) {
        std::transform(x, x + n, out, scalar);
        return;
    }
    const std::size_t whole = n / 8 * 8;
    (lanes->*wide)(x, out, whole);
    float rest[8] = {};
    std::copy(x + whole, x + n, rest);
    (lanes->*wide)(rest, rest, 8);
    std::copy_n(rest, n - whole, out + whole);
}

} // namespace

void frameworkExp(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_expf1_u10purec, &FrameworkLanes::exp);
}

void frameworkSin(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_sinf1_u10purec, &FrameworkLanes::sin);
}

void frameworkCos(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_cosf1_u10purec, &FrameworkLanes::cos);
}

void frameworkLog(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_logf1_u10purec, &FrameworkLanes::log);
}

void frameworkPow(float base, const float* exponent, float* out, std::size_t n)
{
    const FrameworkLanes* const lanes = frameworkLanes();
    const std::size_t whole = lanes != nullptr ? n / 16 * 16 : 0;
    if (whole > 0)
        lanes->pow(base, exponent, out, whole);
    std::transform(exponent + whole, exponent + n, out + whole, [base](float e) { return std::pow(base, e); });
}

} // namespace phasor
