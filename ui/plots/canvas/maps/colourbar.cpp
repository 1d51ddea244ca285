// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/maps/colourbar_p.h"

#include "plots/canvas/labels/tickers_p.h"
#include "plots/canvas/maps/heatmapplottable_p.h"

namespace phasor {

namespace {

QCPColorGradient gradientOf(const ColorMap& map, bool soft)
{
    constexpr int kColours = 256;
    QMap<double, QColor> stops;
    // The same expression by which QCPColorGradient places its levels: every level meets a stop exactly.
    const double step = 1.0 / (kColours - 1);
    const auto colourAt = [&](int i) {
        const std::uint32_t colour = map.table[static_cast<std::size_t>(i)];
        return QColor::fromRgb(soft ? softened(colour) : colour);
    };
    for (int i = 0; i < kColours; ++i)
        stops.insert(i * step, colourAt(i));
    QCPColorGradient gradient;
    gradient.setColorStops(stops);
    gradient.setLevelCount(kColours);
    gradient.setColorInterpolation(QCPColorGradient::ciRGB);
    return gradient;
}

} // namespace

ColourBar::ColourBar(QCustomPlot& plot)
    : m_scale(new QCPColorScale(&plot))
{
    m_scale->setType(QCPAxis::atRight);
    m_scale->setBarWidth(10);
    m_scale->setRangeDrag(false);
    m_scale->setRangeZoom(false);
    m_scale->setMinimumMargins(QMargins(0, 0, 4, 0));
    m_scale->axis()->setTicker(QSharedPointer<ValueTicker>::create(*m_scale->axis()));
}

void ColourBar::setBelow(bool below)
{
    const QCPAxis::AxisType type = below ? QCPAxis::atBottom : QCPAxis::atRight;
    if (type == m_scale->type())
        return;
    m_scale->setType(type);
    m_scale->setGradient(QCPColorGradient()); // else the image of the bar keeps its old direction
    makeGradient();
    m_scale->setMargins({}); // else those of the other place stay
    m_scale->setMinimumMargins(below ? QMargins(0, 4, 8, 0) : QMargins(0, 0, 4, 0));
    m_scale->axis()->setTicker(QSharedPointer<ValueTicker>::create(*m_scale->axis()));
}

void ColourBar::show(const Picture& picture, const QString& label)
{
    if (m_map != picture.colorMap || m_mask != isMask(picture)) {
        m_map = picture.colorMap;
        m_mask = isMask(picture);
        makeGradient();
    }
    m_scale->setDataRange(QCPRange(picture.range.low, picture.range.high));
    m_scale->setLabel(label);
}

void ColourBar::makeGradient()
{
    if (m_map != nullptr)
        m_scale->setGradient(gradientOf(*m_map, m_mask && m_dark));
}

void ColourBar::setTheme(const Theme& theme)
{
    if (m_dark != theme.isDark()) {
        m_dark = theme.isDark();
        makeGradient();
    }
    for (QCPAxis* axis : m_scale->axis()->axisRect()->axes()) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(QPen(theme.muted, theme.axisWidth));
        axis->setTickLabelColor(theme.foreground);
        axis->setTickLabelFont(theme.smallFont);
        axis->setLabelColor(theme.muted);
        axis->setLabelFont(theme.smallFont);
        axis->setTickLength(0, 3);
        axis->setSubTickPen(Qt::NoPen);
    }
    const QCPAxis* axis = m_scale->axis();
    const QFontMetrics metrics(theme.smallFont);
    if (m_scale->type() == QCPAxis::atBottom) {
        axis->axisRect()->setMinimumMargins(QMargins());
        return;
    }
    const int room = axis->tickLengthOut() + axis->tickLabelPadding()
        + metrics.horizontalAdvance(QStringLiteral("−0.125")) + axis->labelPadding() + metrics.height();
    axis->axisRect()->setMinimumMargins(QMargins(0, 0, room, 0));
}

} // namespace phasor
