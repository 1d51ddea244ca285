// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/initializers_p.h"

#include "inputs/initializers.h"
#include "plots/canvas/tickers_p.h"
#include "raster/hues.h"
#include "words/compare.h"
#include "words/numbers.h"
#include "words/summaries.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Of all R above 0, with 1 inside.
QCPRange ratioRange(const InitializersData& data)
{
    double low = 1;
    double high = 1;
    const auto add = [&](double ratio) {
        if (!(ratio > 0) || !std::isfinite(ratio))
            return;
        low = std::min(low, ratio);
        high = std::max(high, ratio);
    };
    for (const RatioOfInitializer& row : data.a.rows) {
        add(row.scaled);
        add(row.unscaled);
    }
    add(data.a.ratio);
    if (data.b)
        add(data.b->ratio);
    return {low / 2, high * 2};
}

// Known before there are data, so that their room is, too.
QSharedPointer<QCPAxisTickerText> namesOfInitializers()
{
    auto names = QSharedPointer<QCPAxisTickerText>::create();
    for (const Initializer& initializer : initializers())
        names->addTick(static_cast<double>(names->ticks().size()), words::text(initializer.id));
    return names;
}

} // namespace

InitializersPlot::InitializersPlot(Store& store, QWidget* parent)
    : CanvasPlot("initializers", store, parent)
    , m_rect(makeRect(1, 0))
    , m_key(new KeyRow(&canvas()))
    , m_scaled(makeGraph(QStringLiteral("scaled")))
    , m_unscaled(makeGraph(QStringLiteral("unscaled")))
    , m_current(makeGraph(QStringLiteral("current")))
    , m_second(makeGraph(QStringLiteral("second")))
    , m_equal(new QCPItemStraightLine(&canvas()))
{
    canvas().plotLayout()->addElement(0, 0, m_key);
    canvas().plotLayout()->setRowStretchFactors({0.001, 1});
    QCPAxis* ratio = m_rect->axis(QCPAxis::atBottom);
    QCPAxis* names = m_rect->axis(QCPAxis::atLeft);
    ratio->setScaleType(QCPAxis::stLogarithmic);
    ratio->setTicker(QSharedPointer<LogTicker>::create(*ratio));
    ratio->setLabel(tr("R = ‖s·E‖ / ‖PE‖ expected, log"));
    ratio->grid()->setVisible(true);
    names->setRangeReversed(true);
    names->setRange(-0.5, static_cast<double>(initializers().size()) + 0.5);
    names->setTicker(namesOfInitializers());
    m_equal->setClipAxisRect(m_rect);
    m_equal->setSelectable(false);
    for (QCPItemPosition* point : {m_equal->point1, m_equal->point2}) {
        point->setAxes(ratio, names);
        point->setAxisRect(m_rect);
        point->setTypeX(QCPItemPosition::ptPlotCoords);
        point->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    m_equal->point1->setCoords(1, 0);
    m_equal->point2->setCoords(1, 1);
    setTheme(Theme::light());
    show(nullptr);
}

// Keys go down the axis of names.
QCPGraph* InitializersPlot::makeGraph(const QString& name)
{
    QCPGraph* graph = canvas().addGraph(m_rect->axis(QCPAxis::atLeft), m_rect->axis(QCPAxis::atBottom));
    graph->setName(name);
    graph->setLineStyle(QCPGraph::lsNone);
    return graph;
}

ViewRequest InitializersPlot::requestAt(const ViewState&, Resolution) const
{
    return InitializersRequest{};
}

void InitializersPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const InitializersData>(newData);
    fill();
    showKey();
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts({.title = tr("Initialisers"),
              .summary = summary,
              .line = summary,
              .detail = m_data ? words::detail(*m_data) : QString()});
}

void InitializersPlot::fill()
{
    for (QCPGraph* graph : {m_scaled, m_unscaled, m_current, m_second})
        graph->data()->clear();
    if (!m_data)
        return;
    const auto positive = [](double ratio) {
        return ratio > 0 && std::isfinite(ratio) ? ratio : std::nan("");
    };
    const InitializerRatios& a = m_data->a;
    for (std::size_t i = 0; i < a.rows.size(); ++i) {
        m_scaled->addData(static_cast<double>(i), positive(a.rows[i].scaled));
        m_unscaled->addData(static_cast<double>(i), positive(a.rows[i].unscaled));
    }
    // A table that was read is on no line: its mark stands below them.
    const auto lineOf = [](const InitializerRatios& ratios) {
        const auto current
            = std::find_if(ratios.rows.begin(), ratios.rows.end(), [](const auto& row) { return row.current; });
        return static_cast<double>(current - ratios.rows.begin());
    };
    m_current->addData(lineOf(a), positive(a.ratio));
    if (m_data->b)
        m_second->addData(lineOf(*m_data->b), positive(m_data->b->ratio));
    m_rect->axis(QCPAxis::atBottom)->setRange(ratioRange(*m_data));
}

void InitializersPlot::showKey()
{
    std::vector<KeyRow::Entry> entries;
    if (m_data) {
        entries.push_back({m_scaled->pen(), tr("● with × √d_model")});
        entries.push_back({m_unscaled->pen(), tr("○ without")});
        entries.push_back({m_current->pen(), words::setUpRatioName(m_data->a)});
        if (m_data->b)
            entries.push_back({m_second->pen(), words::ofSide(Side::B, words::setUpRatioName(*m_data->b))});
    }
    m_key->setEntries(std::move(entries));
}

void InitializersPlot::applyTheme()
{
    const QColor embedding = theme().line(colourOf(Hue::Embedding).full);
    const double size = 5 + 2 * theme().lineWidth;
    const auto style = [&](QCPGraph& graph, const QColor& colour, QCPScatterStyle::ScatterShape shape, bool full) {
        const QPen pen(colour, theme().lineWidth);
        graph.setPen(pen);
        graph.setScatterStyle(QCPScatterStyle(shape, pen, full ? QBrush(colour) : QBrush(), size));
    };
    style(*m_scaled, embedding, QCPScatterStyle::ssDisc, true);
    style(*m_unscaled, embedding, QCPScatterStyle::ssCircle, false);
    style(*m_current, theme().foreground, QCPScatterStyle::ssCross, false);
    style(*m_second, theme().line(colourOf(Hue::Second).full), QCPScatterStyle::ssCross, false);
    m_equal->setPen(QPen(theme().muted, theme().axisWidth, Qt::DashLine, Qt::FlatCap));
    m_key->setTheme(theme());
    showKey();
}

} // namespace phasor
