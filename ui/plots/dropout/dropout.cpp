// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/dropout/dropout_p.h"

#include "plots/canvas/labels/wholelines_p.h"
#include "plots/canvas/lines/lonepoints_p.h"
#include "plots/canvas/ranges_p.h"
#include "raster/hues.h"
#include "words/compare.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr int kUnlimited = 100000; // pixels; QWIDGETSIZE_MAX means "what the text asks for"

void extend(double& top, const DropoutMeasure& measure)
{
    top = std::max(top, 2 * measure.expected);
    for (const auto* shares : {&measure.droppedByPosition, &measure.droppedByDimension})
        for (const double share : *shares)
            top = std::max(top, share);
}

// Twice the expected share, or what the data needs: p stays in the middle.
QCPRange shareRange(const DropoutData* data)
{
    double top = data ? 0.02 : 1;
    if (data)
        extend(top, data->a);
    if (data && data->b)
        extend(top, *data->b);
    return {0, std::min(1.0, top) * 1.02};
}

void setShares(QCPGraph& graph, const std::vector<double>& at, double first, const std::vector<double>& shares)
{
    QVector<QCPGraphData> points;
    for (std::size_t i = 0; i < shares.size(); ++i)
        points.append({at[i] + first + kMiddle, shares[i]});
    graph.data()->set(points, true);
}

void setLevel(QCPGraph& graph, const Axis& along, double share)
{
    const Interval all = along.inCoordinates({0, static_cast<double>(along.count)});
    graph.data()->set({{all.low, share}, {all.high, share}}, true);
}

} // namespace

DropoutPlot::DropoutPlot(Store& store, QWidget* parent)
    : CanvasPlot("dropout", store, parent)
    , m_map(canvas(), gestures(), *makeRect(0, 0))
    , m_right(makeRect(0, 1))
    , m_below(makeRect(1, 0))
    , m_positions(m_right->axis(QCPAxis::atLeft))
    , m_dimensions(m_below->axis(QCPAxis::atBottom))
    , m_text(new WholeLines(&canvas()))
    , m_rightTicker(QSharedPointer<IndexTicker>::create(*m_positions))
    , m_belowTicker(QSharedPointer<IndexTicker>::create(*m_dimensions))
    , m_a(makeLines())
    , m_b(makeLines())
    , m_rightCursor(canvas().addOverlay<CrossHair>(*m_right, *m_positions))
    , m_belowCursor(canvas().addOverlay<CrossHair>(*m_below, *m_dimensions))
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    grid->addElement(1, 1, m_text);
    grid->setColumnStretchFactors({4, 1.4});
    grid->setRowStretchFactors({3, 1.2});
    auto* sides = new QCPMarginGroup(&canvas());
    m_map.rect().setMarginGroup(QCP::msAll, sides);
    m_right->setMarginGroup(QCP::msTop | QCP::msBottom, sides);
    m_below->setMarginGroup(QCP::msLeft | QCP::msRight, sides);

    m_positions->setRangeReversed(true);
    m_positions->setTicker(m_rightTicker);
    m_positions->setTickLabels(false);
    m_positions->grid()->setVisible(false);
    m_dimensions->setTicker(m_belowTicker);
    m_dimensions->setTickLabels(false);
    for (QCPAxis* shares : {m_right->axis(QCPAxis::atBottom), m_below->axis(QCPAxis::atLeft)}) {
        shares->setTicker(QSharedPointer<ValueTicker>::create(*shares));
        shares->grid()->setVisible(true);
    }
    m_right->axis(QCPAxis::atBottom)->setLabel(tr("dropped"));
    m_dimensions->setLabel(tr("dropped, by dimension"));
    m_text->setTextFlags(Qt::AlignLeft | Qt::AlignTop);
    m_text->setMargins(QMargins(12, 4, 4, 4));
    // The maps keep their places, whatever the text says: it asks for as much as it needs, and no more, otherwise.
    m_text->setMinimumSize(1, 1);
    m_text->setMaximumSize(kUnlimited, kUnlimited);
    setTheme(Theme::light());
    show(nullptr);
}

