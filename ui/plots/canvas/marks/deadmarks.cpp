// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks/deadmarks_p.h"

#include "raster/hues.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr double kDead = 3; // pixels
constexpr double kFrozen = 5;

// Drawn beside the axis rect, as far as the rect reaches along the axis.
class Mark : public QCPItemRect
{
public:
    using QCPItemRect::QCPItemRect;
    QRect clipRect() const override
    {
        const int thickness = static_cast<int>(kFrozen);
        return clipAxisRect()->rect().adjusted(m_across ? 0 : -thickness, 0, 0, m_across ? thickness : 0);
    }
    bool m_across = true; // below the rect, else at its left
};

} // namespace

void DeadMarks::show(const std::vector<Place>& places, const DeadDimensions* dead)
{
    for (QCPItemRect* mark : m_marks)
        m_canvas.removeItem(mark);
    m_marks.clear();
    if (dead == nullptr)
        return;
    for (const Place& place : places) {
        for (const Span& run : dead->dead)
            add(place, run, kDead);
        for (const Span& run : dead->frozen)
            add(place, run, kFrozen);
    }
}

void DeadMarks::add(const Place& place, const Span& run, double thickness)
{
    const std::int64_t first = place.table.first;
    const std::int64_t last = first + place.table.count;
    if (run.end <= first || run.begin >= last)
        return;
    auto* mark = new Mark(&m_canvas);
    mark->setObjectName(thickness == kFrozen ? QStringLiteral("frozen-mark") : QStringLiteral("dead-mark"));
    mark->setSelectable(false);
    const bool across = place.axis->orientation() == Qt::Horizontal;
    QCPAxisRect* rect = place.axis->axisRect();
    mark->m_across = across;
    mark->setClipAxisRect(rect);
    QCPAxis* other = rect->axis(across ? QCPAxis::atLeft : QCPAxis::atBottom);
    for (QCPItemPosition* corner : {mark->topLeft, mark->bottomRight}) {
        corner->setAxes(across ? place.axis : other, across ? other : place.axis);
        corner->setAxisRect(rect);
    }
    const auto from = static_cast<double>(std::max(run.begin, first));
    const auto to = static_cast<double>(std::min(run.end, last));
    if (across) {
        mark->topLeft->setTypeX(QCPItemPosition::ptPlotCoords);
        mark->bottomRight->setTypeX(QCPItemPosition::ptPlotCoords);
        mark->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
        mark->bottomRight->setTypeY(QCPItemPosition::ptAbsolute);
        mark->bottomRight->setParentAnchorY(mark->topLeft);
        mark->topLeft->setCoords(from, 1);
        mark->bottomRight->setCoords(to, thickness);
    } else {
        mark->topLeft->setTypeY(QCPItemPosition::ptPlotCoords);
        mark->bottomRight->setTypeY(QCPItemPosition::ptPlotCoords);
        mark->bottomRight->setTypeX(QCPItemPosition::ptAxisRectRatio);
        mark->topLeft->setTypeX(QCPItemPosition::ptAbsolute);
        mark->topLeft->setParentAnchorX(mark->bottomRight);
        mark->bottomRight->setCoords(0, to);
        mark->topLeft->setCoords(-thickness, from);
    }
    mark->setPen(Qt::NoPen);
    mark->setBrush(m_canvas.theme().line(colourOf(Hue::Dropped).full));
    m_marks.push_back(mark);
}

} // namespace phasor
