// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/erf.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace phasor {

namespace {

// c[0] + z (c[1] + z (c[2] + …)).
template <std::size_t n> float polynomial(float z, const std::array<float, n>& c)
{
    float sum = c[n - 1];
    for (std::size_t i = n - 1; i-- > 0;)
        sum = c[i] + z * sum;
    return sum;
}

// |x| < 0.84375: erf x = x + x·P(x²)/Q(x²).
float nearZero(float x)
{
    constexpr std::array kAbove{1.2837916613e-01F, -3.2504209876e-01F, -2.8481749818e-02F, -5.7702702470e-03F,
                                -2.3763017452e-05F};
    constexpr std::array kBelow{1.0000000000e+00F, 3.9791721106e-01F, 6.5022252500e-02F,
                                5.0813062117e-03F, 1.3249473704e-04F, -3.9602282413e-06F};
    constexpr float kSlope = 1.2837916613e-01F; // 2/√π − 1
    if (std::fabs(x) < 0x1p-119F)
        return 0.0625F * (16 * x + 16 * kSlope * x); // subnormal numbers would lose digits in between
    if (std::fabs(x) < 0x1p-28F)
        return x + kSlope * x;
    const float z = x * x;
    return x + x * (polynomial(z, kAbove) / polynomial(z, kBelow));
}

// 0.84375 <= x < 1.25: about 1.
float nearOne(float x)
{
    constexpr float kErfOfOne = 8.4506291151e-01F;
    constexpr std::array kAbove{-2.3621185683e-03F, 4.1485610604e-01F, -3.7220788002e-01F, 3.1834661961e-01F,
                                -1.1089469492e-01F, 3.5478305072e-02F, -2.1663755178e-03F};
    constexpr std::array kBelow{1.0000000000e+00F, 1.0642088205e-01F, 5.4039794207e-01F, 7.1828655899e-02F,
                                1.2617121637e-01F, 1.3637083583e-02F, 1.1984500103e-02F};
    const float s = x - 1.0F;
    return kErfOfOne + polynomial(s, kAbove) / polynomial(s, kBelow);
}

// x >= 1.25: 1 − exp(−x²) R(1/x²) / (x S(1/x²)), −x² as the sum of a square that is exact and the rest.
float tail(float x)
{
    constexpr std::array kAbove{-9.8649440333e-03F, -6.9385856390e-01F, -1.0558626175e+01F, -6.2375331879e+01F,
                                -1.6239666748e+02F, -1.8460508728e+02F, -8.1287437439e+01F, -9.8143291473e+00F};
    constexpr std::array kBelow{1.0000000000e+00F, 1.9651271820e+01F, 1.3765776062e+02F,
                                4.3456588745e+02F, 6.4538726807e+02F, 4.2900814819e+02F,
                                1.0863500214e+02F, 6.5702495575e+00F, -6.0424413532e-02F};
    constexpr std::array kFarAbove{-9.8649431020e-03F, -7.9928326607e-01F, -1.7757955551e+01F, -1.6063638306e+02F,
                                   -6.3756646729e+02F, -1.0250950928e+03F, -4.8351919556e+02F};
    constexpr std::array kFarBelow{1.0000000000e+00F, 3.0338060379e+01F, 3.2579251099e+02F, 1.5367296143e+03F,
                                   3.1998581543e+03F, 2.5530502930e+03F, 4.7452853394e+02F, -2.2440952301e+01F};
    if (x >= 6.0F)
        return 1.0F;
    const float s = 1.0F / (x * x);
    const bool far = std::bit_cast<std::uint32_t>(x) >= 0x4036DB6EU; // 1 / 0.35
    const float quotient
        = far ? polynomial(s, kFarAbove) / polynomial(s, kFarBelow) : polynomial(s, kAbove) / polynomial(s, kBelow);
    const auto z = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & 0xfffff000U);
    return 1.0F - std::exp(-z * z - 0.5625F) * std::exp((z - x) * (z + x) + quotient) / x;
}

} // namespace

float erfAsOnX86(float x)
{
    const float size = std::fabs(x);
    if (size < 0.84375F)
        return nearZero(x);
    return std::copysign(size < 1.25F ? nearOne(size) : tail(size), x);
}

} // namespace phasor
