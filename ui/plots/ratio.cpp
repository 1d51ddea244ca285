// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/ratio_p.h"

#include "plots/canvas/dashedgraph_p.h"
#include "plots/canvas/headertoggle_p.h"
#include "plots/canvas/lonepoints_p.h"
#include "plots/canvas/ranges_p.h"
#include "raster/hues.h"
#include "session/store.h"
#include "words/compare.h"
#include "words/pictures.h"
#include "words/summaries.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

constexpr double kFoldedStretch = 0.001; // of a row of the layout
constexpr double kNormsStretch = 3;

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

// Of the lengths, of all set-ups.
Extent lengthsOf(const RatioData& data, bool positive, bool divided)
{
    Extent extent;
    for (const RatioCurves* curves : {&data.a, data.b ? &*data.b : nullptr}) {
        if (curves == nullptr)
            continue;
        const double factor = divided ? 1 / std::abs(curves->scale) : 1;
        for (const double value : curves->embedding)
            extent.add(value, positive);
        for (const auto* values : {&curves->scaled, &curves->encoding, &curves->sum, &curves->output})
            for (const double value : *values)
                extent.add(factor * value, positive);
    }
    return extent;
}

// Whether E + PE/s is something else than s·E + PE, and can be had.
bool canBeDivided(const RatioData& data)
{
    const auto divisible = [](const RatioCurves& curves) {
        return curves.scale != 0 && std::isfinite(1 / curves.scale) && !curves.concatenated;
    };
    return divisible(data.a) && (!data.b || divisible(*data.b));
}

Extent ratiosOf(const RatioData& data)
{
    Extent extent;
    for (const RatioCurves* curves : {&data.a, data.b ? &*data.b : nullptr}) {
        if (curves == nullptr)
            continue;
        for (const double value : curves->ratio)
            extent.add(value, false);
        if (curves->expectedRatio)
            extent.add(*curves->expectedRatio, false);
    }
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
    , m_ticker(QSharedPointer<IndexTicker>::create(*m_ratios->axis(QCPAxis::atBottom)))
    , m_upperTicker(QSharedPointer<IndexTicker>::create(*m_norms->axis(QCPAxis::atBottom)))
    , m_a(makeLines())
    , m_b(makeLines())
    , m_sides(new QCPMarginGroup(&canvas()))
    , m_row(new QLabel(&canvas()))
    , m_upperCursor(canvas().addOverlay<CrossHair>(*m_norms, *m_norms->axis(QCPAxis::atBottom)))
    , m_lowerCursor(canvas().addOverlay<CrossHair>(*m_ratios, *m_ratios->axis(QCPAxis::atBottom)))
    , m_difference(canvas(), *makeRect(3, 0), *m_ratios)
    , m_divided(new HeaderToggle(
          QStringLiteral("divided"), tr("E + PE/s"),
          tr("Lengths of E + PE/s, the same in another unit: R and the angle do not change"),
          [&store](bool on) { store.editView([on](ViewState& view) { view.divided = on; }); }, this))
{
    addToHeader(m_divided);
    QCPLayoutGrid* grid = canvas().plotLayout();
    grid->addElement(0, 0, m_key);
    m_difference.placeIn(*grid, 3);
    grid->setRowStretchFactors({kFoldedStretch, kNormsStretch, 2});
    for (QCPAxisRect* rect : {m_norms, m_ratios})
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, m_sides);
    m_row->setObjectName(QStringLiteral("row-numbers"));
    m_row->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_row->setMargin(4);
    m_row->hide();
    m_norms->axis(QCPAxis::atBottom)->setTicker(m_upperTicker);
    m_ratios->axis(QCPAxis::atBottom)->setTicker(m_ticker);
    m_norms->axis(QCPAxis::atBottom)->setTickLabels(false);
    m_norms->axis(QCPAxis::atLeft)->setLabel(tr("length"));
    m_norms->axis(QCPAxis::atLeft)->setTicker(QSharedPointer<ValueTicker>::create(*m_norms->axis(QCPAxis::atLeft)));
    m_ratios->axis(QCPAxis::atBottom)->setLabel(words::axisTitle(AxisKind::Position));
    m_ratios->axis(QCPAxis::atLeft)->setLabel(QStringLiteral("R"));
    m_ratios->axis(QCPAxis::atLeft)->setTicker(QSharedPointer<ValueTicker>::create(*m_ratios->axis(QCPAxis::atLeft)));
    setTheme(Theme::light());
    show(nullptr);
}

