// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/lines/wavecolours_p.h"

#include <cmath>
#include <numbers>

namespace phasor {

namespace {

// Björn Ottosson, "A perceptual color space for image processing", 2020; lightness 0 … 1, hue in degrees.
QColor okLch(double lightness, double chroma, double hue)
{
    const double angle = hue * std::numbers::pi / 180;
    const double a = chroma * std::cos(angle);
    const double b = chroma * std::sin(angle);
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return QColor::fromRgbF(encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                            encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                            encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s))
        .toRgb();
}

} // namespace

QColor waveColour(double slowness, bool cosine, const Theme& theme)
{
    constexpr double kFast = 248; // degrees: the blue of position
    constexpr double kSlow = 145; // green
    constexpr double kChroma = 0.13;
    constexpr double kLeast = 3;
    const double sine = theme.isDark() ? 0.68 : 0.5;
    const double lightness = cosine ? sine + 0.16 : sine;
    return readableOn(theme.background, okLch(lightness, kChroma, kFast + (kSlow - kFast) * slowness), kLeast);
}

} // namespace phasor
