// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/ratio_p.h"

#include "plots/canvas/dashedgraph_p.h"
#include "plots/canvas/numbertext_p.h"
#include "raster/quantities.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

constexpr double kLogFrom = 30; // greatest over least norm from which the axis is logarithmic

struct Extent
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value, bool positive)
    {
        if (!std::isfinite(value) || (positive && !(value > 0)))
            return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    bool empty() const { return low > high; }
};

Extent extentOf(std::initializer_list<const std::vector<double>*> all, bool positive)
{
    Extent extent;
    for (const auto* values : all)
        for (const double value : *values)
            extent.add(value, positive);
    return extent;
}

// Room above and below, and never an empty range.
QCPRange roomAround(const Extent& extent, bool fromZero)
{
    if (extent.empty())
        return {0, 1};
    const double low = fromZero ? 0 : extent.low;
    const double width = std::max({extent.high - low, 1e-3 * std::abs(extent.high), 1e-300});
    return {fromZero ? 0 : low - 0.12 * width, extent.high + 0.12 * width};
}

} // namespace

RatioPlot::RatioPlot(Store& store, QWidget* parent)
    : CanvasPlot("ratio", store, parent)
    , m_norms(makeRect(1, 0))
    , m_ratios(makeRect(2, 0))
    , m_key(new KeyRow(&canvas()))
    , m_ticker(QSharedPointer<IndexTicker>::create(*m_ratios->axis(QCPAxis::atBottom), IndexTicker::Steps::Decimal))
    , m_upperTicker(QSharedPointer<IndexTicker>::create(*m_norms->axis(QCPAxis::atBottom), IndexTicker::Steps::Decimal))
    , m_embedding(new DashedGraph(m_norms->axis(QCPAxis::atBottom), m_norms->axis(QCPAxis::atLeft)))
    , m_scaled(addGraph(m_norms, QStringLiteral("‖s·E‖")))
    , m_encoding(addGraph(m_norms, QStringLiteral("‖PE‖")))
    , m_ratio(addGraph(m_ratios, QStringLiteral("R = ‖s·E‖ / ‖PE‖")))
    , m_expected(addGraph(m_ratios, QStringLiteral("expected: √2·s·σ")))
    , m_upperCursor(canvas().addOverlay<CrossHair>(*m_norms, *m_norms->axis(QCPAxis::atBottom)))
    , m_lowerCursor(canvas().addOverlay<CrossHair>(*m_ratios, *m_ratios->axis(QCPAxis::atBottom)))
{
    m_embedding->setName(QStringLiteral("‖E‖"));
    QCPLayoutGrid* grid = canvas().plotLayout();
    grid->addElement(0, 0, m_key);
    grid->setRowStretchFactors({0.001, 3, 2});
    auto* sides = new QCPMarginGroup(&canvas());
    for (QCPAxisRect* rect : {m_norms, m_ratios})
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, sides);
    linkPositions(m_norms, m_upperTicker);
    linkPositions(m_ratios, m_ticker);
    m_norms->axis(QCPAxis::atBottom)->setTickLabels(false);
    m_norms->axis(QCPAxis::atLeft)->setLabel(tr("length"));
    m_ratios->axis(QCPAxis::atBottom)->setLabel(tr("position"));
    m_ratios->axis(QCPAxis::atLeft)->setLabel(QStringLiteral("R"));
    m_ratios->axis(QCPAxis::atLeft)->setTicker(QSharedPointer<ValueTicker>::create(*m_ratios->axis(QCPAxis::atLeft)));
    setTheme(Theme::light());
    show(nullptr);
}

QCPGraph* RatioPlot::addGraph(QCPAxisRect* rect, const QString& name)
{
    QCPGraph* graph = canvas().addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    graph->setName(name);
    return graph;
}

void RatioPlot::linkPositions(QCPAxisRect* rect, const QSharedPointer<IndexTicker>& ticker)
{
    rect->axis(QCPAxis::atBottom)->setTicker(ticker);
    gestures().link(rect->axis(QCPAxis::atBottom), Gestures::Along::Rows);
}

ViewJob RatioPlot::jobAt(const Parameters&, const ViewState& view, Resolution resolution) const
{
    RatioRequest request;
    request.rows = view.rows;
    request.width = Canvas::deviceSize(m_norms->rect(), resolution.scale).width();
    return ratioJob(request);
}

void RatioPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const RatioData>(newData);
    showPositions();
    showNorms();
    showRatio();
    setTexts(tr("Scale"), m_data ? QString::fromStdString(m_data->summary) : QString());
}

