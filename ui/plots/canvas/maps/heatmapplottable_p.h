// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "views/tables/picture.h"

#include <QImage>

namespace phasor {

// Color bar of a heatmap: its 256 colors, the range and name of the values.
class ColorBar
{
public:
    explicit ColorBar(QCustomPlot& plot); // put the element into a layout
    QCPColorScale* element() const { return m_scale; }
    // Below the map or next to it, with a name or without; set the theme again afterwards.
    void setBelow(bool below, bool named);
    void show(const Picture& picture, const QString& label); // a mask's colors are softened on a dark ground
    void fit(); // the title, after a layout
    void hide();
    void setTheme(const Theme& theme);

private:
    void makeGradient();

    QCPColorScale* m_scale; // owned by the layout
    QCPItemText* m_title; // above a bar next to the map; owned by the plot
    const ColorMap* m_map = nullptr;
    bool m_mask = false;
    bool m_dark = false;
    bool m_named = false;
};

// An image that shares the picture's pixels: valid as long as the picture.
inline QImage imageOf(const Picture& picture)
{
    return {reinterpret_cast<const uchar*>(picture.pixels.data()), picture.width, picture.height,
            static_cast<qsizetype>(picture.width) * 4, QImage::Format_RGB32};
}

// Whether a picture shows a share in gray, as masks do. A share in other colors has the colors of its bar.
bool isMask(const Picture& picture);

// Draws ready pixels as one image: 1:1 on the device for the visible range, otherwise scaled, so that zooming does not
// blink until the next pixels arrive. Key axis: columns; value axis: rows, downwards. QCPColorMap would alias, copy on
// the reversed axis and become a JPEG in a PDF.
class HeatmapPlottable : public QCPAbstractPlottable
{
public:
    using DataPtr = std::shared_ptr<const Picture>;

    HeatmapPlottable(const Canvas& canvas, QCPAxis& columns, QCPAxis& rows)
        : QCPAbstractPlottable(&columns, &rows)
        , m_canvas(canvas)
    {
        setAntialiased(false);
    }
    // Sets the pixels. A mask is softened on a dark ground; its cells are framed if they are large.
    void setData(DataPtr data);

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    // Ranges for rescaleAxes(), which is never called; `found`: there is a picture.
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override
    {
        found = m_data != nullptr;
        return {};
    }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override
    {
        return getKeyRange(found, {});
    }

protected:
    // QCPLayer moves each clip rectangle up by one pixel, as it moves lines; pixels are not moved.
    QRect clipRect() const override { return QCPAbstractPlottable::clipRect().translated(0, 1); }
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    QRectF target() const; // logical pixels
    void drawFrames(QCPPainter& painter, const QRectF& place) const;

    const Canvas& m_canvas;
    DataPtr m_data;
    QImage m_image; // shares the pixels of m_data, unless they are softened
};

} // namespace phasor