QCPGraph* RatioPlot::makeGraph(QCPAxisRect* rect)
{
    return new DashedGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft)); // the canvas's own
}

RatioPlot::Lines RatioPlot::makeLines()
{
    return {makeGraph(m_norms), makeGraph(m_norms),  makeGraph(m_norms), makeGraph(m_norms),
            makeGraph(m_norms), makeGraph(m_ratios), makeGraph(m_ratios)};
}

// An axis rect of no height would turn upside down: what there is no room for is left out.
void RatioPlot::fold() const
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    const int line = QFontMetrics(theme().smallFont).height();
    const int least = 7 * line + 2 * m_norms->minimumSize().height(); // a key of two lines, an axis with its title
    const bool both = canvas().viewport().height() >= least;
    const bool shown = m_norms->layout() == grid;
    if (both == shown)
        return;
    if (both)
        grid->addElement(1, 0, m_norms);
    else
        grid->take(m_norms);
    grid->setRowStretchFactor(1, both ? kNormsStretch : kFoldedStretch);
    m_norms->setVisible(both);
    m_norms->setMarginGroup(QCP::msLeft | QCP::msRight, both ? m_sides : nullptr);
    m_key->setVisible(both);
    canvas().layoutFor(canvas().viewport().size());
}

// What the layout does not have, nobody would delete while the canvas still lives.
RatioPlot::~RatioPlot()
{
    if (m_norms->layout() == nullptr)
        canvas().plotLayout()->addElement(m_norms);
}

ViewRequest RatioPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    fold();
    return RatioRequest{.positions = view.zoom[AxisKind::Position],
                        .width = Canvas::deviceSize(m_ratios->rect(), resolution.scale).width(),
                        .only = restrictionOf(view)};
}

void RatioPlot::prepare(const Scene& scene)
{
    if (m_difference.setShown(scene.b.has_value()))
        setTheme(theme());
}

void RatioPlot::viewChanged()
{
    m_divided->showState(view().divided);
    m_divided->setEnabled(m_data && canBeDivided(*m_data));
    const bool divided = view().divided && m_divided->isEnabled();
    if (divided == m_showsDivided)
        return;
    m_showsDivided = divided;
    fill(m_a, m_data ? &m_data->a : nullptr);
    fill(m_b, m_data && m_data->b ? &*m_data->b : nullptr);
    showNorms();
    showKey();
}

void RatioPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const RatioData>(newData);
    m_showsDivided = view().divided && m_data && canBeDivided(*m_data);
    showPositions();
    fill(m_a, m_data ? &m_data->a : nullptr);
    fill(m_b, m_data && m_data->b ? &*m_data->b : nullptr);
    showNorms();
    showRatio();
    showKey();
    m_difference.show(m_data ? m_data->difference() : DataTable(), {{.column = "ratio", .pen = m_a.ratio->pen()}},
                      kMiddle);
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Scale"), summary);
}

// Names where each position has a point of its own.
void RatioPlot::showPositions()
{
    const Axis rows = m_data ? m_data->rows : Axis{};
    const bool named = m_data && rows.named()
        && static_cast<double>(m_data->a.positions.size()) == m_data->visible.high - m_data->visible.low + 1
        && IndexTicker::hasRoomForNames(rows, rows.visible(view().zoom[AxisKind::Position]));
    for (QCPAxisRect* rect : {m_norms, m_ratios})
        gestures().show(*rect->axis(QCPAxis::atBottom), rows);
    for (const auto& ticker : {m_ticker, m_upperTicker})
        ticker->show(rows, named);
    m_ratios->axis(QCPAxis::atBottom)->setLabel(words::axisTitle(AxisKind::Position, named));
}

