// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plot.h"

#include <QByteArray>
#include <QSizeF>

namespace phasor {

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
