// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/measures/initializers_p.h"

#include "inputs/initializers.h"
#include "raster/hues.h"
#include "words/compare.h"
#include "words/numbers.h"
#include "words/summaries/summaries.h"

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
QSharedPointer<NameTicker> namesOfInitializers(const QCPAxis& axis)
{
    auto names = QSharedPointer<NameTicker>::create(axis);
    for (const Initializer& initializer : initializers())
        names->addTick(static_cast<double>(names->ticks().size()), words::text(initializer.id));
    return names;
}

} // namespace

InitializersPlot::InitializersPlot(Store& store, QWidget* parent)
    : CanvasPlot("initializers", store, parent)
    , m_rect(makeRect(1, 0))
    , m_key(new KeyRow(&canvas()))
    , m_scaled(makeGraph(QStringLiteral("scaled"), *m_rect))
    , m_unscaled(makeGraph(QStringLiteral("unscaled"), *m_rect))
    , m_current(makeGraph(QStringLiteral("current"), *m_rect))
    , m_second(makeGraph(QStringLiteral("second"), *m_rect))
    , m_equal(new QCPItemStraightLine(&canvas()))
    , m_numbers(QSharedPointer<NameTicker>::create(*m_rect->axis(QCPAxis::atRight)))
    , m_less(makeRect(1, 1))
    , m_lessScaled(makeGraph(QStringLiteral("A − B, scaled"), *m_less))
    , m_lessUnscaled(makeGraph(QStringLiteral("A − B, unscaled"), *m_less))
{
    auto* both = new QCPLayoutGrid;
    canvas().plotLayout()->take(m_rect);
    canvas().plotLayout()->take(m_less);
    canvas().plotLayout()->simplify();
    both->addElement(0, 0, m_rect);
    both->addElement(0, 1, m_less);
    canvas().plotLayout()->addElement(0, 0, m_key);
    canvas().plotLayout()->addElement(1, 0, both);
    canvas().plotLayout()->setRowStretchFactors({0.001, 1});
    auto* lines = new QCPMarginGroup(&canvas());
    for (QCPAxisRect* rect : {m_rect, m_less})
        rect->setMarginGroup(QCP::msTop | QCP::msBottom, lines);
    QCPAxis* ratio = m_rect->axis(QCPAxis::atBottom);
    QCPAxis* names = m_rect->axis(QCPAxis::atLeft);
    ratio->setScaleType(QCPAxis::stLogarithmic);
    ratio->setTicker(QSharedPointer<LogTicker>::create(*ratio));
    ratio->setLabel(tr("R = ‖s·E‖ / ‖PE‖ expected, log"));
    ratio->grid()->setVisible(true);
    names->setRangeReversed(true);
    names->setRange(-0.5, static_cast<double>(initializers().size()) + 0.5);
    names->setTicker(namesOfInitializers(*names));
    QCPAxis* numbers = m_rect->axis(QCPAxis::atRight);
    numbers->setVisible(true);
    numbers->setTickLabels(true);
    numbers->setRangeReversed(true);
    numbers->setRange(names->range());
    numbers->setTicker(m_numbers);
    numbers->grid()->setVisible(false);
    m_rect->setAutoMargins(QCP::msLeft | QCP::msTop | QCP::msBottom);
    QCPAxis* less = m_less->axis(QCPAxis::atLeft);
    less->setRangeReversed(true);
    less->setRange(names->range());
    less->setTicker(names->ticker());
    less->setTickLabels(false);
    m_less->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<ValueTicker>::create(*m_less->axis(QCPAxis::atBottom)));
    m_less->axis(QCPAxis::atBottom)->setLabel(words::differenceName());
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

// What the layout does not have, nobody would delete while the canvas still lives.
InitializersPlot::~InitializersPlot()
{
    if (m_less->layout() == nullptr)
        canvas().plotLayout()->addElement(m_less);
}

