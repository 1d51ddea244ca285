// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/pairsplot_p.h"

#include "plots/canvas/tickers_p.h"
#include "session/store.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::size_t kMostDots = 400; // more pairs than that are a line

} // namespace

PairsPlot::PairsPlot(std::string_view id, Store& store, QWidget* parent)
    : CanvasPlot(id, store, parent)
    , m_rect(makeRect(1, 0))
    , m_key(new KeyRow(&canvas()))
    , m_cursor(canvas().addOverlay<CrossHair>(*m_rect, *m_rect->axis(QCPAxis::atBottom)))
{
    canvas().plotLayout()->addElement(0, 0, m_key);
    canvas().plotLayout()->setRowStretchFactors({0.001, 1});
    canvas().setStatusTip(tr("Click: the curves of the pair · %1").arg(Gestures::help()));
    valueAxis().setScaleType(QCPAxis::stLogarithmic);
    valueAxis().setTicker(QSharedPointer<LogTicker>::create(valueAxis()));
    pairAxis().setLabel(tr("pair"));
    pairAxis().setTicker(QSharedPointer<ValueTicker>::create(pairAxis()));
}

QCPGraph* PairsPlot::makeGraph(const QString& name)
{
    QCPGraph* graph = canvas().addGraph(&pairAxis(), &valueAxis());
    graph->setName(name);
    return graph;
}

QCPItemStraightLine* PairsPlot::makeLevel()
{
    auto* line = new QCPItemStraightLine(&canvas()); // the canvas's own
    line->setClipAxisRect(m_rect);
    for (QCPItemPosition* point : {line->point1, line->point2}) {
        point->setAxes(&pairAxis(), &valueAxis());
        point->setAxisRect(m_rect);
        point->setTypeX(QCPItemPosition::ptAxisRectRatio);
        point->setTypeY(QCPItemPosition::ptPlotCoords);
    }
    line->setSelectable(false);
    return line;
}

void PairsPlot::setLevel(QCPItemStraightLine& line, double value, bool shown)
{
    line.point1->setCoords(0, value);
    line.point2->setCoords(1, value);
    line.setVisible(shown);
}

void PairsPlot::showPairs(Columns columns, std::size_t count)
{
    m_columns = std::move(columns);
    if (count > 0)
        pairAxis().setRange(-0.5, static_cast<double>(count) - 0.5);
}

void PairsPlot::showCursor(const Cursor& cursor)
{
    const auto& dimension = cursor[AxisKind::Dimension];
    std::vector<double> at;
    for (std::size_t pair = 0; dimension && pair < m_columns.size(); ++pair) {
        if (std::find(m_columns[pair].begin(), m_columns[pair].end(), *dimension) != m_columns[pair].end())
            at.push_back(static_cast<double>(pair));
    }
    m_cursor.moveTo(std::move(at));
}

std::optional<std::size_t> PairsPlot::pairAt(const QPoint& pixel) const
{
    if (m_columns.empty() || !m_rect->rect().contains(pixel))
        return std::nullopt;
    const auto last = static_cast<double>(m_columns.size() - 1);
    const auto pair = static_cast<std::size_t>(std::clamp(std::round(coordinateAt(pairAxis(), pixel)), 0.0, last));
    return m_columns[pair].empty() ? std::nullopt : std::optional(pair);
}

std::optional<Cursor> PairsPlot::cursorAt(const QPoint& pixel) const
{
    const std::optional<std::size_t> pair = pairAt(pixel);
    if (!pair)
        return std::nullopt;
    Cursor cursor = view().cursor;
    cursor[AxisKind::Key].reset();
    cursor[AxisKind::Dimension] = m_columns[*pair].front();
    return cursor;
}

void PairsPlot::clicked(const QPoint& pixel)
{
    const std::optional<std::size_t> pair = pairAt(pixel);
    if (!pair)
        return;
    // Curves count the columns of the encoding's table, which may stand behind the embedding's.
    const Widths widths = widthsOf(store().scene().a);
    std::vector<std::int64_t> columns = m_columns[*pair];
    for (std::int64_t& column : columns)
        column -= widths.whole - widths.position;
    store().editView([&](ViewState& view) {
        const auto shown = [&view](std::int64_t column) {
            return std::find(view.dimensions.begin(), view.dimensions.end(), column) != view.dimensions.end();
        };
        const bool all = std::all_of(columns.begin(), columns.end(), shown);
        for (const std::int64_t column : columns) {
            if (all)
                std::erase(view.dimensions, column);
            else if (!shown(column))
                view.dimensions.push_back(column);
        }
    });
}

void PairsPlot::styleDots(QCPGraph& graph, const QColor& colour) const
{
    const bool dots = m_columns.size() <= kMostDots;
    graph.setPen(QPen(colour, theme().lineWidth));
    graph.setLineStyle(dots ? QCPGraph::lsNone : QCPGraph::lsLine);
    graph.setScatterStyle(
        dots ? QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(colour), QBrush(colour), 2 + theme().lineWidth)
             : QCPScatterStyle());
}

void PairsPlot::styleRings(QCPGraph& graph, const QColor& colour) const
{
    const QPen pen(colour, theme().lineWidth);
    graph.setPen(pen);
    graph.setLineStyle(QCPGraph::lsNone);
    graph.setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, pen, QBrush(), 6 + theme().lineWidth));
}

QPen PairsPlot::levelPen(const QColor& colour) const
{
    return QPen(colour, theme().axisWidth, Qt::DashLine, Qt::FlatCap);
}

void PairsPlot::applyTheme()
{
    m_cursor.setTheme(theme());
    m_key->setTheme(theme());
}

} // namespace phasor