void RatioPlot::fill(const Lines& lines, const RatioCurves* curves)
{
    for (QCPGraph* graph : lines.all())
        graph->data()->clear();
    if (curves == nullptr)
        return;
    const auto set = [&](QCPGraph* graph, const std::vector<double>& positions, const std::vector<double>& values,
                         double factor = 1) {
        QVector<QCPGraphData> points;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double value = factor * values[i];
            points.append({positions[i] + kMiddle, std::isfinite(value) ? value : std::nan("")});
        }
        graph->data()->set(points, true);
    };
    const double factor = m_showsDivided ? 1 / std::abs(curves->scale) : 1;
    set(lines.embedding, curves->positions, curves->embedding);
    if (!m_showsDivided) // then it is E
        set(lines.scaled, curves->positions, curves->scaled);
    set(lines.encoding, curves->positions, curves->encoding, factor);
    set(lines.sum, curves->positions, curves->sum, factor);
    set(lines.output, curves->outputPositions, curves->output, factor);
    set(lines.ratio, curves->positions, curves->ratio);
    for (QCPGraph* graph : lines.all())
        markLonePoints(*graph, theme());
    if (curves->expectedRatio) {
        const Axis& rows = m_data->rows;
        const Interval all = rows.inCoordinates({0, static_cast<double>(rows.count)});
        lines.expected->data()->set({{all.low, *curves->expectedRatio}, {all.high, *curves->expectedRatio}}, true);
    }
}

std::vector<KeyRow::Entry> RatioPlot::entriesOf(const Lines& lines, const RatioCurves& curves, Side side) const
{
    const std::pair<QCPGraph*, QString> named[] = {
        {lines.embedding, QStringLiteral("‖E‖")},
        {lines.scaled, QStringLiteral("‖s·E‖")},
        {lines.encoding, m_showsDivided ? QStringLiteral("‖PE/s‖") : QStringLiteral("‖PE‖")},
        {lines.sum,
         curves.concatenated  ? QStringLiteral("‖[s·E, PE]‖")
             : m_showsDivided ? QStringLiteral("‖E + PE/s‖")
                              : QStringLiteral("‖s·E + PE‖")},
        {lines.output, m_showsDivided ? words::dividedOutputName() : words::outputNormName()},
        {lines.ratio, QStringLiteral("R = ‖s·E‖ / ‖PE‖")},
        {lines.expected, words::expectedRatioName(curves)},
    };
    std::vector<KeyRow::Entry> entries;
    for (const auto& [graph, name] : named) {
        graph->setName(m_data->b ? words::ofSide(side, name) : name);
        if (!graph->data()->isEmpty())
            entries.push_back({graph->pen(), graph->name()});
    }
    return entries;
}

void RatioPlot::showKey()
{
    std::vector<KeyRow::Entry> entries;
    if (m_data)
        entries = entriesOf(m_a, m_data->a, Side::A);
    if (m_data && m_data->b) {
        const std::vector<KeyRow::Entry> second = entriesOf(m_b, *m_data->b, Side::B);
        entries.insert(entries.end(), second.begin(), second.end());
    }
    m_key->setEntries(std::move(entries));
}

// Beside the cross-hair, on the side where there is more room; only in the plot that is pointed at, or has the
// keyboard.
void RatioPlot::showRow(const Cursor& cursor)
{
    const auto& position = cursor[AxisKind::Position];
    const bool here = canvas().testAttribute(Qt::WA_UnderMouse) || canvas().hasFocus();
    const QString text = m_data && position && here ? words::rowNumbers(*m_data, *position) : QString();
    m_row->setVisible(!text.isEmpty());
    if (text.isEmpty())
        return;
    m_row->setText(text);
    m_row->adjustSize();
    const QRect inside = (m_norms->visible() ? m_norms : m_ratios)->rect();
    const double at = m_ratios->axis(QCPAxis::atBottom)->coordToPixel(static_cast<double>(*position) + kMiddle);
    const bool left = at > inside.center().x();
    m_row->move(left ? inside.left() : std::max(inside.left(), inside.right() - m_row->width()), inside.top());
}

