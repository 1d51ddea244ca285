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

// The theme with a figure's type: the machine's family `asked`, or DejaVu Sans, which is inside the program, so that a
// figure is the same on every machine (except for glyphs that DejaVu Sans lacks). The machine's font settings have no
// effect: no hinting, no subpixels. `points`: size of labels, 4 … 72; nullopt: the theme's. GUI thread, needs a
// QApplication, which keeps the fonts. Errors: Usage ENUM, RANGE.
Result<Theme> withFigureFont(Theme theme, const std::optional<std::string>& asked, const std::optional<int>& points);

// A finished plot and what its file contains; `session`: empty for none.
struct Painting
{
    Plot& plot;
    FigureFrame frame;
    QSizeF inches;
    double dpi;
    QColor background;
    QByteArray session;

    // Title in the file: the figure's or the plot's.
    QString title() const { return frame.title.isEmpty() ? plot.title() : frame.title; }
};

QImage paintImage(const Painting& painting); // null: there is not enough memory
QByteArray paintPng(const Painting& painting);
QByteArray paintSvg(const Painting& painting);
QByteArray paintPdf(const Painting& painting);

} // namespace phasor
