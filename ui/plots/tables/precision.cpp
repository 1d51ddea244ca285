// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/tables/precision_p.h"

#include "plots/canvas/ranges_p.h"
#include "raster/hues.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

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
    , m_rightRows(m_right->axis(QCPAxis::atLeft))
    , m_rightTicker(QSharedPointer<IndexTicker>::create(*m_rightRows))
    , m_error(canvas().addGraph(m_rightRows, m_right->axis(QCPAxis::atBottom)))
    , m_colliding(canvas().addGraph(m_rightRows, m_right->axis(QCPAxis::atBottom)))
    , m_rightCursor(canvas().addOverlay<CrossHair>(*m_right, *m_rightRows))
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
    m_map.columns().setLabel(words::axisTitle(AxisKind::Dimension));

    m_rightRows->setRangeReversed(true);
    m_rightRows->setTicker(m_rightTicker);
    m_rightRows->setTickLabels(false);
    m_rightRows->grid()->setVisible(false);
    QCPAxis* errors = m_right->axis(QCPAxis::atBottom);
    errors->setScaleType(QCPAxis::stLogarithmic);
    errors->setTicker(QSharedPointer<LogTicker>::create(*errors));
    errors->setRange(kLeastError, kGreatestError);
    errors->setLabel(tr("greatest error"));
    errors->grid()->setVisible(true);
    canvas().setStatusTip(tr("Squares: positions whose row is the same as another's · %1").arg(Gestures::help()));
    setTheme(Theme::light());
    show(nullptr);
}

ViewRequest PrecisionPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    const QSize pixels = m_map.pixels(resolution.scale);
    return PrecisionRequest{
        .zoom = view.zoom, .width = pixels.width(), .height = pixels.height(), .wholeCells = resolution.vector};
}

void PrecisionPlot::showData(const ViewDataPtr& newData)
{
    const auto shown = std::dynamic_pointer_cast<const PrecisionData>(newData);
    m_map.show(shown ? HeatmapPlottable::DataPtr(shown, &shown->difference) : nullptr);
    m_bar.element()->setVisible(shown != nullptr);
    const Axis rows = shown ? shown->difference.rows : Axis{};
    gestures().show(*m_rightRows, rows);
    m_rightTicker->show(rows, false);
    showErrors(shown.get());
    const QString summary = shown ? words::summary(*shown) : QString();
    setTexts(tr("Precision"), summary);
    if (shown && shown->difference.colorMap)
        m_bar.show(*shown->difference.colorMap, shown->difference.range, words::valueLabel(shown->difference));
}

void PrecisionPlot::showErrors(const PrecisionData* shown)
{
    m_error->data()->clear();
    m_colliding->data()->clear();
    if (!shown)
        return;
    QVector<QCPGraphData> errors;
    for (std::size_t i = 0; i < shown->positions.size(); ++i)
        errors.append(
            {shown->positions[i] + kMiddle, std::max(shown->greatestError[i], kLeastError)}); // NaN stays, a gap
    m_error->data()->set(errors, true);
    QVector<QCPGraphData> marks;
    for (const double position : shown->colliding)
        marks.append({position + kMiddle, kLeastError * 1.6});
    m_colliding->data()->set(marks, true);
}

void PrecisionPlot::showCursor(const Cursor& cursor)
{
    m_map.showCursor(cursor);
    m_rightCursor.moveTo(gestures().centresOn(*m_rightRows, cursor));
}

void PrecisionPlot::applyTheme()
{
    m_map.setTheme(theme());
    m_bar.setTheme(theme());
    m_rightCursor.setTheme(theme());
    m_error->setPen(QPen(theme().line(colourOf(Hue::Position).full), theme().lineWidth));
    const QColor mark = theme().line(colourOf(Hue::Dropped).full);
    m_colliding->setPen(mark);
    m_colliding->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssSquare, QPen(mark), QBrush(mark), 2 + theme().lineWidth));
}

} // namespace phasor