void InitializersPlot::prepare(const Scene& scene)
{
    if (scene.b.has_value() == m_comparing)
        return;
    m_comparing = scene.b.has_value();
    auto* both = static_cast<QCPLayoutGrid*>(m_rect->layout());
    if (m_comparing) {
        both->addElement(0, 1, m_less);
        both->setColumnStretchFactors({1.6, 1});
    } else {
        both->take(m_less);
        both->simplify();
    }
    m_less->setVisible(m_comparing);
    setTheme(theme());
}

// Keys go down the axis of names.
QCPGraph* InitializersPlot::makeGraph(const QString& name, QCPAxisRect& rect)
{
    QCPGraph* graph = canvas().addGraph(rect.axis(QCPAxis::atLeft), rect.axis(QCPAxis::atBottom));
    graph->setName(name);
    graph->setLineStyle(QCPGraph::lsNone);
    return graph;
}

// The table has its room before there are numbers; where that would leave little of the plot, there is none.
bool InitializersPlot::fold()
{
    const QFontMetrics metrics(theme().smallFont);
    const int table = metrics.horizontalAdvance(QStringLiteral("0.0028, 89.9° · 0.0028, 89.9°")) + 2 * metrics.height();
    const bool fits = canvas().viewport().width() >= 3 * table;
    QCPAxis* numbers = m_rect->axis(QCPAxis::atRight);
    numbers->setVisible(fits);
    numbers->setTickLabels(fits);
    const QMargins margins = m_rect->margins();
    m_rect->setMargins({margins.left(), margins.top(), fits ? table : metrics.height(), margins.bottom()});
    return true;
}

ViewRequest InitializersPlot::requestAt(const ViewState&, Resolution) const
{
    return InitializersRequest{};
}

void InitializersPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const InitializersData>(newData);
    fill();
    showTable();
    showDifference();
    showKey();
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Initialisers"), summary, m_data ? words::detail(*m_data) : QString());
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

// At the right: R and angle with the factor √d_model, and without it.
void InitializersPlot::showTable()
{
    m_numbers->clear();
    for (std::size_t i = 0; m_data && i < m_data->a.rows.size(); ++i)
        m_numbers->addTick(static_cast<double>(i), words::ratiosOf(m_data->a.rows[i]));
    QCPAxis* numbers = m_rect->axis(QCPAxis::atRight);
    numbers->setLabel(m_data ? tr("● R, angle · ○ R, angle") : QString());
}

void InitializersPlot::showDifference()
{
    m_lessScaled->data()->clear();
    m_lessUnscaled->data()->clear();
    const DataTable less = m_data ? m_data->difference() : DataTable();
    QCPRange range(0, 0);
    for (const DataTable::Column& column : less.columns) {
        QCPGraph* graph = column.name == "ratio_scaled" ? m_lessScaled
            : column.name == "ratio_unscaled"           ? m_lessUnscaled
                                                        : nullptr;
        for (std::size_t i = 0; graph != nullptr && i < column.values.size(); ++i) {
            if (!std::isfinite(column.values[i]))
                continue;
            graph->addData(less.columns.front().values[i], column.values[i]);
            range.expand(column.values[i]);
        }
    }
    const double room = range.size() > 0 ? 0.08 * range.size() : 1;
    m_less->axis(QCPAxis::atBottom)->setRange(range.lower - room, range.upper + room);
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
    style(*m_lessScaled, embedding, QCPScatterStyle::ssDisc, true);
    style(*m_lessUnscaled, embedding, QCPScatterStyle::ssCircle, false);
    style(*m_current, theme().foreground, QCPScatterStyle::ssCross, false);
    style(*m_second, theme().line(colourOf(Hue::Second).full), QCPScatterStyle::ssCross, false);
    m_equal->setPen(QPen(theme().muted, theme().axisWidth, Qt::DashLine, Qt::FlatCap));
    m_less->axis(QCPAxis::atBottom)->grid()->setVisible(true);
    m_rect->axis(QCPAxis::atRight)->setBasePen(Qt::NoPen);
    m_rect->axis(QCPAxis::atRight)->setTickPen(Qt::NoPen);
    m_key->setTheme(theme());
    showKey();
}

} // namespace phasor
