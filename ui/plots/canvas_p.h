// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plot.h"

#include <qcustomplot.h>

namespace phasor {

// QCustomPlot with the cures for 2.1.0: the device pixel ratio follows the screen, replots are queued, and what
// changes on its own has its own buffer: each costs the filling and blending of all its pixels. Layers from the back:
// background, grid, "data", main, axes, legend, "overlay" (buffered: cross-hair and rubber band).
class Canvas : public QCustomPlot
{
    Q_OBJECT

public:
    explicit Canvas(QWidget* parent);

    void setTheme(const Theme& theme); // every axis rect's axes, and the background, which must be opaque
    void replotSoon() { replot(rpQueuedReplot); }
    void replotOverlay();

    // Places every element for a canvas of `size` logical pixels, without drawing.
    void layoutFor(QSize size);
    void layoutNow() { layoutFor(size()); }
    // Device pixels of a rectangle of the canvas at `scale` device pixels per logical one: rounded edges, at least 1
    // x 1.
    static QSize deviceSize(const QRect& rect, double scale);

    // Everything but the overlay, into an area of `size` logical units at the painter's origin.
    void drawInto(QCPPainter& painter, QSize size);

signals:
    void placed(); // size or device pixel ratio changed

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void followScreen();
    void styleAxis(QCPAxis& axis, const Theme& theme);
    QMetaObject::Connection m_screen;
    bool m_drawn = false; // paint buffers exist
};

// Coordinate of an axis at the centre of a pixel. QCPAxis::pixelToCoord has vertical axes one pixel too high.
double coordinateAt(const QCPAxis& axis, const QPoint& pixel);

} // namespace phasor
