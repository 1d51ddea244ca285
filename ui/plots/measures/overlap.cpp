// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/measures/overlap_p.h"

#include "plots/canvas/labels/wholelines_p.h"
#include "raster/hues.h"
#include "words/summaries/summaries.h"

#include <algorithm>

namespace phasor {

OverlapPlot::OverlapPlot(Store& store, QWidget* parent)
    : CanvasPlot("overlap", store, parent)
    , m_chart(canvas(), *makeRect(1, 0))
    , m_key(new KeyRow(&canvas()))
    , m_text(new WholeLines(&canvas()))
    , m_difference(canvas(), *makeRect(3, 0), m_chart.rect())
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    grid->addElement(0, 0, m_key);
    grid->addElement(2, 0, m_text);
    m_difference.placeIn(*grid, 3);
    grid->setRowStretchFactors({0.001, 1, 0.001});
    m_text->setTextFlags(Qt::AlignLeft | Qt::AlignTop);
    m_text->setMargins(QMargins(8, 2, 4, 2));
    m_chart.across().setLabel(tr("leading directions of each"));
    LineChart::setCounts(m_chart.across());
    m_chart.up().setLabel(tr("overlap"));
    setTheme(Theme::light());
    show(nullptr);
}

ViewRequest OverlapPlot::requestAt(const ViewState& view, Resolution) const
{
    return OverlapRequest{.only = restrictionOf(view)};
}

void OverlapPlot::prepare(const Scene& scene)
{
    if (m_difference.setShown(scene.b.has_value()))
        setTheme(theme());
}

void OverlapPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const OverlapData>(newData);
    showLines();
    m_text->setText(m_data ? words::figures(*m_data).join(QLatin1Char('\n')) : QString());
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Sum or concatenate"), summary);
}

void OverlapPlot::addLines(std::vector<ChartLine>& lines, const OverlapMeasure& measure, Side side) const
{
    const SpaceOverlap& spaces = measure.spaces;
    if (spaces.byRank.empty())
        return;
    std::vector<double> ranks;
    std::vector<double> random;
    for (std::size_t i = 0; i < spaces.byRank.size(); ++i) {
        ranks.push_back(static_cast<double>(i + 1));
        random.push_back(spaces.random(static_cast<std::int64_t>(i) + 1));
    }
    const bool a = side == Side::A;
    const bool both = m_data->b.has_value();
    const QPen pen(theme().line(a ? colourOf(Hue::Sum).full : colourOf(Hue::Second).full), theme().lineWidth);
    lines.push_back({.name = words::overlapName(both, side, false), .x = ranks, .y = spaces.byRank, .pen = pen});
    lines.push_back({.name = words::overlapName(both, side, true),
                     .x = ranks,
                     .y = random,
                     .pen = QPen(a ? theme().muted : pen.color(), theme().axisWidth, Qt::DashLine, Qt::FlatCap)});
    lines.push_back({.name = {},
                     .x = {static_cast<double>(spaces.rank())},
                     .y = {spaces.measured()},
                     .pen = pen,
                     .disc = 4 + 3 * theme().lineWidth,
                     .joined = false});
}

void OverlapPlot::showLines()
{
    std::vector<ChartLine> lines;
    if (m_data)
        addLines(lines, m_data->a, Side::A);
    if (m_data && m_data->b)
        addLines(lines, *m_data->b, Side::B);
    m_chart.show(lines);
    const QPen pen(theme().line(colourOf(Hue::Sum).full), theme().lineWidth);
    m_difference.show(
        m_data ? m_data->difference() : DataTable(),
        {{.column = "overlap", .pen = pen},
         {.column = "overlap_at_random", .pen = QPen(theme().muted, theme().axisWidth, Qt::DashLine, Qt::FlatCap)}});
    m_key->setEntries(keyOf(lines));
    const QCPRange ranks = LineChart::rangeOf(lines, &ChartLine::x, {1, 8});
    m_chart.across().setRange(ranks);
    m_chart.up().setRange(0, std::max(1e-3, LineChart::rangeOf(lines, &ChartLine::y, {0, 1}).upper));
}

void OverlapPlot::applyTheme()
{
    m_key->setTheme(theme());
    m_text->setFont(theme().smallFont);
    m_text->setTextColor(theme().foreground);
    showLines();
}

} // namespace phasor
