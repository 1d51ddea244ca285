// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>

#include <cstdint>

namespace phasor {

enum class Hue;

inline constexpr float kDimmedOpacity = 0.2F; // opacity of old data

// Colors, pen widths and type of plots and panels. A plain value; themes with equal ids have equal colors.
struct Theme
{
    QString id; // "light", "dark", "projector"
    QColor background;
    QColor foreground; // axes, text
    QColor muted; // secondary text, readable: contrast >= 4.5 to the background
    QColor grid; // quieter than muted
    QColor crossHair;
    double lineWidth = 1.5; // of curves, logical pixels
    double axisWidth = 1;
    double valueSize = 1; // type of the values at the ends of lines; more than 1: bold, above the line's name
    QFont font; // controls, read-out
    QFont smallFont; // axes, keys, questions, notes

    static Theme light();
    static Theme dark();
    static Theme projector();
    static Theme named(const QString& id); // light for an unknown id
    // For a presenter's screen of 768 lines; of a larger one, a line has more than one pixel.
    static Theme stage(double pixelsPerLine, double pointsPerPixel);

    // These colors with type and lines for a figure in units of 1/72 inch, so that its layout is the same at any dpi.
    Theme forFigure() const;
    QFont titleFont() const; // of a plot's finding
    bool isDark() const { return background.lightness() < 128; }
    QColor mark(Hue hue, bool light = false) const; // of a quantity; lighter: raster/colormaps.h
    // Color of a line: `rgb`, darker or lighter if it would hardly be visible on the background.
    QColor line(std::uint32_t rgb) const;
    // Color of the edges of a mark that would hardly be visible on the background; invalid: it needs none.
    QColor edge(const QColor& mark) const;
    // Color of type that belongs to a mark of that color: contrast >= 4.5 to the background.
    QColor type(const QColor& mark) const;
};

// Contrast of two colors, 1 … 21, by the Web Content Accessibility Guidelines (WCAG 2.1, "contrast ratio").
double contrast(const QColor& a, const QColor& b);
// `color`, mixed in linear light with black or white until it has that contrast to the background.
QColor readableOn(const QColor& background, const QColor& color, double least);
// sRGB value of a channel in linear light, both 0 … 1.
float encoded(double channel);
// Softened color of a mask on a dark ground, where white would glare; keeps the order of colors.
std::uint32_t softened(std::uint32_t rgb);

// A color 0xffRRGGBB of raster/colormaps.h as QColor.
inline QColor toColor(std::uint32_t rgb)
{
    return QColor::fromRgb(rgb);
}

} // namespace phasor
