// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>

#include <cstdint>

namespace phasor {

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
    static bool isKnown(const QString& id);

    // The same colours with type and lines for a figure whose unit is 1/72 inch, so that its layout is the same at any
    // dpi.
    Theme forFigure() const;
    bool isDark() const { return background.lightness() < 128; }
};

// 0xffRRGGBB of raster/hues.h as a QColor.
inline QColor toColor(std::uint32_t rgb)
{
    return QColor::fromRgb(rgb);
}

} // namespace phasor
