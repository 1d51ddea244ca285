// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks/selectionmark_p.h"

#include <algorithm>
#include <cmath>

namespace phasor {

void SelectionMark::show(std::vector<Part> parts)
{
    if (parts == m_parts)
        return;
    m_parts = std::move(parts);
    repaint();
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

} // namespace phasor
