// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/headerline_p.h"

#include <QPainter>

#include <algorithm>

namespace phasor {

namespace {

constexpr int kIndent = 8;
constexpr int kMark = 3; // pixels, of the current plot

// Whether `text` says nothing at its end: a bracket stays open, or the name of a set-up is left of what it is said of.
bool endsTooEarly(const QString& text)
{
    const qsizetype last = text.size() - 1;
    const bool letter = last >= 0 && text[last].isLetter() && (last == 0 || text[last - 1].isSpace());
    return letter || text.count(u'(') > text.count(u')');
}

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

void HeaderLine::setCurrent(bool current)
{
    m_current = current;
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

// Never a number that ends in the middle.
QString HeaderLine::fitting(const QFontMetrics& metrics, int room) const
{
    QString text = m_summary;
    while (!text.isEmpty() && (metrics.horizontalAdvance(text) > room || endsTooEarly(text))) {
        qsizetype cut = 0;
        for (const QLatin1String separator : {QLatin1String(", "), QLatin1String("; "), QLatin1String(": ")})
            cut = std::max(cut, text.lastIndexOf(separator));
        cut = std::max(cut, text.lastIndexOf(QStringLiteral(" · ")));
        text.truncate(cut);
    }
    return text;
}

void HeaderLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.background);
    const QFontMetrics titleMetrics(titleFont());
    const int baseline = (height() + titleMetrics.ascent() - titleMetrics.descent()) / 2;
    if (m_current)
        painter.fillRect(QRect(1, baseline - titleMetrics.ascent() + 1, kMark, titleMetrics.ascent() + 1),
                         palette().color(QPalette::Highlight));
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
    painter.drawText(left, baseline, fitting(QFontMetrics(m_theme.smallFont), room));
}

} // namespace phasor