DropoutPlot::Lines DropoutPlot::makeLines()
{
    const Lines lines{canvas().addGraph(m_positions, m_right->axis(QCPAxis::atBottom)),
                      canvas().addGraph(m_dimensions, m_below->axis(QCPAxis::atLeft)),
                      canvas().addGraph(m_positions, m_right->axis(QCPAxis::atBottom)),
                      canvas().addGraph(m_dimensions, m_below->axis(QCPAxis::atLeft))};
    lines.byPosition->setName(QStringLiteral("dropped by position"));
    lines.byDimension->setName(QStringLiteral("dropped by dimension"));
    lines.expectedRight->setName(QStringLiteral("p"));
    lines.expectedBelow->setName(QStringLiteral("p"));
    return lines;
}

ViewRequest DropoutPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    const QSize pixels = m_map.pixels(resolution.scale);
    return DropoutRequest{.zoom = view.zoom,
                          .width = pixels.width(),
                          .height = pixels.height(),
                          .wholeCells = resolution.vector,
                          .only = restrictionOf(view)};
}

void DropoutPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const DropoutData>(newData);
    m_map.show(m_data ? HeatmapPlottable::DataPtr(m_data, m_data->a.mask.get()) : nullptr);
    const QString across = m_data ? words::columnsTitle(m_data->a) : words::axisTitle(AxisKind::Dimension);
    m_map.columns().setLabel(m_data && m_data->b ? words::ofSide(Side::A, across) : across);
    const Axis rows = m_data ? m_data->a.mask->rows : Axis{};
    const Axis columns = m_data ? m_data->a.mask->columns : Axis{.kind = AxisKind::Dimension};
    gestures().show(*m_positions, rows);
    gestures().show(*m_dimensions, columns);
    m_rightTicker->show(rows, false);
    m_belowTicker->show(columns, false);
    const QCPRange shares = shareRange(m_data.get());
    m_right->axis(QCPAxis::atBottom)->setRange(shares);
    m_below->axis(QCPAxis::atLeft)->setRange(shares);
    fill(m_a, m_data ? &m_data->a : nullptr);
    fill(m_b, m_data && m_data->b ? &*m_data->b : nullptr);
    m_text->setText(m_data ? words::figures(*m_data).join(QLatin1Char('\n')) : QString());
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Dropout"), summary, m_data ? words::detail(*m_data) : QString());
}

void DropoutPlot::fill(const Lines& lines, const DropoutMeasure* measure)
{
    for (QCPGraph* graph : {lines.byPosition, lines.byDimension, lines.expectedRight, lines.expectedBelow})
        graph->data()->clear();
    if (measure == nullptr)
        return;
    const auto firstDimension = static_cast<double>(measure->mask->columns.first);
    setShares(*lines.byPosition, measure->positions, 0, measure->droppedByPosition);
    setShares(*lines.byDimension, measure->dimensions, firstDimension, measure->droppedByDimension);
    for (QCPGraph* graph : {lines.byPosition, lines.byDimension})
        markLonePoints(*graph, theme());
    setLevel(*lines.expectedRight, measure->mask->rows, measure->expected);
    setLevel(*lines.expectedBelow, measure->mask->columns, measure->expected);
}

void DropoutPlot::showCursor(const Cursor& cursor)
{
    m_map.showCursor(cursor);
    m_rightCursor.moveTo(gestures().centresOn(*m_positions, cursor));
    m_belowCursor.moveTo(gestures().centresOn(*m_dimensions, cursor));
}

void DropoutPlot::applyTheme()
{
    m_map.setTheme(theme());
    const auto setPens = [this](const Lines& lines, Hue hue, const QColor& level) {
        const QPen dropped(theme().line(colourOf(hue).full), std::max(1.0, theme().lineWidth * 0.7));
        lines.byPosition->setPen(dropped);
        lines.byDimension->setPen(dropped);
        for (QCPGraph* graph : {lines.byPosition, lines.byDimension})
            markLonePoints(*graph, theme());
        lines.expectedRight->setPen(QPen(level, theme().axisWidth));
        lines.expectedBelow->setPen(QPen(level, theme().axisWidth));
    };
    setPens(m_a, Hue::Dropped, theme().foreground);
    setPens(m_b, Hue::Second, toColor(colourOf(Hue::Second).full));
    m_text->setFont(theme().smallFont);
    m_text->setTextColor(theme().foreground);
    m_rightCursor.setTheme(theme());
    m_belowCursor.setTheme(theme());
}

} // namespace phasor
