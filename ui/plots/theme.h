// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>

#include <cstdint>

namespace phasor {

inline constexpr float kDimmedOpacity = 0.2F; // of what is shown and no longer true

// Colours, pen widths and type of plots and panels. A plain value; equal ids have equal colours.
struct Theme
{
    QString id; // "light", "dark", "projector"
    QColor background;
    QColor foreground; // axes, text
    QColor muted; // secondary text, readable: contrast >= 4.5 to the background
    QColor grid; // quieter than muted
    QColor crossHair;
    QColor warning; // outline of a field that holds nonsense
    QColor nanColour; // of a heatmap's cells that are no number
    double lineWidth = 1.5; // curves, logical pixels
    double axisWidth = 1;
    QFont font; // titles and axis labels
    QFont smallFont; // tick labels, summaries

    static Theme light();
    static Theme dark();
    static Theme projector();
    static Theme named(const QString& id); // light if unknown

    // The same colours with type and lines for a figure whose unit is 1/72 inch, so that its layout is the same at any
    // dpi.
    Theme forFigure() const;
    bool isDark() const { return background.lightness() < 128; }
    // The colour of a line: this one, darker or lighter where it would hardly be seen on the background.
    QColor line(std::uint32_t rgb) const;
};

// Of two colours, 1 … 21, as the Web Content Accessibility Guidelines have it (WCAG 2.1, "contrast ratio").
double contrast(const QColor& a, const QColor& b);
// `colour` with as much black or white as it takes to reach that contrast to the background, in linear light.
QColor readableOn(const QColor& background, const QColor& colour, double least);
// An sRGB channel, 0 … 1, of one in linear light.
float encoded(double channel);
// A colour of a mask on a dark ground, where white would glare: softened, the order of the colours stays.
std::uint32_t softened(std::uint32_t rgb);

// 0xffRRGGBB of raster/colormaps.h as a QColor.
inline QColor toColor(std::uint32_t rgb)
{
    return QColor::fromRgb(rgb);
}

} // namespace phasor
