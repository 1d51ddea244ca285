// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plot.h"
#include "plots/theme.h"
#include "text/result.h"

#include <QByteArray>
#include <QSizeF>

#include <optional>
#include <string>

namespace phasor {

// The theme with the type of figures: the family `asked` of this machine, or DejaVu Sans, which is inside the program,
// so that a figure is the same on every machine (only what DejaVu Sans has no glyph for comes from the machine's
// fonts). Nothing of the machine's settings for fonts acts on it: no hinting, no subpixels. `points`: size of labels, 4
// … 72; nothing: the theme's. GUI thread, needs a QApplication, which keeps the fonts. Errors: Usage ENUM, RANGE.
Result<Theme> withFigureFont(Theme theme, const std::optional<std::string>& asked, const std::optional<int>& points);

// One finished plot into the bytes of a file; `session` is what the file carries inside, empty: nothing.
struct Painting
{
    Plot& plot;
    FigureFrame frame;
    QSizeF inches;
    double dpi;
    QColor background;
    QByteArray session;

    QString title() const; // what the file says of itself: the figure's title, or the plot's
};

QByteArray paintPng(const Painting& painting);
QByteArray paintSvg(const Painting& painting);
QByteArray paintPdf(const Painting& painting);

} // namespace phasor
