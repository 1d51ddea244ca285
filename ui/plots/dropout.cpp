// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/dropout_p.h"

#include "plots/canvas/numbertext_p.h"
#include "raster/quantities.h"
#include "views/viewtext.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Twice the expected share, or what the data needs: p stays in the middle.
QCPRange shareRange(const DropoutData* data)
{
    double top = data ? std::max(0.02, 2 * data->expected) : 1;
    if (data) {
        for (const auto* shares : {&data->droppedByPosition, &data->droppedByDimension})
            for (const double share : *shares)
                top = std::max(top, share);
    }
    return {0, std::min(1.0, top) * 1.02};
}

QVector<QCPGraphData> pointsOf(const std::vector<double>& at, const std::vector<double>& shares, double shift)
{
    QVector<QCPGraphData> points;
    for (std::size_t i = 0; i < shares.size(); ++i)
        points.append({at[i] + shift, shares[i]});
    return points;
}

QString percentText(double share)
{
    return numberText(100 * share, 4) + QStringLiteral(" %");
}

} // namespace

DropoutPlot::DropoutPlot(Store& store, QWidget* parent)
    : CanvasPlot("dropout", store, parent)
    , m_map(canvas(), gestures(), *makeRect(0, 0))
    , m_right(makeRect(0, 1))
    , m_below(makeRect(1, 0))
    , m_text(new QCPTextElement(&canvas()))
    , m_byPosition(canvas().addGraph(m_right->axis(QCPAxis::atLeft), m_right->axis(QCPAxis::atBottom)))
    , m_byDimension(canvas().addGraph(m_below->axis(QCPAxis::atBottom), m_below->axis(QCPAxis::atLeft)))
    , m_expectedRight(canvas().addGraph(m_right->axis(QCPAxis::atLeft), m_right->axis(QCPAxis::atBottom)))
    , m_expectedBelow(canvas().addGraph(m_below->axis(QCPAxis::atBottom), m_below->axis(QCPAxis::atLeft)))
    , m_rightCursor(canvas().addOverlay<CrossHair>(*m_right, *m_right->axis(QCPAxis::atLeft)))
    , m_belowCursor(canvas().addOverlay<CrossHair>(*m_below, *m_below->axis(QCPAxis::atBottom)))
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    grid->addElement(1, 1, m_text);
    grid->setColumnStretchFactors({4, 1.4});
    grid->setRowStretchFactors({3, 1.5});
    auto* sides = new QCPMarginGroup(&canvas());
    m_map.rect().setMarginGroup(QCP::msAll, sides);
    m_right->setMarginGroup(QCP::msTop | QCP::msBottom, sides);
    m_below->setMarginGroup(QCP::msLeft | QCP::msRight, sides);
    m_byPosition->setName(QStringLiteral("dropped by position"));
    m_byDimension->setName(QStringLiteral("dropped by dimension"));
    m_expectedRight->setName(QStringLiteral("p"));
    m_expectedBelow->setName(QStringLiteral("p"));

    QCPAxis* rows = m_right->axis(QCPAxis::atLeft);
    rows->setRangeReversed(true);
    rows->setTicker(QSharedPointer<IndexTicker>::create(*rows, IndexTicker::Steps::Decimal));
    rows->setTickLabels(false);
    rows->grid()->setVisible(false);
    gestures().link(rows, Gestures::Along::Rows);
    QCPAxis* columns = m_below->axis(QCPAxis::atBottom);
    columns->setTicker(QSharedPointer<IndexTicker>::create(*columns, IndexTicker::Steps::Binary));
    columns->setTickLabels(false);
    gestures().link(columns, Gestures::Along::Columns);
    for (QCPAxis* shares : {m_right->axis(QCPAxis::atBottom), m_below->axis(QCPAxis::atLeft)}) {
        shares->setTicker(QSharedPointer<ValueTicker>::create(*shares));
        shares->grid()->setVisible(true);
    }
    m_right->axis(QCPAxis::atBottom)->setLabel(tr("dropped"));
    columns->setLabel(tr("dropped, by dimension"));
    m_text->setTextFlags(Qt::AlignLeft | Qt::AlignTop);
    m_text->setMargins(QMargins(12, 4, 4, 4));
    setTheme(Theme::light());
    show(nullptr);
}

