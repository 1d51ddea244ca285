// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks_p.h"

#include <algorithm>
#include <cmath>

namespace phasor {

void BusyMark::paint(QPainter& painter) const
{
    if (m_word.isEmpty())
        return;
    const QFontMetrics metrics(theme().smallFont);
    const QSize size(metrics.horizontalAdvance(m_word) + metrics.height(), metrics.height() + 4);
    const QRect place(canvas().rect().topRight() - QPoint(size.width() + 8, -8), size);
    painter.fillRect(place, theme().muted);
    painter.setFont(theme().smallFont);
    painter.setPen(theme().background);
    painter.drawText(place, Qt::AlignCenter, m_word);
}

void EmptyPlotNotice::paint(QPainter& painter) const
{
    if (m_reason.isEmpty())
        return;
    QColor veil = theme().background;
    veil.setAlphaF(m_covering ? 1 : 1 - kDimmedOpacity);
    painter.fillRect(canvas().rect(), veil);
    painter.setFont(theme().font);
    painter.setPen(theme().foreground);
    const int margin = QFontMetrics(theme().font).height();
    painter.drawText(canvas().rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                     m_reason);
}

void RubberBand::show(const QRect& box)
{
    for (const QRect& changed : {std::exchange(m_box, box), box}) {
        if (!changed.isEmpty())
            repaint(changed.adjusted(-2, -2, 2, 2)); // the box and its outline
    }
}

void RubberBand::paint(QPainter& painter) const
{
    if (m_box.isEmpty())
        return;
    QColor fill = theme().crossHair;
    fill.setAlpha(30);
    painter.setPen(QPen(theme().crossHair, theme().axisWidth, Qt::DashLine));
    painter.setBrush(fill);
    painter.drawRect(m_box);
}

QRegion SelectionMark::selected(const QCPAxisRect& rect) const
{
    QRegion all(rect.rect());
    for (const Part& part : m_parts) {
        if (part.axis->axisRect() != &rect)
            continue;
        const bool across = part.axis->orientation() == Qt::Horizontal;
        const auto pixel = [&](double coordinate) {
            return static_cast<int>(std::lround(std::clamp(part.axis->coordToPixel(coordinate), -1e6, 1e6)));
        };
        QRegion along;
        for (const Interval& range : part.ranges) {
            const auto [low, high] = std::minmax({pixel(range.low), pixel(range.high)});
            along |= across ? QRect(low, rect.top(), std::max(1, high - low), rect.height())
                            : QRect(rect.left(), low, rect.width(), std::max(1, high - low));
        }
        all &= along;
    }
    return all;
}

void SelectionMark::paint(QPainter& painter) const
{
    QColor veil = theme().background;
    veil.setAlpha(150);
    std::vector<const QCPAxisRect*> done;
    for (const Part& part : m_parts) {
        const QCPAxisRect* rect = part.axis->axisRect();
        if (rect->layout() == nullptr || !rect->visible() || std::find(done.begin(), done.end(), rect) != done.end())
            continue;
        done.push_back(rect);
        const QRegion kept = selected(*rect);
        for (const QRect& piece : QRegion(rect->rect()) - kept)
            painter.fillRect(piece, veil);
        painter.setClipRect(rect->rect());
        painter.setPen(QPen(theme().muted, 1));
        painter.setBrush(Qt::NoBrush);
        for (const QRect& piece : kept)
            painter.drawRect(piece.adjusted(0, 0, -1, -1));
        painter.setClipping(false);
    }
}

CrossHair::CrossHair(Canvas& canvas, QCPAxisRect& rect, QCPAxis& axis)
    : Overlay(canvas)
    , m_rect(rect)
    , m_axis(axis)
{
}

void CrossHair::moveTo(std::vector<double> coordinates)
{
    if (coordinates == m_coordinates)
        return;
    repaintLines();
    m_coordinates = std::move(coordinates);
    repaintLines();
}

void CrossHair::paint(QPainter& painter) const
{
    if (m_coordinates.empty())
        return;
    painter.setClipRect(m_rect.rect());
    for (const QPen& pen : crossPens()) {
        painter.setPen(pen);
        for (const double coordinate : m_coordinates)
            painter.drawLine(lineAt(coordinate));
    }
    painter.setClipping(false);
}

QLine CrossHair::lineAt(double coordinate) const
{
    const QRect inside = m_rect.rect();
    // Coordinates far outside are limited: the rect clips them, but they must fit an int.
    const auto at = static_cast<int>(std::lround(std::clamp(m_axis.coordToPixel(coordinate), -1e6, 1e6)));
    return m_axis.orientation() == Qt::Horizontal ? QLine(at, inside.top(), at, inside.bottom())
                                                  : QLine(inside.left(), at, inside.right(), at);
}

// Repaints each line with its soft edge and one more pixel.
void CrossHair::repaintLines() const
{
    const int around = static_cast<int>(std::ceil(1 + theme().axisWidth / 2)) + 1;
    for (const double coordinate : m_coordinates) {
        const QLine line = lineAt(coordinate);
        repaint(QRect(line.p1(), line.p2()).adjusted(-around, -around, around, around));
    }
}

} // namespace phasor
