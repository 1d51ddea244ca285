// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/lines/linechart_p.h"

#include "plots/canvas/labels/tickers_p.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

ChartLine whiskers(const std::vector<double>& x, const std::vector<double>& low, const std::vector<double>& high,
                   const QPen& pen)
{
    ChartLine line{.name = {}, .x = {}, .y = {}, .pen = pen};
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (const double y : {low[i], high[i], std::numeric_limits<double>::quiet_NaN()}) {
            line.x.push_back(x[i]);
            line.y.push_back(y);
        }
    }
    return line;
}

LineChart::LineChart(QCustomPlot& plot, QCPAxisRect& rect)
    : m_plot(plot)
    , m_rect(rect)
{
    for (QCPAxis* axis : {&across(), &up()}) {
        axis->setTicker(QSharedPointer<ValueTicker>::create(*axis));
        axis->grid()->setVisible(true);
    }
}

void LineChart::setCounts(QCPAxis& axis)
{
    axis.setTicker(QSharedPointer<CountTicker>::create(axis));
}

void LineChart::setLogarithmic(QCPAxis& axis, bool on) const
{
    axis.setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (on)
        axis.setTicker(QSharedPointer<LogTicker>::create(axis));
    else
        axis.setTicker(QSharedPointer<ValueTicker>::create(axis));
}

void LineChart::show(const std::vector<ChartLine>& lines)
{
    for (QCPGraph* graph : m_graphs)
        m_plot.removeGraph(graph);
    m_graphs.clear();
    for (const ChartLine& line : lines) {
        QCPGraph* graph = m_plot.addGraph(&across(), &up());
        graph->setAdaptiveSampling(false); // it would draw what falls steeply as going up and down
        graph->setName(line.name);
        graph->setPen(line.pen);
        graph->setLineStyle(line.joined ? QCPGraph::lsLine : QCPGraph::lsNone);
        if (line.disc > 0)
            graph->setScatterStyle(
                QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(Qt::NoPen), QBrush(line.pen.color()), line.disc));
        QVector<QCPGraphData> points;
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            const double y = std::isfinite(line.y[i]) ? line.y[i] : std::numeric_limits<double>::quiet_NaN();
            points.append({line.x[i], y});
        }
        graph->data()->set(points, std::is_sorted(line.x.begin(), line.x.end()));
        if (line.fill.isValid() && !m_graphs.empty()) {
            graph->setBrush(line.fill);
            graph->setChannelFillGraph(m_graphs.back());
        }
        m_graphs.push_back(graph);
    }
}

QCPRange LineChart::rangeOf(const std::vector<ChartLine>& lines, std::vector<double> ChartLine::*values,
                            QCPRange otherwise, bool logarithmic)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const ChartLine& line : lines) {
        for (const double value : line.*values) {
            if (!std::isfinite(value) || (logarithmic && !(value > 0)))
                continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (low > high)
        return otherwise;
    if (logarithmic)
        return {low / 1.3, high * 1.3};
    const double room = low < high ? 0.05 * (high - low) : std::max(1e-9, 0.1 * std::abs(high));
    return {low - room, high + room};
}

std::vector<KeyRow::Entry> keyOf(const std::vector<ChartLine>& lines)
{
    std::vector<KeyRow::Entry> entries;
    for (const ChartLine& line : lines) {
        if (!line.name.isEmpty() && !line.x.empty())
            entries.push_back({line.pen, line.name});
    }
    return entries;
}

} // namespace phasor
