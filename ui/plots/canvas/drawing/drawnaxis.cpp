// SPDX-License-Identifier: GPL-3.0-or-later
// DrawnPanel's axes: scale, ticks, names, range, label.
#include "plots/canvas/drawing/drawnpanel_p.h"

#include "plots/canvas/labels/tickers_p.h"

#include <algorithm>
#include <typeinfo>

namespace phasor {

// The axis' ticker, which is made only when its kind changes.
template <typename Ticker> static Ticker& tickerOf(QCPAxis& axis)
{
    const QCPAxisTicker& now = *axis.ticker();
    if (typeid(now) != typeid(Ticker))
        axis.setTicker(QSharedPointer<QCPAxisTicker>(new Ticker(axis)));
    return static_cast<Ticker&>(*axis.ticker());
}

void DrawnPanel::showAxes(const Panel& panel, const Zoom& zoom)
{
    showAxis(QCPAxis::atBottom, panel.across, zoom);
    showAxis(QCPAxis::atLeft, panel.up, zoom);
    m_rect.axis(QCPAxis::atRight)->setVisible(panel.right.has_value());
    if (panel.right)
        showAxis(QCPAxis::atRight, *panel.right, zoom);
    foldRight(panel);
}

bool DrawnPanel::hasRoomFor(int names) const
{
    constexpr double kMostOfWidth = 0.37;
    return names <= kMostOfWidth * m_canvas.viewport().width();
}

int DrawnPanel::linesAtEnds(const Panel& panel) const
{
    if (panel.ends.isEmpty() || !m_alone)
        return 0;
    const auto fits = [&](int lines) {
        return hasRoomFor(EndLabels::room(m_canvas, panel.ends, lines));
    };
    const bool two = panel.ends.contains(u'\n') && fits(2);
    if (two && theme().valueSize > 1 && heightOfEnds(panel, 2) <= m_rect.outerRect().height())
        return 2;
    return fits(1) ? 1 : two ? 2 : 0;
}

int DrawnPanel::heightOfEnds(const Panel& panel, int lines) const
{
    int height = 0;
    for (const DrawnLine& line : panel.lines)
        height += line.name.isEmpty() ? 0 : EndLabels::heightOf(theme(), lines, false);
    for (const DrawnLevel& level : panel.levels)
        height += level.name.isEmpty() ? 0 : EndLabels::heightOf(theme(), lines, true);
    return height;
}

bool DrawnPanel::foldRight(const Panel& panel)
{
    const bool named = panel.right && !panel.right->widestName.isEmpty();
    if (!named && (panel.ends.isEmpty() || !m_alone)) {
        const bool folded = m_rect.autoMargins() != QCP::msAll;
        m_rect.setAutoMargins(QCP::msAll);
        return folded;
    }
    const int room
        = EndLabels::room(m_canvas, named ? panel.right->widestName : panel.ends, std::max(1, linesAtEnds(panel)));
    const bool fits = hasRoomFor(room);
    if (named) {
        QCPAxis& axis = *m_rect.axis(QCPAxis::atRight);
        axis.setVisible(fits);
        axis.setTickLabels(fits);
        axis.setBasePen(Qt::NoPen);
        axis.setTickPen(Qt::NoPen);
    }
    m_rect.setAutoMargins(QCP::msLeft | QCP::msTop | QCP::msBottom);
    const QMargins before = m_rect.margins();
    const int least = QFontMetrics(theme().smallFont).height();
    m_rect.setMargins({before.left(), before.top(), fits ? room : least, before.bottom()});
    return m_rect.margins() != before;
}

void DrawnPanel::showAxis(QCPAxis::AxisType side, const DrawnAxis& drawn, const Zoom& zoom)
{
    using Scale = DrawnAxis::Scale;
    QCPAxis& axis = *m_rect.axis(side);
    if (!drawn.names.empty() || !drawn.widestName.isEmpty()) {
        auto& names = tickerOf<NameTicker>(axis);
        names.clear();
        for (const auto& [at, name] : drawn.names)
            names.addTick(at, name);
    } else if (drawn.scale == Scale::Logarithmic) {
        tickerOf<LogTicker>(axis);
    } else if (drawn.scale == Scale::Count) {
        tickerOf<CountTicker>(axis);
    } else if (drawn.scale == Scale::Value) {
        tickerOf<ValueTicker>(axis);
    }
    axis.setScaleType(drawn.scale == Scale::Logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (side == QCPAxis::atBottom)
        axis.setVisible(drawn.shown);
    axis.setProperty("widest", drawn.widestName);
    axis.setTickLabels(drawn.tickLabels);
    axis.setRangeReversed(drawn.reversed);
    axis.grid()->setVisible(drawn.grid && side != QCPAxis::atRight);
    bool named = false;
    if (drawn.scale == Scale::Table) {
        m_gestures.show(axis, drawn.table);
        const std::optional<Interval>& zoomed = zoom[drawn.table.kind];
        if (!zoomed)
            m_gestures.setUnzoomed(drawn.table.kind, drawn.unzoomed);
        named = IndexTicker::hasRoomForNames(drawn.table, drawn.table.visible(zoomed ? zoomed : drawn.unzoomed));
        tickerOf<IndexTicker>(axis).show(drawn.table, named);
    } else {
        m_gestures.show(axis, Axis{}, drawn.pairs);
        axis.setRange(drawn.range.low, drawn.range.high);
    }
    named = named && !drawn.labels.isEmpty() && !drawn.labelOfNames.isEmpty();
    if (side == QCPAxis::atBottom)
        m_named = named;
    if (named)
        axis.setLabel(drawn.labelOfNames);
    else if (axis.orientation() == Qt::Vertical || drawn.labels.size() < 2)
        axis.setLabel(drawn.labels.isEmpty() ? QString() : drawn.labels.last());
}

// The longest titles above the vertical axes that fit next to each other.
void DrawnPanel::fitTitles(const Panel& panel)
{
    const QStringList right = panel.right ? panel.right->labels : QStringList();
    const auto at = [](const QStringList& labels, qsizetype i) {
        return labels.isEmpty() ? QString() : labels[std::min(i, labels.size() - 1)];
    };
    QCPAxis& axis = *m_rect.axis(QCPAxis::atLeft);
    const QFont font = axis.labelFont();
    for (qsizetype i = 0; i < std::max(panel.up.labels.size(), right.size()); ++i) {
        if (panel.up.labels.size() > 1)
            axis.setLabel(at(panel.up.labels, i));
        if (right.size() > 1)
            m_rect.axis(QCPAxis::atRight)->setLabel(at(right, i));
        const int both = m_canvas.widths().of(font, at(panel.up.labels, i)) + m_canvas.widths().of(font, at(right, i));
        if (both + QFontMetrics(font).height() <= m_rect.width())
            return;
    }
}

QString DrawnPanel::fitLabels(const DrawnAxis& across, int besideTitle)
{
    if (across.labels.size() < 2 || m_named)
        return {};
    QCPAxis& axis = *m_rect.axis(QCPAxis::atBottom);
    const auto first = std::find_if(across.labels.begin(), across.labels.end() - 1, [&](const QString& label) {
        return m_canvas.widths().of(axis.labelFont(), label) <= m_rect.width() - besideTitle;
    });
    axis.setLabel(*first);
    return first == across.labels.end() - 1 ? across.otherwise : QString();
}

} // namespace phasor
