// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/precision_p.h"

#include "raster/quantities.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Fixed, so that precisions compare: from below half a unit in the last place of 1 to the whole range of a sine.
constexpr double kLeastError = 1e-8;
constexpr double kGreatestError = 4;

} // namespace

PrecisionPlot::PrecisionPlot(Store& store, QWidget* parent)
    : CanvasPlot("precision", store, parent)
    , m_map(canvas(), gestures(), *makeRect(0, 0))
    , m_bar(canvas())
    , m_right(makeRect(0, 2))
    , m_error(canvas().addGraph(m_right->axis(QCPAxis::atLeft), m_right->axis(QCPAxis::atBottom)))
    , m_colliding(canvas().addGraph(m_right->axis(QCPAxis::atLeft), m_right->axis(QCPAxis::atBottom)))
    , m_rightCursor(canvas().addOverlay<CrossHair>(*m_right, *m_right->axis(QCPAxis::atLeft)))
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    grid->addElement(0, 1, m_bar.element());
    grid->setColumnStretchFactors({4, 0.001, 1.8});
    auto* sides = new QCPMarginGroup(&canvas());
    for (QCPLayoutElement* element :
         {static_cast<QCPLayoutElement*>(&m_map.rect()), static_cast<QCPLayoutElement*>(m_bar.element()),
          static_cast<QCPLayoutElement*>(m_right)})
        element->setMarginGroup(QCP::msTop | QCP::msBottom, sides);
    m_error->setName(QStringLiteral("greatest error by position"));
    m_colliding->setName(QStringLiteral("positions that collide"));
    m_colliding->setLineStyle(QCPGraph::lsNone);
    m_map.columns().setLabel(tr("dimension"));

    QCPAxis* rows = m_right->axis(QCPAxis::atLeft);
    rows->setRangeReversed(true);
    rows->setTicker(QSharedPointer<IndexTicker>::create(*rows, IndexTicker::Steps::Decimal));
    rows->setTickLabels(false);
    rows->grid()->setVisible(false);
    gestures().link(rows, Gestures::Along::Rows);
    QCPAxis* errors = m_right->axis(QCPAxis::atBottom);
    errors->setScaleType(QCPAxis::stLogarithmic);
    errors->setTicker(QSharedPointer<LogTicker>::create(*errors));
    errors->setRange(kLeastError, kGreatestError);
    errors->setLabel(tr("greatest error"));
    errors->grid()->setVisible(true);
    canvas().setStatusTip(tr("Squares: positions whose row is the same as another's · ") + Gestures::help());
    setTheme(Theme::light());
    show(nullptr);
}

ViewJob PrecisionPlot::jobAt(const Parameters&, const ViewState& view, Resolution resolution) const
{
    const QSize pixels = m_map.pixels(view, resolution.scale, resolution.vector);
    return precisionJob(
        {.rows = view.rows, .columns = view.columns, .width = pixels.width(), .height = pixels.height()});
}

void PrecisionPlot::showData(const ViewDataPtr& newData)
{
    const auto shown = std::dynamic_pointer_cast<const PrecisionData>(newData);
    m_map.show(shown ? std::shared_ptr<const HeatmapData>(shown, &shown->difference) : nullptr);
    m_bar.element()->setVisible(shown != nullptr);
    gestures().setTable(shown ? shown->difference.table : Shape{}, 0);
    showErrors(shown.get());
    setTexts(tr("Precision"), shown ? QString::fromStdString(shown->summary) : QString());
    if (shown && shown->difference.colorMap)
        m_bar.show(*shown->difference.colorMap, shown->difference.range,
                   QString::fromStdString(shown->difference.valueLabel));
}

void PrecisionPlot::showErrors(const PrecisionData* shown)
{
    m_error->data()->clear();
    m_colliding->data()->clear();
    if (!shown)
        return;
    const double toRow = 0.5 - static_cast<double>(shown->difference.firstPosition);
    QVector<QCPGraphData> errors;
    for (std::size_t i = 0; i < shown->positions.size(); ++i)
        errors.append(
            {shown->positions[i] + toRow, std::max(shown->greatestError[i], kLeastError)}); // NaN stays, a gap
    m_error->data()->set(errors, true);
    QVector<QCPGraphData> marks;
    for (const double position : shown->colliding)
        marks.append({position + toRow, kLeastError * 1.6});
    m_colliding->data()->set(marks, true);
}

void PrecisionPlot::showCursor(const std::optional<ViewState::Cell>& cell)
{
    m_map.showCursor(gestures(), cell);
    m_rightCursor.moveTo(cell ? gestures().coordinateOf(Gestures::Along::Rows, cell->row) : std::nullopt);
}

void PrecisionPlot::applyTheme()
{
    m_map.setTheme(theme());
    m_bar.setTheme(theme());
    m_rightCursor.setTheme(theme());
    m_error->setPen(QPen(toColor(colourOf(Quantity::Position).full), theme().lineWidth));
    const QColor mark = toColor(colourOf(Quantity::Dropped).full);
    m_colliding->setPen(mark);
    m_colliding->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssSquare, QPen(mark), QBrush(mark), 2 + theme().lineWidth));
}

} // namespace phasor
