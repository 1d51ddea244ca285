// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

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

// Limits every graph of the plot to the inside of its axes, as long as this object lives. QSvgGenerator (Qt 6.4)
// ignores clip rectangles: a curve would run over labels and off the page.
class ClippedGraphs
{
public:
    explicit ClippedGraphs(QCustomPlot& plot);
    ~ClippedGraphs();
    Q_DISABLE_COPY_MOVE(ClippedGraphs)

private:
    struct Kept
    {
        QCPGraph* graph = nullptr;
        QSharedPointer<QCPGraphDataContainer> data;
        QCPScatterStyle scatter;
        QCPGraph* markers = nullptr; // draws the markers instead, because points cut at the edge are not data
    };
    void clip(Kept& kept);

    QCustomPlot& m_plot;
    std::vector<Kept> m_kept;
};

} // namespace phasor
