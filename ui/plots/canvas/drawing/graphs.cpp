// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/drawnpanel_p.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

static bool isGapInLine(const QPointF& point)
{
    return !std::isfinite(point.x()) || !std::isfinite(point.y());
}

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
    if (scatterStyle().isNone())
        drawLonePoints(painter, lines);
}

void DashedGraph::drawLonePoints(QCPPainter* painter, const QVector<QPointF>& lines) const
{
    const auto isGap = [&](qsizetype at) {
        return at < 0 || at == lines.size() || isGapInLine(lines[at]);
    };
    QVector<QPointF> lone;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (!isGap(i) && isGap(i - 1) && isGap(i + 1))
            lone.append(lines[i]);
    }
    if (lone.isEmpty())
        return;
    QCPScatterStyle mark = m_lone;
    if (!mark.isPenDefined())
        mark.setPen(QPen(pen().color(), pen().widthF())); // a disc has no dashes
    painter->setClipRect(roomFor(mark));
    drawScatterPlot(painter, lone, mark);
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

QRect DashedGraph::roomFor(const QCPScatterStyle& mark) const
{
    const int out = mark.isNone() ? 0 : qCeil(mark.size() / 2) + 1;
    return insideOfAxes().adjusted(-out, -out, out, out);
}

// Discs are copies of one picture: 512 discs drawn as ellipses take 2 ms, as copies a tenth of that.
void DashedGraph::drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& all, const QCPScatterStyle& style) const
{
    const QRectF inside = QRectF(insideOfAxes()).adjusted(-1, -1, 1, 1);
    QVector<QPointF> scatters;
    for (const QPointF& at : all) {
        if (inside.contains(at) && (scatters.isEmpty() || QLineF(scatters.last(), at).length() >= m_apart))
            scatters.append(at);
    }
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
    for (const QPointF& at : scatters)
        painter->drawPixmap(QPoint(qRound(at.x() - half), qRound(at.y() - half)), disc);
}

namespace {

struct PlotRect
{
    QCPRange keys;
    QCPRange values;
};

// Cuts a segment at the edges of `rect` (Liang and Barsky, 1984). False: it is outside.
bool cutSegment(QPointF& from, QPointF& to, const PlotRect& rect)
{
    double first = 0;
    double last = 1;
    const QPointF start = from;
    const QPointF step = to - from;
    // Limits the part of the segment to at + share * step >= edge.
    const auto cut = [&](double at, double along, double edge) {
        const double missing = edge - at;
        if (along == 0)
            return missing <= 0;
        if (along > 0)
            first = std::max(first, missing / along);
        else
            last = std::min(last, missing / along);
        return first <= last;
    };
    if (!cut(start.x(), step.x(), rect.keys.lower) || !cut(-start.x(), -step.x(), -rect.keys.upper)
        || !cut(start.y(), step.y(), rect.values.lower) || !cut(-start.y(), -step.y(), -rect.values.upper))
        return false;
    if (first > 0)
        from = start + first * step;
    if (last < 1)
        to = start + last * step;
    return true;
}

// Parts of a polyline inside `rect`, with ends exactly on its edges and a NaN between two parts. A NaN in the input is
// a gap; a point between two gaps is a part.
std::vector<QPointF> clippedLine(const std::vector<QPointF>& line, const PlotRect& rect)
{
    std::vector<QPointF> parts;
    const auto begin = [&](const QPointF& from) {
        if (!parts.empty())
            parts.emplace_back(from.x(), std::numeric_limits<double>::quiet_NaN());
        parts.push_back(from);
    };
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (isGapInLine(line[i]))
            continue;
        const bool begins = i == 0 || isGapInLine(line[i - 1]);
        const bool ends = i + 1 == line.size() || isGapInLine(line[i + 1]);
        QPointF from = line[begins ? i : i - 1];
        QPointF to = line[i];
        if ((begins && !ends) || !cutSegment(from, to, rect))
            continue;
        if (parts.empty() || parts.back() != from || begins)
            begin(from);
        if (!begins)
            parts.push_back(to);
    }
    return parts;
}

} // namespace

ClippedGraphs::ClippedGraphs(QCustomPlot& plot)
    : m_plot(plot)
{
    for (int i = 0; i < plot.graphCount(); ++i) {
        QCPGraph* graph = plot.graph(i);
        m_kept.push_back({graph, graph->data(), graph->scatterStyle(), nullptr});
    }
    for (Kept& kept : m_kept)
        clip(kept);
}

void ClippedGraphs::clip(Kept& kept)
{
    const PlotRect rect{kept.graph->keyAxis()->range(), kept.graph->valueAxis()->range()};
    // A logarithmic axis is cut in the logarithm, where lines are straight.
    const bool logarithmic = kept.graph->valueAxis()->scaleType() == QCPAxis::stLogarithmic;
    PlotRect straight = rect;
    if (logarithmic)
        straight.values = QCPRange(std::log(rect.values.lower), std::log(rect.values.upper));
    std::vector<QPointF> line;
    QVector<QCPGraphData> markers;
    for (const QCPGraphData& point : *kept.data) {
        line.emplace_back(point.key, logarithmic ? std::log(point.value) : point.value);
        if (rect.keys.contains(point.key) && rect.values.contains(point.value))
            markers.append(point);
    }
    auto data = QSharedPointer<QCPGraphDataContainer>::create();
    QVector<QCPGraphData> parts;
    for (const QPointF& point : clippedLine(line, straight)) {
        const double value = logarithmic ? std::exp(point.y()) : point.y();
        parts.append({point.x(), std::isnan(value) ? value : std::clamp(value, rect.values.lower, rect.values.upper)});
    }
    data->set(parts, true);
    kept.graph->setData(data);
    if (kept.scatter.isNone())
        return;
    kept.graph->setScatterStyle(QCPScatterStyle::ssNone);
    kept.markers = new DashedGraph(kept.graph->keyAxis(), kept.graph->valueAxis());
    kept.markers->setApart(dynamic_cast<const DashedGraph&>(*kept.graph).apart());
    kept.markers->setLineStyle(QCPGraph::lsNone);
    kept.markers->setPen(kept.graph->pen());
    kept.markers->setScatterStyle(kept.scatter);
    kept.markers->data()->set(markers, true);
}

ClippedGraphs::~ClippedGraphs()
{
    for (const Kept& kept : m_kept) {
        kept.graph->setData(kept.data);
        kept.graph->setScatterStyle(kept.scatter);
        if (kept.markers)
            m_plot.removeGraph(kept.markers);
    }
}

} // namespace phasor
