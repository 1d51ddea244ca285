// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/keyrow_p.h"

#include <QPainter>

#include <algorithm>

namespace phasor {

namespace {

constexpr int kIndent = 8;
constexpr int kMark = 3; // pixels; marks the current plot

// Texts cut too early: a bracket stays open, or only the name of a setup is left of a statement.
bool endsTooEarly(const QString& text)
{
    const qsizetype last = text.size() - 1;
    const bool letter = last >= 0 && text[last].isLetter() && (last == 0 || text[last - 1].isSpace());
    return letter || text.count(u'(') > text.count(u')');
}

constexpr int kLines = 3;
constexpr int kKeyIndent = 8;

QString leftOut(std::size_t count)
{
    return KeyRow::tr("… and %1 more").arg(count);
}

// Sample before a name: a line along `along`, which has no height, or a disc in its middle.
void drawSample(QCPPainter& painter, const KeyRow::Entry& entry, const QRectF& along)
{
    if (entry.disc > 0) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(entry.pen.color());
        painter.drawEllipse(along.center(), entry.disc / 2, entry.disc / 2);
        return;
    }
    painter.setPen(entry.pen);
    painter.drawLine(along.topLeft(), along.topRight());
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
            tip += QStringLiteral("<p>%1</p>").arg(part.toHtmlEscaped()); // rich text, because only that breaks lines
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

// The sentence cut to `room` pixels, never inside a number.
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

KeyRow::KeyRow(Canvas& canvas)
    : QCPLayoutElement(&canvas)
    , m_canvas(canvas)
{
    setLayer(canvas.layer(QStringLiteral("legend")));
}

int KeyRow::lineHeight() const
{
    return QFontMetrics(font()).height() + 2;
}

int KeyRow::advance(const QString& text) const
{
    const QFontMetrics metrics(font());
    return 2 * metrics.height() + m_widths.of(font(), text) + metrics.averageCharWidth() * 2;
}

std::vector<KeyRow::Placed> KeyRow::flow(int width) const
{
    std::vector<Placed> placed;
    QPoint at(0, 0);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const int space = advance(m_entries[i].text);
        const bool last = i + 1 == m_entries.size();
        if (at.x() > 0 && at.x() + space > width)
            at = QPoint(0, at.y() + lineHeight());
        // The last line keeps room for "… and 40 more".
        const int need = space + (last ? 0 : advance(leftOut(m_entries.size())));
        if (at.y() == (kLines - 1) * lineHeight() && at.x() + need > width && !last) {
            placed.push_back({at, nullptr});
            return placed;
        }
        placed.push_back({at, &m_entries[i]});
        at.rx() += space;
    }
    return placed;
}

void KeyRow::update(UpdatePhase phase)
{
    if (phase == upPreparation) {
        const auto placed = visible() ? flow(mParentPlot->viewport().width() - 2 * kKeyIndent) : std::vector<Placed>();
        const int height = placed.empty() ? 0 : placed.back().at.y() + lineHeight() + 2;
        setMinimumSize(0, height);
        setMaximumSize(QWIDGETSIZE_MAX, height);
    }
    QCPLayoutElement::update(phase);
}

void KeyRow::draw(QCPPainter* painter)
{
    const QFontMetrics metrics(font());
    painter->setFont(font());
    std::size_t shown = 0;
    for (const Placed& placed : flow(outerRect().width() - 2 * kKeyIndent)) {
        const QPoint corner = outerRect().topLeft() + placed.at + QPoint(kKeyIndent, 0);
        const int sample = metrics.height() * 3 / 2;
        const int middle = corner.y() + lineHeight() / 2;
        if (placed.entry) {
            drawSample(*painter, *placed.entry, QRectF(corner.x(), middle, sample, 0));
            ++shown;
        }
        painter->setPen(QPen(m_canvas.theme().foreground));
        painter->drawText(
            QRect(corner.x() + sample + metrics.averageCharWidth(), corner.y(), outerRect().width(), lineHeight()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            placed.entry ? placed.entry->text : leftOut(m_entries.size() - shown));
    }
}

} // namespace phasor