ViewJob DropoutPlot::jobAt(const Parameters&, const ViewState& view, Resolution resolution) const
{
    const QSize pixels = m_map.pixels(view, resolution.scale, resolution.vector);
    DropoutRequest request;
    request.rows = view.rows;
    request.columns = view.columns;
    request.width = pixels.width();
    request.height = pixels.height();
    return dropoutJob(request);
}

void DropoutPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const DropoutData>(newData);
    m_map.show(m_data ? std::shared_ptr<const HeatmapData>(m_data, &m_data->mask) : nullptr);
    m_map.columns().setLabel(m_data ? QString::fromStdString(m_data->columnsText) : QString());
    gestures().setTable(m_data ? m_data->mask.table : Shape{}, 0);
    showShares();
    showText();
    if (m_data)
        setTexts(tr("Dropout"), QString::fromStdString(m_data->summary), QString::fromStdString(m_data->detail));
    else
        setTexts(tr("Dropout"), QString());
}

void DropoutPlot::showShares()
{
    const QCPRange shares = shareRange(m_data.get());
    m_right->axis(QCPAxis::atBottom)->setRange(shares);
    m_below->axis(QCPAxis::atLeft)->setRange(shares);
    for (QCPGraph* graph : {m_byPosition, m_byDimension, m_expectedRight, m_expectedBelow})
        graph->data()->clear();
    if (!m_data)
        return;
    const double toRow = 0.5 - static_cast<double>(m_data->mask.firstPosition);
    m_byPosition->data()->set(pointsOf(m_data->positions, m_data->droppedByPosition, toRow), true);
    m_byDimension->data()->set(pointsOf(m_data->dimensions, m_data->droppedByDimension, 0.5), true);
    const Shape table = m_data->mask.table;
    m_expectedRight->data()->set({{0, m_data->expected}, {static_cast<double>(table.rows), m_data->expected}}, true);
    m_expectedBelow->data()->set({{0, m_data->expected}, {static_cast<double>(table.cols), m_data->expected}}, true);
}

void DropoutPlot::showText()
{
    if (!m_data)
        return m_text->setText(QString());
    QStringList lines{tr("p = %1").arg(percentText(m_data->probability)),
                      tr("dropped %1").arg(percentText(m_data->dropped))};
    if (m_data->expected != m_data->probability)
        lines += tr("expected %1").arg(percentText(m_data->expected));
    if (m_data->probability < 1)
        lines += QStringLiteral("× 1/(1 − p) = ") + numberText(m_data->scale, 4);
    if (!std::isnan(m_data->cosine))
        lines += tr("cos(sum, out) %1").arg(numberText(m_data->cosine, 3));
    if (!std::isnan(m_data->positionEnergyKept))
        lines += tr("PE energy %1").arg(percentText(m_data->positionEnergyKept));
    lines += tr("token lost %1").arg(QString::fromStdString(powerOfTen(m_data->log10TokenLoss)));
    m_text->setText(lines.join(QLatin1Char('\n')));
}

void DropoutPlot::showCursor(const std::optional<ViewState::Cell>& cell)
{
    m_map.showCursor(gestures(), cell);
    m_rightCursor.moveTo(cell ? gestures().coordinateOf(Gestures::Along::Rows, cell->row) : std::nullopt);
    m_belowCursor.moveTo(cell ? gestures().coordinateOf(Gestures::Along::Columns, cell->dimension) : std::nullopt);
}

void DropoutPlot::applyTheme()
{
    m_map.setTheme(theme());
    const QPen dropped(toColor(colourOf(Quantity::Dropped).full), std::max(1.0, theme().lineWidth * 0.7));
    m_byPosition->setPen(dropped);
    m_byDimension->setPen(dropped);
    const QPen hairline(theme().foreground, theme().axisWidth);
    m_expectedRight->setPen(hairline);
    m_expectedBelow->setPen(hairline);
    m_text->setFont(theme().smallFont);
    m_text->setTextColor(theme().foreground);
    m_rightCursor.setTheme(theme());
    m_belowCursor.setTheme(theme());
}

} // namespace phasor
