// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/measures/ratio_p.h"

#include "plots/canvas/labels/headertoggle_p.h"
#include "plots/canvas/ranges_p.h"
#include "session/store.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

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
    , m_a(*m_norms, *m_ratios, Side::A)
    , m_b(*m_norms, *m_ratios, Side::B)
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

// An axis rect of no height would turn upside down: what there is no room for is left out.
bool RatioPlot::fold()
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    const int line = QFontMetrics(theme().smallFont).height();
    const int least = 7 * line + 2 * m_norms->minimumSize().height(); // a key of two lines, an axis with its title
    const bool both = canvas().viewport().height() >= least;
    const bool shown = m_norms->layout() == grid;
    if (both == shown)
        return false;
    if (both)
        grid->addElement(1, 0, m_norms);
    else
        grid->take(m_norms);
    grid->setRowStretchFactor(1, both ? kNormsStretch : kFoldedStretch);
    m_norms->setVisible(both);
    m_norms->setMarginGroup(QCP::msLeft | QCP::msRight, both ? m_sides : nullptr);
    m_key->setVisible(both);
    return true;
}

// What the layout does not have, nobody would delete while the canvas still lives.
RatioPlot::~RatioPlot()
{
    if (m_norms->layout() == nullptr)
        canvas().plotLayout()->addElement(m_norms);
}

ViewRequest RatioPlot::requestAt(const ViewState& view, Resolution resolution) const
{
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
    fillLines();
    showNorms();
    showKey();
}

void RatioPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const RatioData>(newData);
    m_showsDivided = view().divided && m_data && canBeDivided(*m_data);
    showPositions();
    fillLines();
    showNorms();
    showRatio();
    showKey();
    m_difference.show(m_data ? m_data->difference() : DataTable(), {{.column = "ratio", .pen = m_a.ratioPen()}},
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

void RatioPlot::fillLines()
{
    m_a.show(m_data ? &m_data->a : nullptr, m_data ? m_data->rows : Axis{}, m_showsDivided);
    m_b.show(m_data && m_data->b ? &*m_data->b : nullptr, m_data ? m_data->rows : Axis{}, m_showsDivided);
}

void RatioPlot::showKey()
{
    std::vector<KeyRow::Entry> entries;
    if (m_data)
        m_a.addTo(entries, m_data->a, m_data->b.has_value());
    if (m_data && m_data->b)
        m_b.addTo(entries, *m_data->b, true);
    m_key->setEntries(std::move(entries));
}

// Beside the cross-hair, on the side where there is more room; only in the plot that is pointed at, or has the
// keyboard.
void RatioPlot::showRow(const Cursor& cursor)
{
    const auto& position = cursor[AxisKind::Position];
    const bool here = canvas().testAttribute(Qt::WA_UnderMouse) || canvas().hasFocus();
    const QString text = m_data && position && here ? words::rowNumbers(*m_data, *position, m_showsDivided) : QString();
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
    m_a.setTheme(theme());
    m_b.setTheme(theme());
    QColor paper = theme().background;
    paper.setAlphaF(0.9F);
    m_row->setStyleSheet(QStringLiteral("QLabel { color: %1; background: %2; }")
                             .arg(theme().foreground.name(), paper.name(QColor::HexArgb)));
    m_row->setFont(theme().smallFont);
    m_upperCursor.setTheme(theme());
    m_lowerCursor.setTheme(theme());
    m_key->setTheme(theme());
    m_difference.show(m_data ? m_data->difference() : DataTable(), {{.column = "ratio", .pen = m_a.ratioPen()}},
                      kMiddle);
    showKey();
}

} // namespace phasor
