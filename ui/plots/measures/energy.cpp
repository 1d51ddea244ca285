// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/measures/energy_p.h"

#include "plots/canvas/lines/dashedgraph_p.h"
#include "plots/canvas/lines/lonepoints_p.h"
#include "plots/canvas/ranges_p.h"
#include "raster/hues.h"
#include "words/compare.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kDecades = 1e-9; // of the greatest energy: what is below is not worth the room

// Of all energies above 0.
QCPRange energyRange(const EnergyData& data)
{
    double low = INFINITY;
    double high = 0;
    for (const EnergyCurves* curves : {&data.a, data.b ? &*data.b : nullptr}) {
        if (curves == nullptr)
            continue;
        for (const auto* values : {&curves->scaled, &curves->position, &curves->varying}) {
            for (const double value : *values) {
                if (!(value > 0) || !std::isfinite(value))
                    continue;
                low = std::min(low, value);
                high = std::max(high, value);
            }
        }
    }
    return high > 0 ? QCPRange(std::max(low, high * kDecades) / 2, high * 2) : QCPRange(0.1, 10);
}

} // namespace

EnergyPlot::EnergyPlot(Store& store, QWidget* parent)
    : CanvasPlot("energy", store, parent)
    , m_rect(makeRect(1, 0))
    , m_key(new KeyRow(&canvas()))
    , m_ticker(QSharedPointer<IndexTicker>::create(*m_rect->axis(QCPAxis::atBottom)))
    , m_a(makeLines())
    , m_b(makeLines())
    , m_cursor(canvas().addOverlay<CrossHair>(*m_rect, *m_rect->axis(QCPAxis::atBottom)))
    , m_difference(canvas(), *makeRect(2, 0), *m_rect)
{
    canvas().plotLayout()->addElement(0, 0, m_key);
    m_difference.placeIn(*canvas().plotLayout(), 2);
    canvas().plotLayout()->setRowStretchFactors({0.001, 1});
    QCPAxis* dimensions = m_rect->axis(QCPAxis::atBottom);
    dimensions->setTicker(m_ticker);
    dimensions->setLabel(words::axisTitle(AxisKind::Dimension));
    QCPAxis* energy = m_rect->axis(QCPAxis::atLeft);
    energy->setScaleType(QCPAxis::stLogarithmic);
    energy->setTicker(QSharedPointer<LogTicker>::create(*energy));
    energy->setLabel(tr("mean square, log"));
    setTheme(Theme::light());
    show(nullptr);
}

EnergyPlot::Lines EnergyPlot::makeLines()
{
    const auto line = [this] {
        return new DashedGraph(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft)); // the canvas's own
    };
    return {line(), line(), line()};
}

ViewRequest EnergyPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    return EnergyRequest{.dimensions = view.zoom[AxisKind::Dimension],
                         .width = Canvas::deviceSize(m_rect->rect(), resolution.scale).width(),
                         .only = restrictionOf(view)};
}

void EnergyPlot::prepare(const Scene& scene)
{
    if (m_difference.setShown(scene.b.has_value()))
        setTheme(theme());
}

void EnergyPlot::showDifference()
{
    m_difference.show(m_data ? m_data->difference() : DataTable(),
                      {{.column = "energy_scaled", .pen = m_a.scaled->pen()},
                       {.column = "energy_position", .pen = m_a.position->pen(), .dots = true},
                       {.column = "energy_position_varying", .pen = m_a.varying->pen(), .dots = true}},
                      kMiddle);
}

void EnergyPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const EnergyData>(newData);
    const Axis columns = m_data ? m_data->columns : Axis{.kind = AxisKind::Dimension};
    gestures().show(*m_rect->axis(QCPAxis::atBottom), columns);
    m_ticker->show(columns, false);
    fill(m_a, m_data ? &m_data->a : nullptr);
    fill(m_b, m_data && m_data->b ? &*m_data->b : nullptr);
    showRange();
    applyTheme(); // markers of lone points
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Energy by dimension"), summary);
}

void EnergyPlot::fill(const Lines& lines, const EnergyCurves* curves)
{
    for (QCPGraph* graph : lines.all())
        graph->data()->clear();
    if (curves == nullptr)
        return;
    const auto set = [](QCPGraph* graph, const std::vector<double>& dimensions, const std::vector<double>& values) {
        QVector<QCPGraphData> points;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double value = values[i] > 0 && std::isfinite(values[i]) ? values[i] : std::nan("");
            points.append({dimensions[i] + kMiddle, value});
        }
        graph->data()->set(points, true);
    };
    set(lines.scaled, curves->embeddingDimensions, curves->scaled);
    set(lines.position, curves->positionDimensions, curves->position);
    set(lines.varying, curves->positionDimensions, curves->varying);
}

void EnergyPlot::showRange()
{
    if (m_data)
        m_rect->axis(QCPAxis::atLeft)->setRange(energyRange(*m_data));
}

void EnergyPlot::showKey()
{
    std::vector<KeyRow::Entry> entries;
    const auto add = [&](const Lines& lines, Side side) {
        const std::pair<QCPGraph*, QString> named[] = {
            {lines.scaled, QStringLiteral("s·E")},
            {lines.position, QStringLiteral("PE")},
            {lines.varying, tr("PE, varying part")},
        };
        for (const auto& [graph, name] : named) {
            graph->setName(m_data->b ? words::ofSide(side, name) : name);
            entries.push_back({graph->pen(), graph->name()});
        }
    };
    if (m_data)
        add(m_a, Side::A);
    if (m_data && m_data->b)
        add(m_b, Side::B);
    m_key->setEntries(std::move(entries));
}

void EnergyPlot::showCursor(const Cursor& cursor)
{
    m_cursor.moveTo(gestures().centresOn(*m_rect->axis(QCPAxis::atBottom), cursor));
}

// Sines and cosines take turns: a line would go up and down between them.
void EnergyPlot::showAsDots(QCPGraph& graph) const
{
    graph.setLineStyle(QCPGraph::lsNone);
    graph.setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(Qt::NoPen), QBrush(graph.pen().color()),
                                          1.5 + theme().lineWidth));
}

void EnergyPlot::applyTheme()
{
    const auto line = [this](std::uint32_t colour) {
        return QPen(theme().line(colour), theme().lineWidth);
    };
    const auto dashed = [&](std::uint32_t colour) {
        QPen pen = line(colour);
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern({5, 2.5});
        return pen;
    };
    const HueColours second = colourOf(Hue::Second);
    m_a.scaled->setPen(line(colourOf(Hue::Embedding).full));
    m_a.position->setPen(line(colourOf(Hue::Position).light));
    m_a.varying->setPen(line(colourOf(Hue::Position).full));
    m_b.scaled->setPen(dashed(second.full));
    m_b.position->setPen(line(second.light));
    m_b.varying->setPen(line(second.full));
    markLonePoints(*m_a.scaled, theme());
    markLonePoints(*m_b.scaled, theme());
    for (QCPGraph* graph : {m_a.position, m_a.varying, m_b.position, m_b.varying})
        showAsDots(*graph);
    m_cursor.setTheme(theme());
    m_key->setTheme(theme());
    showKey();
    showDifference();
}

} // namespace phasor
