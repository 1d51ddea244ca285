// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "plots/theme.h"
#include "views/tables/picture.h"

#include <memory>
#include <qcustomplot.h>
#include <vector>

namespace phasor {

// The key of a heatmap: the same 256 colours, the range of values and what they are.
class ColourBar
{
public:
    explicit ColourBar(QCustomPlot& plot); // the element is free: put it into a layout
    QCPColorScale* element() const { return m_scale; }
    void setBelow(bool below); // the map instead of beside it; the theme has to be set again
    void show(const Picture& picture, const QString& label); // a mask's is softened on a dark ground
    void setTheme(const Theme& theme);

private:
    void makeGradient();

    QCPColorScale* m_scale; // owned by the layout
    const ColorMap* m_map = nullptr;
    bool m_mask = false;
    bool m_dark = false;
};

// A share in grey, as masks are; one in other colours has the colours of its bar.
bool isMask(const Picture& picture);

// Draws ready pixels: one image, 1:1 on the device when its range is the visible one, otherwise scaled into its place
// so that zooming does not blink while the next pixels are computed. Key axis: coordinates of the columns; value axis:
// those of the rows, downwards. QCPColorMap would alias, copy on the reversed axis and turn into a JPEG in a PDF.
class HeatmapPlottable : public QCPAbstractPlottable
{
public:
    using DataPtr = std::shared_ptr<const Picture>;

    HeatmapPlottable(const Canvas& canvas, QCPAxis& columns, QCPAxis& rows);
    // A mask: softened on a dark ground, its cells framed where they are large.
    void setData(DataPtr data);
    const Picture* data() const { return m_data.get(); }

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain = QCP::sdBoth,
                           const QCPRange& inKeyRange = QCPRange()) const override;

protected:
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    QRectF target() const; // logical pixels
    void drawFrames(QCPPainter& painter, const QRectF& place) const;

    const Canvas& m_canvas;
    DataPtr m_data;
    QImage m_image; // looks at m_data's pixels, or at the softened ones
    std::vector<std::uint32_t> m_softened;
};

} // namespace phasor
