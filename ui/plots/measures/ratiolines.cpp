// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/measures/ratiolines_p.h"

#include "plots/canvas/lines/dashedgraph_p.h"
#include "plots/canvas/lines/lonepoints_p.h"
#include "plots/canvas/ranges_p.h"
#include "raster/hues.h"
#include "words/compare.h"
#include "words/summaries/summaries.h"

#include <cmath>
#include <utility>

namespace phasor {

namespace {

QCPGraph* graphIn(const QCPAxisRect& rect)
{
    return new DashedGraph(rect.axis(QCPAxis::atBottom), rect.axis(QCPAxis::atLeft)); // the plot's own
}

void setPoints(QCPGraph& graph, const std::vector<double>& positions, const std::vector<double>& values,
               double factor = 1)
{
    QVector<QCPGraphData> points;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double value = factor * values[i];
        points.append({positions[i] + kMiddle, std::isfinite(value) ? value : std::nan("")});
    }
    graph.data()->set(points, true);
}

QPen dashed(QPen pen)
{
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({5, 2.5});
    return pen;
}

} // namespace

RatioLines::RatioLines(QCPAxisRect& norms, QCPAxisRect& ratios, Side side)
    : m_side(side)
    , m_embedding(graphIn(norms))
    , m_scaled(graphIn(norms))
    , m_encoding(graphIn(norms))
    , m_sum(graphIn(norms))
    , m_output(graphIn(norms))
    , m_ratio(graphIn(ratios))
    , m_expected(graphIn(ratios))
{
}

void RatioLines::show(const RatioCurves* curves, const Axis& rows, bool divided)
{
    m_divided = divided;
    for (QCPGraph* graph : all())
        graph->data()->clear();
    if (curves == nullptr)
        return;
    const double factor = divided ? 1 / std::abs(curves->scale) : 1;
    setPoints(*m_embedding, curves->positions, curves->embedding);
    if (!divided) // then it is E
        setPoints(*m_scaled, curves->positions, curves->scaled);
    setPoints(*m_encoding, curves->positions, curves->encoding, factor);
    setPoints(*m_sum, curves->positions, curves->sum, factor);
    setPoints(*m_output, curves->outputPositions, curves->output, factor);
    setPoints(*m_ratio, curves->positions, curves->ratio);
    for (QCPGraph* graph : all())
        markLonePoints(*graph, m_theme);
    if (curves->expectedRatio) {
        const Interval whole = rows.inCoordinates({0, static_cast<double>(rows.count)});
        m_expected->data()->set({{whole.low, *curves->expectedRatio}, {whole.high, *curves->expectedRatio}}, true);
    }
}

void RatioLines::addTo(std::vector<KeyRow::Entry>& entries, const RatioCurves& curves, bool comparing) const
{
    const words::LengthNames lengths = words::lengthNames(curves, m_divided);
    const std::pair<QCPGraph*, QString> named[] = {
        {m_embedding, QStringLiteral("‖E‖")},
        {m_scaled, QStringLiteral("‖s·E‖")},
        {m_encoding, lengths.encoding},
        {m_sum, lengths.sum},
        {m_output, lengths.output},
        {m_ratio, QStringLiteral("R = ‖s·E‖ / ‖PE‖")},
        {m_expected, words::expectedRatioName(curves)},
    };
    for (const auto& [graph, name] : named) {
        graph->setName(comparing ? words::ofSide(m_side, name) : name);
        if (!graph->data()->isEmpty())
            entries.push_back({graph->pen(), graph->name()});
    }
}

QPen RatioLines::ratioPen() const
{
    return m_ratio->pen();
}

void RatioLines::setTheme(const Theme& theme)
{
    m_theme = theme;
    setPens();
    for (QCPGraph* graph : all())
        markLonePoints(*graph, theme);
}

void RatioLines::setPens()
{
    const auto line = [this](std::uint32_t colour) {
        return QPen(m_theme.line(colour), m_theme.lineWidth);
    };
    if (m_side == Side::A) {
        m_embedding->setPen(dashed(line(colourOf(Hue::Embedding).light)));
        m_scaled->setPen(line(colourOf(Hue::Embedding).full));
        m_encoding->setPen(line(colourOf(Hue::Position).full));
        m_sum->setPen(line(colourOf(Hue::Sum).full));
        m_output->setPen(dashed(line(colourOf(Hue::Dropped).full)));
        m_ratio->setPen(QPen(m_theme.foreground, m_theme.lineWidth));
        m_expected->setPen(QPen(m_theme.muted, m_theme.axisWidth, Qt::DashLine, Qt::FlatCap));
        return;
    }
    const HueColours second = colourOf(Hue::Second);
    for (QCPGraph* graph : {m_embedding, m_encoding, m_output})
        graph->setPen(dashed(line(second.light)));
    for (QCPGraph* graph : {m_scaled, m_sum, m_ratio}) // A's line shows between the dashes where the two are the same
        graph->setPen(dashed(line(second.full)));
    m_expected->setPen(QPen(m_theme.line(second.light), m_theme.axisWidth, Qt::DashLine, Qt::FlatCap));
}

} // namespace phasor
