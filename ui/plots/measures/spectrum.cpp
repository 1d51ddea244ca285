// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/measures/spectrum_p.h"

#include "plots/canvas/labels/tickers_p.h"
#include "plots/canvas/lines/lonepoints_p.h"
#include "raster/hues.h"
#include "words/compare.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kShownDepth = 1e-7; // of the largest value: what is below is rounding of float32

} // namespace

SpectrumPlot::SpectrumPlot(Store& store, QWidget* parent)
    : CanvasPlot("spectrum", store, parent)
    , m_rect(makeRect(1, 0))
    , m_key(new KeyRow(&canvas()))
    , m_a(makeLines())
    , m_b(makeLines())
    , m_difference(canvas(), *makeRect(2, 0), *m_rect)
{
    canvas().plotLayout()->addElement(0, 0, m_key);
    m_difference.placeIn(*canvas().plotLayout(), 2);
    canvas().plotLayout()->setRowStretchFactors({0.001, 1});
    QCPAxis* index = m_rect->axis(QCPAxis::atBottom);
    index->setTicker(QSharedPointer<ValueTicker>::create(*index));
    index->setLabel(tr("direction, from the strongest on"));
    QCPAxis* value = m_rect->axis(QCPAxis::atLeft);
    value->setScaleType(QCPAxis::stLogarithmic);
    value->setTicker(QSharedPointer<LogTicker>::create(*value));
    value->setLabel(tr("singular value, log"));
    setTheme(Theme::light());
    show(nullptr);
}

SpectrumPlot::Lines SpectrumPlot::makeLines()
{
    QCPGraph* graph = canvas().addGraph(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
    graph->setAdaptiveSampling(false); // it would draw what falls steeply as going up and down
    return {graph, makeUpright(), makeUpright()};
}

QCPItemStraightLine* SpectrumPlot::makeUpright()
{
    auto* line = new QCPItemStraightLine(&canvas());
    line->setClipAxisRect(m_rect);
    for (QCPItemPosition* point : {line->point1, line->point2}) {
        point->setAxes(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
        point->setAxisRect(m_rect);
        point->setTypeX(QCPItemPosition::ptPlotCoords);
        point->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    line->setSelectable(false);
    return line;
}

ViewRequest SpectrumPlot::requestAt(const ViewState& view, Resolution) const
{
    return SpectrumRequest{.node = view.node, .only = restrictionOf(view)};
}

void SpectrumPlot::prepare(const Scene& scene)
{
    if (m_difference.setShown(scene.b.has_value()))
        setTheme(theme());
}

void SpectrumPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const SpectrumData>(newData);
    fill(m_a, m_data ? &m_data->a : nullptr);
    fill(m_b, m_data && m_data->b ? &*m_data->b : nullptr);
    showRanges();
    applyTheme(); // markers of lone points
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Spectrum"), summary);
}

void SpectrumPlot::fill(const Lines& lines, const TableSpectrum* spectrum)
{
    lines.singular->data()->clear();
    for (std::size_t i = 0; spectrum != nullptr && i < spectrum->singular.size(); ++i) {
        const double value = spectrum->singular[i];
        lines.singular->addData(static_cast<double>(i + 1), value > 0 ? value : std::nan(""));
    }
    const bool some = spectrum != nullptr && spectrum->measures.has_value();
    const auto place = [some](QCPItemStraightLine& line, double at) {
        line.point1->setCoords(at, 0);
        line.point2->setCoords(at, 1);
        line.setVisible(some);
    };
    place(*lines.rank, some ? spectrum->measures->effectiveRank : 1);
    place(*lines.most, some ? static_cast<double>(spectrum->measures->dimensions99) + 0.5 : 1);
}

void SpectrumPlot::showRanges()
{
    double high = 0;
    double low = INFINITY;
    std::size_t count = 1;
    for (const TableSpectrum* of : {m_data ? &m_data->a : nullptr, m_data && m_data->b ? &*m_data->b : nullptr}) {
        if (of == nullptr)
            continue;
        count = std::max(count, of->singular.size());
        for (const double value : of->singular) {
            high = std::max(high, value);
            low = value > 0 ? std::min(low, value) : low;
        }
    }
    m_rect->axis(QCPAxis::atBottom)->setRange(0.5, static_cast<double>(count) + 0.5);
    const bool some = high > 0;
    m_rect->axis(QCPAxis::atLeft)
        ->setRange(some ? QCPRange(std::max(low, high * kShownDepth) / 2, high * 2) : QCPRange(0.1, 10));
}

void SpectrumPlot::showKey()
{
    std::vector<KeyRow::Entry> entries;
    const auto add = [&](const Lines& lines, const TableSpectrum& of, Side side) {
        const auto named = [&](const QString& name) {
            return m_data->b ? words::ofSide(side, name) : name;
        };
        lines.singular->setName(named(words::spectrumName(of)));
        entries.push_back({lines.singular->pen(), lines.singular->name()});
        if (!of.measures)
            return;
        entries.push_back({lines.rank->pen(), named(tr("effective rank"))});
        entries.push_back({lines.most->pen(), named(tr("99 % of the energy"))});
    };
    if (m_data)
        add(m_a, m_data->a, Side::A);
    if (m_data && m_data->b)
        add(m_b, *m_data->b, Side::B);
    m_key->setEntries(std::move(entries));
}

void SpectrumPlot::style(const Lines& lines, const QColor& colour) const
{
    lines.singular->setPen(QPen(colour, theme().lineWidth));
    lines.rank->setPen(QPen(colour, theme().axisWidth, Qt::DashLine, Qt::FlatCap));
    lines.most->setPen(QPen(colour, theme().axisWidth, Qt::DotLine, Qt::FlatCap));
    markLonePoints(*lines.singular, theme());
}

void SpectrumPlot::applyTheme()
{
    style(m_a, theme().foreground);
    style(m_b, theme().line(colourOf(Hue::Second).full));
    m_difference.show(m_data ? m_data->difference() : DataTable(),
                      {{.column = "singular_value", .pen = m_a.singular->pen()}});
    m_key->setTheme(theme());
    showKey();
}

} // namespace phasor
