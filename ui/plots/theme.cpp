// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/theme.h"

#include "raster/colormaps.h"

#include <QFontInfo>

#include <algorithm>
#include <cmath>

namespace phasor {

static QFont fontOf(double points)
{
    QFont font;
    // QCustomPlot ignores a font that equals its own by family and size, and paints with the widget's larger type then.
    font.setFamily(QFontInfo(font).family());
    font.setPointSizeF(points);
    return font;
}

static QFont inUnits(const QFont& font, double shrink)
{
    QFont fixed = font;
    fixed.setFamily(QFontInfo(font).family()); // other machines that show an SVG have no "Sans Serif"
    fixed.setPixelSize(qMax(6, qRound(font.pointSizeF() * shrink)));
    return fixed;
}

static double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

static double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

// A color mixed with `share` of black or white.
static QColor mixed(const QColor& color, double end, double share)
{
    const auto channel = [&](double value) {
        return encoded(linear(value) + (end - linear(value)) * share);
    };
    return QColor::fromRgbF(channel(color.redF()), channel(color.greenF()), channel(color.blueF())).toRgb();
}

constexpr double kLeastOfLines = 3; // WCAG 2.1, 1.4.11: graphics needed to understand a picture
constexpr double kLeastOfType = 4.5; // WCAG 2.1, 1.4.3

double contrast(const QColor& a, const QColor& b)
{
    constexpr double kGlare = 0.05;
    const double one = luminance(a) + kGlare;
    const double other = luminance(b) + kGlare;
    return one > other ? one / other : other / one;
}

QColor readableOn(const QColor& background, const QColor& color, double least)
{
    if (contrast(background, color) >= least)
        return color;
    constexpr int kSteps = 64;
    const double end = contrast(background, Qt::white) > contrast(background, Qt::black) ? 1 : 0;
    const auto tried = [&](int step) {
        return mixed(color, end, static_cast<double>(step) / kSteps);
    };
    int low = 0; // the last step that is too little
    for (int high = kSteps; high - low > 1;)
        (contrast(background, tried((low + high) / 2)) >= least ? high : low) = (low + high) / 2;
    return low + 1 < kSteps ? tried(low + 1) : end > 0 ? QColor(Qt::white) : QColor(Qt::black);
}

QColor Theme::mark(Hue hue, bool light) const
{
    const HueColors colors = colorOf(hue, isDark());
    return toColor(light ? colors.light : colors.full);
}

QColor Theme::line(std::uint32_t rgb) const
{
    return readableOn(background, toColor(rgb), kLeastOfLines);
}

QColor Theme::edge(const QColor& mark) const
{
    return contrast(background, mark) < kLeastOfLines ? type(mark) : QColor();
}

QColor Theme::type(const QColor& mark) const
{
    for (const Hue hue : {Hue::Embedding, Hue::Position, Hue::Sum, Hue::Dropped, Hue::Second}) {
        if (mark == this->mark(hue))
            return toColor(colorOf(hue, isDark()).type);
    }
    return readableOn(background, mark, kLeastOfType);
}

float encoded(double channel)
{
    const double in = std::clamp(channel, 0.0, 1.0);
    return static_cast<float>(in <= 0.0031308 ? 12.92 * in : 1.055 * std::pow(in, 1 / 2.4) - 0.055);
}

std::uint32_t softened(std::uint32_t rgb)
{
    constexpr std::uint32_t kOf256 = 170; // white becomes a gray on which text is still readable
    const auto channel = [&](int shift) {
        return (((rgb >> shift) & 0xffU) * kOf256 / 256) << shift;
    };
    return (rgb & 0xff000000U) | channel(16) | channel(8) | channel(0);
}

Theme Theme::light()
{
    return {.id = QStringLiteral("light"),
            .background = QColor(0xff, 0xff, 0xff),
            .foreground = QColor(0x26, 0x28, 0x2b),
            .muted = QColor(0x69, 0x6d, 0x72),
            .grid = QColor(0xe9, 0xea, 0xec),
            .crossHair = QColor(0x10, 0x10, 0x10),
            .font = fontOf(9.75),
            .smallFont = fontOf(9)};
}

Theme Theme::dark()
{
    Theme theme = light();
    theme.id = QStringLiteral("dark");
    theme.background = QColor(0x1c, 0x1e, 0x21);
    theme.foreground = QColor(0xe4, 0xe6, 0xe8);
    theme.muted = QColor(0x9c, 0xa1, 0xa7);
    theme.grid = QColor(0x30, 0x33, 0x38);
    theme.crossHair = QColor(0xff, 0xff, 0xff);
    return theme;
}

Theme Theme::projector()
{
    Theme theme = light();
    theme.id = QStringLiteral("projector");
    theme.foreground = QColor(0, 0, 0);
    theme.muted = QColor(0x40, 0x40, 0x40);
    theme.grid = QColor(0xd8, 0xd8, 0xd8);
    theme.lineWidth = 3;
    theme.axisWidth = 1.5;
    theme.font = fontOf(16);
    theme.smallFont = fontOf(14);
    return theme;
}

// The smallest type of a plot, 85 % of the small font, has 20 of 768 lines.
Theme Theme::stage(double pixelsPerLine, double pointsPerPixel)
{
    Theme theme = projector();
    theme.lineWidth = 5 * pixelsPerLine;
    theme.axisWidth = 2 * pixelsPerLine;
    theme.valueSize = 40.0 / 24;
    theme.font = theme.smallFont = fontOf(24 * pixelsPerLine * pointsPerPixel);
    return theme;
}

Theme Theme::named(const QString& id)
{
    return id == QLatin1String("dark") ? dark() : id == QLatin1String("projector") ? projector() : light();
}

QFont Theme::titleFont() const
{
    QFont larger = font;
    if (font.pointSizeF() > 0) // a figure's title is as large as its type
        larger.setPointSizeF(font.pointSizeF() * 14 / 13);
    larger.setWeight(QFont::DemiBold);
    return larger;
}

Theme Theme::forFigure() const
{
    // Figures have smaller type than the screen: labels of 9.75 pt become 8 pt, as journals ask for.
    constexpr double kShrink = 8.0 / 9.75;
    Theme theme = *this;
    theme.font = inUnits(font, kShrink);
    theme.smallFont = inUnits(smallFont, kShrink);
    theme.lineWidth *= 0.75;
    theme.axisWidth *= 0.6;
    return theme;
}

} // namespace phasor
