// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/erfinv.h"

#include "random/erf.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace phasor {

namespace {

float newtonStep(float x, float y)
{
    const float slope = static_cast<float>(2.0 / std::sqrt(std::numbers::pi)) * std::exp(-x * x);
    return x - (erfAsOnX86(x) - y) / slope;
}

} // namespace

float erfinv(float y)
{
    const float size = std::fabs(y);
    if (size >= 1.0f)
        return size == 1.0f ? std::copysign(std::numeric_limits<float>::infinity(), y)
                            : std::numeric_limits<float>::quiet_NaN();
    float x = 0;
    if (size <= 0.7f) {
        const float z = y * y;
        float above = std::fma(-0.140543331f, z, 0.914624893f);
        above = std::fma(above, z, -1.645349621f);
        above = std::fma(above, z, 0.886226899f);
        float below = std::fma(0.012229801f, z, -0.329097515f);
        below = std::fma(below, z, 1.442710462f);
        below = std::fma(below, z, -2.118377725f);
        below = std::fma(below, z, 1.0f);
        x = y * above / below;
    } else {
        const float z = std::sqrt(-std::log((1.0f - size) / 2.0f));
        float above = std::fma(1.641345311f, z, 3.429567803f);
        above = std::fma(above, z, -1.624906493f);
        above = std::fma(above, z, -1.970840454f);
        const float below = std::fma(std::fma(1.637067800f, z, 3.543889200f), z, 1.0f);
        x = std::copysign(above, y) / below;
    }
    return newtonStep(newtonStep(x, y), y);
}

} // namespace phasor
