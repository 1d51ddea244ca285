// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plot.h"

#include <qcustomplot.h>

#include <array>
#include <memory>
#include <vector>

namespace phasor {

class Canvas;

// What moves over a plot without a replot, and is in no export: a cross-hair, a rubber band.
class Overlay
{
public:
    explicit Overlay(Canvas& canvas)
        : m_canvas(canvas)
    {
    }
    virtual ~Overlay() = default;
    Q_DISABLE_COPY_MOVE(Overlay)

    virtual void paint(QPainter& painter) const = 0;

protected:
    const Canvas& canvas() const { return m_canvas; }
    const Theme& theme() const;
    void repaint() const; // soon
    void repaint(const QRect& area) const; // logical pixels of the canvas
    // Pens of a cross-hair, one over the other: a soft edge of the background's color, so that it shows on any map.
    std::array<QPen, 2> crossPens() const;

private:
    Canvas& m_canvas;
};

// QCustomPlot with the cures for 2.1.0: the device pixel ratio follows the screen, replots are queued, and there is one
// opaque buffer: each is filled and blended whole for every frame, which takes longer than drawing a plot. Layers from
// the back: background, grid, "data", main, axes, legend.
class Canvas : public QCustomPlot
{
    Q_OBJECT

public:
    explicit Canvas(QWidget* parent);

    void setTheme(const Theme& theme); // every axis rect's axes, and the background, which must be opaque
    const Theme& theme() const { return m_theme; }
    void replotSoon();

    // O(canvas, arguments …) over the overlays that are there. It is the canvas's own.
    template <typename O, typename... Arguments> O& addOverlay(Arguments&&... arguments)
    {
        auto overlay = std::make_unique<O>(*this, std::forward<Arguments>(arguments)...);
        O& added = *overlay;
        m_overlays.push_back(std::move(overlay));
        return added;
    }

    // Places every element for a canvas of `size` logical pixels, without drawing.
    void layoutFor(QSize size);
    // Device pixels of a rectangle of the canvas at `scale` device pixels per logical one: rounded edges, at least 1
    // x 1.
    static QSize deviceSize(const QRect& rect, double scale);

signals:
    void placed(); // size or device pixel ratio changed

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void updateLayout() override;

private:
    class Buffer;

    void followScreen();
    void fitLabels();
    QSharedPointer<Buffer> m_buffer;
    std::vector<std::unique_ptr<Overlay>> m_overlays;
    QMetaObject::Connection m_screen;
    bool m_drawn = false; // the buffer has a picture
    Theme m_theme = Theme::light();
};

// Coordinate of an axis at the centre of a pixel. QCPAxis::pixelToCoord has vertical axes one pixel too high.
double coordinateAt(const QCPAxis& axis, const QPoint& pixel);

} // namespace phasor
