// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace phasor {

// A dashed graph that stays readable where its points are dense: it cuts the dashes at even steps of the key. Qt's own
// dashes follow the line. Where that goes up and down in every pixel, they look like noise and take as long to draw as
// the rest of the window. Uses the first dash and gap of the pen's pattern.
class DashedGraph : public QCPGraph
{
public:
    using QCPGraph::QCPGraph; // owned by the axes' plot
    // Draws the line on a wider one in this color; invalid: no edge.
    void setEdge(const QColor& edge) { m_edge = edge; }

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
    void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                         const QCPScatterStyle& style) const override;

private:
    void drawLine(QCPPainter* painter, const QVector<QPointF>& lines, const QPen& pen) const;

    QColor m_edge;
};

} // namespace phasor
