// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/deadmarks_p.h"

#include "raster/colormaps.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr double kDead = 3; // pixels
constexpr double kFrozen = 5;

// A line next to the axis rect, limited to the rect's extent along the axis.
class Mark : public QCPAbstractItem
{
public:
    Mark(QCustomPlot& plot, const QCPAxis& axis, Interval range, double thickness, const QColor& color)
        : QCPAbstractItem(&plot)
        , m_axis(axis)
        , m_range(range)
        , m_thickness(thickness)
        , m_color(color)
    {
        setObjectName(thickness == kFrozen ? QStringLiteral("frozen-mark") : QStringLiteral("dead-mark"));
        setSelectable(false);
    }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    bool across() const { return m_axis.orientation() == Qt::Horizontal; }

    QRect clipRect() const override
    {
        const int most = static_cast<int>(kFrozen);
        return m_axis.axisRect()->rect().adjusted(across() ? 0 : -most, 0, 0, across() ? most : 0);
    }

    void draw(QCPPainter* painter) override
    {
        const QRect rect = m_axis.axisRect()->rect();
        const double from = m_axis.coordToPixel(m_range.low);
        const double to = m_axis.coordToPixel(m_range.high);
        const QPointF corner(rect.left(), rect.top() + rect.height());
        const QRectF mark = across() ? QRectF(from, corner.y(), to - from, m_thickness)
                                     : QRectF(corner.x() - m_thickness, from, m_thickness, to - from).normalized();
        if (!mark.adjusted(-1, -1, 1, 1).intersects(clipRect())) // SVG output does not clip
            return;
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_color);
        painter->drawRect(mark);
    }

private:
    const QCPAxis& m_axis;
    Interval m_range;
    double m_thickness;
    QColor m_color;
};

} // namespace

void DeadMarks::show(const std::vector<Place>& places, const DeadDimensions* dead)
{
    for (QCPAbstractItem* mark : m_marks)
        m_canvas.removeItem(mark);
    m_marks.clear();
    if (dead == nullptr)
        return;
    for (const Place& place : places) {
        const auto add = [&](const std::vector<Span>& runs, double thickness) {
            const QColor color = m_canvas.theme().line(colourOf(Hue::Dropped).full);
            const std::int64_t end = place.table.first + place.table.count;
            for (const Span& run : runs) {
                const Interval range{static_cast<double>(std::max(run.begin, place.table.first)),
                                     static_cast<double>(std::min(run.end, end))};
                if (range.low < range.high)
                    m_marks.push_back(new Mark(m_canvas, *place.axis, range, thickness, color)); // owned by the canvas
            }
        };
        add(dead->dead, kDead);
        add(dead->frozen, kFrozen);
    }
}

} // namespace phasor
