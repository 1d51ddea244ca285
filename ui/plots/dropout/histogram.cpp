// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/dropout/histogram_p.h"

#include "plots/canvas/labels/wholelines_p.h"
#include "raster/hues.h"
#include "words/summaries/summaries.h"

namespace phasor {

namespace {

constexpr int kAnySize = 100000; // pixels

enum Part { Scatter, Spread, Mean };

} // namespace

HistogramPlot::HistogramPlot(Store& store, QWidget* parent)
    : CanvasPlot("histogram", store, parent)
    , m_scatter(canvas(), *makeRect(1, 0))
    , m_spread(canvas(), *makeRect(1, 1))
    , m_mean(canvas(), *makeRect(2, 0))
    , m_text(new WholeLines(&canvas()))
    , m_key(new KeyRow(&canvas()))
{
    QCPLayoutGrid* outer = canvas().plotLayout();
    auto* grid = new QCPLayoutGrid;
    for (const LineChart* chart : {&m_scatter, &m_spread, &m_mean})
        outer->take(&chart->rect());
    outer->simplify();
    grid->addElement(0, 0, &m_scatter.rect());
    grid->addElement(0, 1, &m_spread.rect());
    grid->addElement(1, 0, &m_mean.rect());
    grid->addElement(1, 1, m_text);
    outer->addElement(0, 0, m_key);
    outer->addElement(1, 0, grid);
    outer->setRowStretchFactors({0.001, 1});
    auto* left = new QCPMarginGroup(&canvas());
    auto* upper = new QCPMarginGroup(&canvas());
    m_scatter.rect().setMarginGroup(QCP::msLeft | QCP::msRight, left);
    m_mean.rect().setMarginGroup(QCP::msLeft | QCP::msRight, left);
    m_scatter.rect().setMarginGroup(QCP::msTop | QCP::msBottom, upper);
    m_spread.rect().setMarginGroup(QCP::msTop | QCP::msBottom, upper);
    m_scatter.across().setLabel(tr("input"));
    m_scatter.up().setLabel(tr("output"));
    m_spread.across().setLabel(tr("value"));
    m_spread.up().setLabel(tr("share of cells"));
    m_mean.across().setLabel(tr("masks"));
    m_mean.up().setLabel(tr("mean off by"));
    m_mean.setLogarithmic(m_mean.across(), true);
    m_mean.setLogarithmic(m_mean.up(), true);
    m_text->setTextFlags(Qt::AlignLeft | Qt::AlignTop);
    m_text->setMargins(QMargins(12, 4, 4, 4));
    m_text->setMinimumSize(1, 1);
    m_text->setMaximumSize(kAnySize, kAnySize);
    setTheme(Theme::light());
    show(nullptr);
}

ViewRequest HistogramPlot::requestAt(const ViewState& view, Resolution) const
{
    return HistogramRequest{.only = restrictionOf(view)};
}

void HistogramPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const HistogramData>(newData);
    showLines();
    m_text->setText(m_data ? words::figures(*m_data).join(QLatin1Char('\n')) : QString());
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Dropout histogram"), summary);
}

HistogramPlot::Colours HistogramPlot::coloursOf(Side side) const
{
    const HueColours second = colourOf(Hue::Second);
    if (side == Side::B)
        return {theme().line(second.light), theme().line(second.full)};
    return {theme().line(colourOf(Hue::Sum).full), theme().line(colourOf(Hue::Dropped).full)};
}

void HistogramPlot::addSide(const HistogramMeasure& measure, Side side,
                            std::array<std::vector<ChartLine>, 3>& lines) const
{
    const Colours colours = coloursOf(side);
    const QPen input(colours.input, theme().lineWidth);
    const QPen output(colours.output, theme().lineWidth);
    const bool both = m_data->b.has_value();
    lines[Scatter].push_back({.name = {},
                              .x = measure.scatterInput,
                              .y = measure.scatterOutput,
                              .pen = output,
                              .disc = 1 + theme().lineWidth,
                              .joined = false});
    if (side == Side::A) {
        const QCPRange range = LineChart::rangeOf(lines[Scatter], &ChartLine::x, {-1, 1});
        lines[Scatter].push_back({.name = {},
                                  .x = {range.lower, range.upper},
                                  .y = {range.lower, range.upper},
                                  .pen = QPen(input.color(), theme().axisWidth)});
    }
    lines[Spread].push_back({.name = words::spreadName(both, side, false),
                             .x = measure.spread.middles,
                             .y = measure.spread.input,
                             .pen = input});
    lines[Spread].push_back({.name = words::spreadName(both, side, true),
                             .x = measure.spread.middles,
                             .y = measure.spread.output,
                             .pen = output});
    if (!measure.mean)
        return;
    lines[Mean].push_back({.name = {}, .x = measure.mean->masks, .y = measure.mean->distance, .pen = output});
    lines[Mean].push_back({.name = {},
                           .x = measure.mean->masks,
                           .y = measure.mean->expected,
                           .pen = QPen(theme().muted, theme().axisWidth, Qt::DashLine, Qt::FlatCap)});
}

void HistogramPlot::showLines()
{
    std::array<std::vector<ChartLine>, 3> lines;
    if (m_data)
        addSide(m_data->a, Side::A, lines);
    if (m_data && m_data->b)
        addSide(*m_data->b, Side::B, lines);
    m_scatter.show(lines[Scatter]);
    m_spread.show(lines[Spread]);
    m_mean.show(lines[Mean]);
    m_key->setEntries(keyOf(lines[Spread]));
    m_scatter.across().setRange(LineChart::rangeOf(lines[Scatter], &ChartLine::x, {-1, 1}));
    m_scatter.up().setRange(LineChart::rangeOf(lines[Scatter], &ChartLine::y, {-1, 1}));
    m_spread.across().setRange(LineChart::rangeOf(lines[Spread], &ChartLine::x, {-1, 1}));
    m_spread.up().setRange(0, LineChart::rangeOf(lines[Spread], &ChartLine::y, {0, 1}).upper);
    m_mean.across().setRange(LineChart::rangeOf(lines[Mean], &ChartLine::x, {1, 64}, true));
    m_mean.up().setRange(LineChart::rangeOf(lines[Mean], &ChartLine::y, {0.01, 1}, true));
}

void HistogramPlot::applyTheme()
{
    m_key->setTheme(theme());
    m_text->setFont(theme().smallFont);
    m_text->setTextColor(theme().foreground);
    showLines();
}

} // namespace phasor
