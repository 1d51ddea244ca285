// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks/differencestrip_p.h"

#include "plots/canvas/canvas_p.h"
#include "plots/canvas/labels/tickers_p.h"
#include "words/compare.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr double kStretch = 0.45; // of the chart above
constexpr double kFolded = 0.001;

// The column and its key; null where there is no such column.
std::pair<const DataTable::Column*, const DataTable::Column*> columnOf(const DataTable& table, const std::string& name)
{
    const DataTable::Column* key = nullptr;
    for (const DataTable::Column& column : table.columns) {
        if (column.key)
            key = &column;
        else if (column.name == name)
            return {key, &column};
    }
    return {nullptr, nullptr};
}

} // namespace

DifferenceStrip::DifferenceStrip(Canvas& canvas, QCPAxisRect& rect, QCPAxisRect& above)
    : m_canvas(canvas)
    , m_chart(canvas, rect)
    , m_above(above)
{
    m_chart.up().setLabel(words::differenceName());
    m_chart.across().setTickLabels(false);
    m_chart.across().grid()->setVisible(false);
    if (above.marginGroup(QCP::msLeft) == nullptr)
        above.setMarginGroup(QCP::msLeft | QCP::msRight, new QCPMarginGroup(&canvas)); // the canvas's own
    QObject::connect(m_above.axis(QCPAxis::atBottom), QOverload<const QCPRange&>::of(&QCPAxis::rangeChanged), &rect,
                     [this] { follow(); });
}

// What the layout does not have, nobody would delete while the canvas still lives.
DifferenceStrip::~DifferenceStrip()
{
    if (rect().layout() == nullptr)
        m_canvas.plotLayout()->addElement(&rect());
}

void DifferenceStrip::follow()
{
    QCPAxis& across = m_chart.across();
    const QCPAxis& above = *m_above.axis(QCPAxis::atBottom);
    if (across.scaleType() != above.scaleType())
        m_chart.setLogarithmic(across, above.scaleType() == QCPAxis::stLogarithmic);
    across.setRange(above.range());
}

void DifferenceStrip::placeIn(QCPLayoutGrid& grid, int row, int column)
{
    m_grid = &grid;
    m_row = row;
    m_column = column;
    takeOut();
}

// An empty row would take room, too; but one in between is somebody else's, who counts on it.
void DifferenceStrip::takeOut()
{
    if (rect().layout() != nullptr)
        rect().layout()->take(&rect());
    rect().setVisible(false);
    rect().setMarginGroup(QCP::msLeft | QCP::msRight, nullptr); // what is hidden asks for no margins
    const auto empty = [this](int row) {
        for (int column = 0; column < m_grid->columnCount(); ++column) {
            if (m_grid->hasElement(row, column))
                return false;
        }
        return true;
    };
    bool gap = false;
    for (int row = 0; row < std::min(m_row, m_grid->rowCount()); ++row)
        gap = gap || empty(row);
    if (!gap)
        m_grid->simplify();
    else if (m_row < m_grid->rowCount())
        m_grid->setRowStretchFactor(m_row, kFolded);
}

bool DifferenceStrip::setShown(bool shown)
{
    if (shown == m_shown)
        return false;
    m_shown = shown;
    if (!shown) {
        takeOut();
        return true;
    }
    m_grid->addElement(m_row, m_column, &rect());
    m_grid->setRowStretchFactor(m_row, kStretch);
    rect().setVisible(true);
    rect().setMarginGroup(QCP::msLeft | QCP::msRight, m_above.marginGroup(QCP::msLeft));
    follow();
    return true;
}

void DifferenceStrip::show(const DataTable& difference, const std::vector<Line>& lines, double offset)
{
    std::vector<ChartLine> shown;
    for (const Line& line : lines) {
        const auto [key, column] = columnOf(difference, line.column);
        if (key == nullptr)
            continue;
        ChartLine chart{.name = "A − B: " + QString::fromStdString(line.column),
                        .x = key->values,
                        .y = column->values,
                        .pen = line.pen,
                        .disc = line.dots ? 2 + line.pen.widthF() : 0,
                        .joined = !line.dots};
        for (double& x : chart.x)
            x += offset;
        shown.push_back(std::move(chart));
    }
    m_chart.show(shown);
    QCPRange range = LineChart::rangeOf(shown, &ChartLine::y, {-1, 1});
    range.expand(QCPRange(0, 0));
    if (!(range.size() > 0))
        range = QCPRange(-1, 1);
    m_chart.up().setRange(range);
}

} // namespace phasor
