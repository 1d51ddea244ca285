// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/dashedgraph_p.h"

#include <algorithm>
#include <cmath>

namespace phasor {

void DashedGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const
{
    constexpr double kWider = 1.6; // width of the edge's line, relative to the line
    if (m_edge.isValid() && pen().style() != Qt::NoPen) {
        QPen under = pen();
        under.setColor(m_edge);
        under.setWidthF(kWider * pen().widthF());
        if (QList<qreal> pattern = pen().dashPattern(); !pattern.isEmpty()) { // is in pen widths
            for (qreal& length : pattern)
                length /= kWider;
            under.setDashPattern(pattern);
        }
        drawLine(painter, lines, under);
    }
    drawLine(painter, lines, pen());
}

void DashedGraph::drawLine(QCPPainter* painter, const QVector<QPointF>& lines, const QPen& pen) const
{
    painter->setPen(pen);
    const QList<qreal> pattern = pen.dashPattern(); // in pen widths; empty: no dashes
    const double width = std::max(pen.widthF(), 1.0);
    const double period = pattern.size() < 2 ? 0 : (pattern[0] + pattern[1]) * width;
    const double length = lines.size() < 2 ? 0 : lines.last().x() - lines.first().x();
    const bool dense = period > 0 && length < 0.5 * period * static_cast<double>(lines.size());
    if (!dense || painter->modes().testFlag(QCPPainter::pmVectorized)) {
        QCPGraph::drawLinePlot(painter, lines);
        return;
    }
    QPen solid(pen.brush(), width);
    solid.setCapStyle(Qt::SquareCap); // closes corners between segments; adds half a width at both ends of a dash
    applyDefaultAntialiasingHint(painter);
    painter->setPen(solid);
    const double dash = (pattern[0] - 1) * width;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const QPointF& a = lines[i - 1];
        const QPointF& b = lines[i];
        if (!(a.x() < b.x()) || !std::isfinite(a.y()) || !std::isfinite(b.y()))
            continue;
        const auto at = [&](double x) {
            return QPointF(x, a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x()));
        };
        for (double begin = std::floor(a.x() / period) * period; begin < b.x(); begin += period) {
            const double from = std::max(a.x(), begin);
            const double to = std::min(b.x(), begin + dash);
            if (from < to)
                painter->drawLine(at(from), at(to));
        }
    }
}

// Discs are copies of one picture: 512 discs drawn as ellipses take 2 ms, as copies a tenth of that.
void DashedGraph::drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                                  const QCPScatterStyle& style) const
{
    constexpr qsizetype kMany = 64;
    const bool plain = style.shape() == QCPScatterStyle::ssDisc && scatters.size() > kMany;
    if (!plain || painter->modes().testFlag(QCPPainter::pmVectorized)) {
        QCPGraph::drawScatterPlot(painter, scatters, style);
        return;
    }
    const double ratio = painter->device()->devicePixelRatioF();
    const int side = static_cast<int>(std::ceil((style.size() + 3) * ratio));
    QPixmap disc(side, side);
    disc.setDevicePixelRatio(ratio);
    disc.fill(Qt::transparent);
    QCPPainter into(&disc);
    into.setAntialiasing(true);
    style.applyTo(&into, pen());
    style.drawShape(&into, QPointF(0.5 * side / ratio, 0.5 * side / ratio));
    into.end();
    const double half = 0.5 * side / ratio;
    for (const QPointF& at : scatters) {
        if (std::isfinite(at.x()) && std::isfinite(at.y()))
            painter->drawPixmap(QPoint(qRound(at.x() - half), qRound(at.y() - half)), disc);
    }
}

} // namespace phasor