void RatioPlot::showNorms()
{
    if (!m_data)
        return;
    QCPAxis* axis = m_norms->axis(QCPAxis::atLeft);
    const Extent positive = lengthsOf(*m_data, true, m_showsDivided);
    const bool logarithmic = !positive.empty() && positive.high > kLogFrom * positive.low;
    axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (logarithmic) {
        axis->setTicker(QSharedPointer<LogTicker>::create(*axis));
        axis->setRange(positive.low / 1.5, positive.high * 1.5);
        axis->setLabel(lengthsOf(*m_data, false, m_showsDivided).low > 0 ? tr("length, log")
                                                                         : tr("length, log (zeros not shown)"));
    } else {
        axis->setTicker(QSharedPointer<ValueTicker>::create(*axis));
        axis->setRange(roomAround(lengthsOf(*m_data, false, m_showsDivided), true));
        axis->setLabel(tr("length"));
    }
}

void RatioPlot::showRatio()
{
    if (!m_data)
        return;
    const Extent extent = ratiosOf(*m_data);
    m_ratios->axis(QCPAxis::atLeft)->setRange(roomAround(extent, !extent.empty() && extent.low < 0.5 * extent.high));
}

void RatioPlot::showCursor(const Cursor& cursor)
{
    showRow(cursor);
    m_upperCursor.moveTo(gestures().centresOn(*m_norms->axis(QCPAxis::atBottom), cursor));
    m_lowerCursor.moveTo(gestures().centresOn(*m_ratios->axis(QCPAxis::atBottom), cursor));
}

void RatioPlot::applyTheme()
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
    m_a.embedding->setPen(dashed(colourOf(Hue::Embedding).light));
    m_a.scaled->setPen(line(colourOf(Hue::Embedding).full));
    m_a.encoding->setPen(line(colourOf(Hue::Position).full));
    m_a.sum->setPen(line(colourOf(Hue::Sum).full));
    m_a.output->setPen(dashed(colourOf(Hue::Dropped).full));
    m_a.ratio->setPen(QPen(theme().foreground, theme().lineWidth));
    m_a.expected->setPen(QPen(theme().muted, theme().axisWidth, Qt::DashLine, Qt::FlatCap));
    const HueColours second = colourOf(Hue::Second);
    m_b.embedding->setPen(dashed(second.light));
    m_b.scaled->setPen(dashed(second.full)); // A's line shows between the dashes where the two are the same
    m_b.encoding->setPen(dashed(second.light));
    m_b.sum->setPen(dashed(second.full));
    m_b.output->setPen(dashed(second.light));
    m_b.ratio->setPen(dashed(second.full));
    m_b.expected->setPen(QPen(theme().line(second.light), theme().axisWidth, Qt::DashLine, Qt::FlatCap));
    QColor paper = theme().background;
    paper.setAlphaF(0.9F);
    m_row->setStyleSheet(QStringLiteral("QLabel { color: %1; background: %2; }")
                             .arg(theme().foreground.name(), paper.name(QColor::HexArgb)));
    m_row->setFont(theme().smallFont);
    for (const Lines& lines : {m_a, m_b})
        for (QCPGraph* graph : lines.all())
            markLonePoints(*graph, theme());
    m_upperCursor.setTheme(theme());
    m_lowerCursor.setTheme(theme());
    m_key->setTheme(theme());
    m_difference.show(m_data ? m_data->difference() : DataTable(), {{.column = "ratio", .pen = m_a.ratio->pen()}},
                      kMiddle);
    showKey();
}

} // namespace phasor
