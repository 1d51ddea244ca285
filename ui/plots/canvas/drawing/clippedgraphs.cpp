// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/clippedgraphs_p.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace phasor {

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
// a gap.
std::vector<QPointF> clippedLine(const std::vector<QPointF>& line, const PlotRect& rect)
{
    const auto isGap = [](const QPointF& point) {
        return !std::isfinite(point.x()) || !std::isfinite(point.y());
    };
    std::vector<QPointF> parts;
    for (std::size_t i = 1; i < line.size(); ++i) {
        QPointF from = line[i - 1];
        QPointF to = line[i];
        if (isGap(from) || isGap(to) || !cutSegment(from, to, rect))
            continue;
        if (parts.empty() || parts.back() != from) {
            if (!parts.empty())
                parts.emplace_back(from.x(), std::numeric_limits<double>::quiet_NaN());
            parts.push_back(from);
        }
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
    kept.markers = m_plot.addGraph(kept.graph->keyAxis(), kept.graph->valueAxis());
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