void RatioPlot::showPositions()
{
    const Interval all = m_data ? m_data->allPositions : Interval{0, -1};
    const auto rows = static_cast<std::int64_t>(all.high - all.low) + 1;
    gestures().setTable({rows, 0}, all.low - 0.5);
    const bool named = m_data && !m_data->rowLabels.empty();
    for (const auto& ticker : {m_ticker, m_upperTicker}) {
        ticker->setIndices(all.low, static_cast<std::int64_t>(all.low), rows);
        ticker->setNames(named ? static_cast<std::int64_t>(m_data->visible.low - all.low) : 0,
                         named ? m_data->rowLabels : std::vector<std::string>{});
    }
    m_ratios->axis(QCPAxis::atBottom)->setLabel(named ? tr("token") : tr("position"));
}

void RatioPlot::showNorms()
{
    QCPAxis* axis = m_norms->axis(QCPAxis::atLeft);
    std::vector<KeyRow::Entry> entries;
    const auto fill = [&](QCPGraph* graph, const std::vector<double>* values) {
        QVector<QCPGraphData> points;
        for (std::size_t i = 0; values && i < values->size(); ++i)
            points.append({m_data->positions[i], (*values)[i]});
        graph->data()->set(points, true);
        entries.push_back({graph->pen(), graph->name()});
    };
    fill(m_embedding, m_data ? &m_data->embedding : nullptr);
    fill(m_scaled, m_data ? &m_data->scaled : nullptr);
    fill(m_encoding, m_data ? &m_data->encoding : nullptr);
    entries.push_back({m_ratio->pen(), m_ratio->name()});
    entries.push_back({m_expected->pen(), m_expected->name()});
    if (!m_data)
        entries.clear();
    m_key->setEntries(std::move(entries));
    if (!m_data)
        return;
    const auto all = {&m_data->embedding, &m_data->scaled, &m_data->encoding};
    const Extent positive = extentOf(all, true);
    const bool logarithmic = !positive.empty() && positive.high > kLogFrom * positive.low;
    axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (logarithmic) {
        axis->setTicker(QSharedPointer<LogTicker>::create(*axis));
        axis->setRange(positive.low / 1.5, positive.high * 1.5);
        axis->setLabel(extentOf(all, false).low > 0 ? tr("length, log") : tr("length, log (zeros not shown)"));
    } else {
        axis->setTicker(QSharedPointer<ValueTicker>::create(*axis));
        axis->setRange(roomAround(extentOf(all, false), true));
        axis->setLabel(tr("length"));
    }
}

void RatioPlot::showRatio()
{
    if (!m_data) {
        m_ratio->data()->clear();
        m_expected->data()->clear();
        return;
    }
    QVector<QCPGraphData> points;
    for (std::size_t i = 0; i < m_data->ratio.size(); ++i) {
        const double r = m_data->ratio[i];
        points.append({m_data->positions[i], std::isfinite(r) ? r : std::numeric_limits<double>::quiet_NaN()});
    }
    m_ratio->data()->set(points, true);
    const double low = m_data->allPositions.low - 0.5;
    const double high = m_data->allPositions.high + 0.5;
    m_expected->data()->set({{low, m_data->expectedRatio}, {high, m_data->expectedRatio}}, true);
    Extent extent = extentOf({&m_data->ratio}, false);
    extent.add(m_data->expectedRatio, false);
    m_ratios->axis(QCPAxis::atLeft)->setRange(roomAround(extent, !extent.empty() && extent.low < 0.5 * extent.high));
}

void RatioPlot::showCursor(const std::optional<ViewState::Cell>& cell)
{
    const auto at = cell ? gestures().coordinateOf(Gestures::Along::Rows, cell->row) : std::nullopt;
    m_upperCursor.moveTo(at);
    m_lowerCursor.moveTo(at);
}

void RatioPlot::applyTheme()
{
    const auto line = [this](std::uint32_t colour) {
        return QPen(toColor(colour), theme().lineWidth);
    };
    m_embedding->setPen(line(colourOf(Quantity::Embedding).light));
    m_scaled->setPen(line(colourOf(Quantity::Embedding).full));
    m_encoding->setPen(line(colourOf(Quantity::Position).full));
    QPen ratio = line(colourOf(Quantity::Sum).full);
    m_ratio->setPen(ratio);
    m_expected->setPen(QPen(theme().muted, theme().axisWidth, Qt::DashLine, Qt::FlatCap));
    QPen dashed = m_embedding->pen();
    dashed.setDashPattern({5, 2.5});
    m_embedding->setPen(dashed);
    m_upperCursor.setTheme(theme());
    m_lowerCursor.setTheme(theme());
    m_key->setTheme(theme());
    showNorms();
}

} // namespace phasor
