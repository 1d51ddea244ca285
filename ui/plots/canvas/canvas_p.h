// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plot.h"

#include <QHash>

#include <qcustomplot.h>

#include <utility>

namespace phasor {

class Overlay;

// Cache of text widths in a font: every frame asks for the same ones, and shaping them took a tenth of the GUI thread's
// time.
class TextWidths
{
public:
    int of(const QFont& font, const QString& text) const; // pixels, of the longest line

private:
    mutable QHash<std::pair<QFont, QString>, int> m_widths;
};

// QCustomPlot with repairs for version 2.1.0. It follows the screen's device pixel ratio, queues replots, and has one
// opaque buffer: filling and blending one for each layer takes longer than drawing a plot. Layers from the back:
// background, grid, "data", main, axes, legend.
class Canvas : public QCustomPlot
{
    Q_OBJECT

public:
    explicit Canvas(QWidget* parent);

    void setTheme(const Theme& theme); // sets every axis and the background, which must be opaque
    void fitLabels(); // hides axis titles without room, after a layout
    const Theme& theme() const { return m_theme; }
    const TextWidths& widths() const { return m_widths; }
    QStringList meanings(const std::optional<QPoint>& at = {}) const; // of the labels there; nothing: of all
    void replotSoon(); // a hidden canvas is drawn when it is shown

    // Adds an overlay O(canvas, arguments …) above the others. The canvas owns it.
    template <typename O, typename... Arguments> O& addOverlay(Arguments&&... arguments)
    {
        auto overlay = std::make_unique<O>(*this, std::forward<Arguments>(arguments)...);
        return static_cast<O&>(*m_overlays.emplace_back(std::move(overlay)));
    }

    // Lays out every element for a canvas of `size` logical pixels, without drawing.
    void layoutFor(QSize size);

signals:
    void placed(); // size or device pixel ratio changed

protected:
    bool event(QEvent* event) override; // tool tips of labels
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override; // frees the buffer
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void updateLayout() override;

private:
    class Buffer;

    void followScreen();
    QSharedPointer<Buffer> m_buffer;
    std::vector<std::unique_ptr<Overlay>> m_overlays;
    bool m_drawn = false; // the buffer holds a picture
    Theme m_theme = Theme::light();
    TextWidths m_widths;
};

// An overlay moves over a plot without a replot and is in no export: a cross-hair, a rubber band.
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
    const Theme& theme() const { return m_canvas.theme(); }
    template <typename T> void change(T& shown, const T& value) // repaints the canvas if the value is another one
    {
        if (std::exchange(shown, value) != value)
            m_canvas.update();
    }
    void repaint(const QRect& area) const { m_canvas.update(area); } // logical pixels of the canvas
    // Cross-hair pens: first a soft edge in the background's color, visible on any map; then the line over it.
    std::array<QPen, 2> crossPens() const;

private:
    Canvas& m_canvas;
};

// Axis coordinate at the center of a pixel. QCPAxis::pixelToCoord is one pixel too high on vertical axes.
double coordinateAt(const QCPAxis& axis, const QPoint& pixel);

} // namespace phasor
