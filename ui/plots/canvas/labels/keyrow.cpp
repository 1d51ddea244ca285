// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/keyrow_p.h"

namespace phasor {

namespace {

constexpr int kLines = 3;
constexpr int kKeyIndent = 8;

QString leftOut(std::size_t count)
{
    return KeyRow::tr("… and %1 more").arg(count);
}

// What stands before the name: a line along `along`, which has no height, or a disc in its middle.
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
        // Keep room for the count on the last line.
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

void KeyRow::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(true);
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
