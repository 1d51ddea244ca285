// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/lines/pairsplot_p.h"

#include "plots/canvas/labels/tickers_p.h"
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
    , m_difference(canvas(), *makeRect(2, 0), *m_rect)
{
    canvas().plotLayout()->addElement(0, 0, m_key);
    m_difference.placeIn(*canvas().plotLayout(), 2);
    canvas().plotLayout()->setRowStretchFactors({0.001, 1});
    canvas().setStatusTip(tr("Click: the curves of the pair · %1").arg(Gestures::help()));
    valueAxis().setScaleType(QCPAxis::stLogarithmic);
    valueAxis().setTicker(QSharedPointer<LogTicker>::create(valueAxis()));
    pairAxis().setLabel(tr("pair"));
    pairAxis().setTicker(QSharedPointer<CountTicker>::create(pairAxis()));
}

void PairsPlot::prepare(const Scene& scene)
{
    if (m_difference.setShown(scene.b.has_value()))
        setTheme(theme());
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

// Pairs with a dimension inside.
std::vector<SelectionMark::Part> PairsPlot::selectedParts(const Zoom& selection) const
{
    const std::optional<Interval>& dimensions = selection[AxisKind::Dimension];
    if (!dimensions || m_columns.empty())
        return {};
    SelectionMark::Part part{.axis = &pairAxis(), .ranges = {}};
    for (std::size_t pair = 0; pair < m_columns.size(); ++pair) {
        const bool inside = std::any_of(m_columns[pair].begin(), m_columns[pair].end(), [&](std::int64_t column) {
            const auto at = static_cast<double>(column);
            return at >= dimensions->low && at < dimensions->high;
        });
        const double left = static_cast<double>(pair) - 0.5;
        if (inside && !part.ranges.empty() && part.ranges.back().high == left)
            part.ranges.back().high = left + 1;
        else if (inside)
            part.ranges.push_back({left, left + 1});
    }
    return {part};
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
        if (!all && isDead(*pair))
            showColumns(view, m_columns[*pair]);
    });
}

// In the picture of the encoding, with a few neighbours at either side; columns that are far apart from the first on.
void PairsPlot::showColumns(ViewState& view, const std::vector<std::int64_t>& columns)
{
    constexpr double kNeighbours = 6;
    constexpr std::int64_t kFar = 16;
    const auto [first, last] = std::minmax_element(columns.begin(), columns.end());
    const auto low = static_cast<double>(*first);
    const auto high = static_cast<double>(*last - *first <= kFar ? *last : *first) + 1;
    view.node = "position";
    view.zoom[AxisKind::Dimension] = Interval{low - kNeighbours, high + kNeighbours};
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
