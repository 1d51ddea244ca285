// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/headerline_p.h"

#include <QPainter>

namespace phasor {

namespace {

constexpr int kIndent = 8;

} // namespace

HeaderLine::HeaderLine(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("header"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void HeaderLine::setTitle(const QString& title)
{
    m_title = title;
    update();
}

void HeaderLine::setSummary(const QString& summary, const QString& detail)
{
    m_summary = summary;
    QString tip;
    for (const QString& part : (summary + QStringLiteral("\n\n") + detail).split(QStringLiteral("\n\n"))) {
        if (!part.isEmpty())
            tip += QStringLiteral("<p>%1</p>").arg(part.toHtmlEscaped()); // rich text, so that it breaks its lines
    }
    setToolTip(tip);
    update();
}

void HeaderLine::setTheme(const Theme& theme)
{
    m_theme = theme;
    updateGeometry();
    update();
}

QFont HeaderLine::titleFont() const
{
    QFont font = m_theme.font;
    font.setBold(true);
    return font;
}

QSize HeaderLine::sizeHint() const
{
    return {100, QFontMetrics(titleFont()).height() + 6};
}

QSize HeaderLine::minimumSizeHint() const
{
    return {1, sizeHint().height()};
}

void HeaderLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.background);
    const QFontMetrics titleMetrics(titleFont());
    const int baseline = (height() + titleMetrics.ascent() - titleMetrics.descent()) / 2;
    painter.setFont(titleFont());
    painter.setPen(m_theme.foreground);
    const QString title = titleMetrics.elidedText(m_title, Qt::ElideRight, width() - 2 * kIndent);
    painter.drawText(kIndent, baseline, title);
    const int left = kIndent + titleMetrics.horizontalAdvance(title) + 2 * kIndent;
    const int room = width() - left - kIndent;
    if (room < 4 * kIndent)
        return;
    painter.setFont(m_theme.smallFont);
    painter.setPen(m_theme.muted);
    painter.drawText(left, baseline, QFontMetrics(m_theme.smallFont).elidedText(m_summary, Qt::ElideRight, room));
}

} // namespace phasor
