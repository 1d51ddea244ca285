// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marks_p.h"

#include "plots/drawings.h"
#include "raster/colormaps.h"

#include <cmath>

namespace phasor {

void PlotNotice::paint(QPainter& painter) const
{
    if (!m_reason.isEmpty()) {
        QColor veil = theme().background;
        veil.setAlphaF(m_covering ? 1 : 1 - kDimmedOpacity);
        painter.fillRect(canvas().rect(), veil);
        painter.setFont(theme().font);
        painter.setPen(theme().foreground);
        const int margin = QFontMetrics(theme().font).height();
        painter.drawText(canvas().rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                         m_reason);
    }
    if (m_busy.isEmpty())
        return;
    const QFontMetrics metrics(theme().smallFont);
    const QSize size(metrics.horizontalAdvance(m_busy) + metrics.height(), metrics.height() + 4);
    const QRect place(canvas().rect().topRight() - QPoint(size.width() + 8, -8), size);
    painter.fillRect(place, theme().muted);
    painter.setFont(theme().smallFont);
    painter.setPen(theme().background);
    painter.drawText(place, Qt::AlignCenter, m_busy);
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

// Coordinates far outside are limited: the rect clips them, but they must fit an int.
static int pixelAt(const QCPAxis& axis, double coordinate)
{
    return static_cast<int>(std::lround(std::clamp(axis.coordToPixel(coordinate), -1e6, 1e6)));
}

QRegion SelectionMark::selected(const QCPAxisRect& rect) const
{
    QRegion all(rect.rect());
    for (const Part& part : m_parts) {
        if (part.axis->axisRect() != &rect)
            continue;
        const bool across = part.axis->orientation() == Qt::Horizontal;
        QRegion along;
        for (const Interval& range : part.ranges) {
            const auto [low, high] = std::minmax({pixelAt(*part.axis, range.low), pixelAt(*part.axis, range.high)});
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
    painter.setClipRect(m_axis.axisRect()->rect());
    for (const QPen& pen : crossPens()) {
        painter.setPen(pen);
        for (const double coordinate : m_coordinates)
            painter.drawLine(lineAt(coordinate));
    }
    painter.setClipping(false);
}

QLine CrossHair::lineAt(double coordinate) const
{
    const QRect inside = m_axis.axisRect()->rect();
    const int at = pixelAt(m_axis, coordinate);
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

int widthOf(const QFontMetrics& metrics, const QString& name) // with its swatch
{
    return name.isEmpty() ? 0 : metrics.height() + metrics.averageCharWidth() + metrics.horizontalAdvance(name);
}

// Names of both marks: at the ends of an axis' title if there is room next to it, below the title of a narrow axis.
class Names : public QCPAbstractItem
{
public:
    Names(Canvas& canvas, const QCPAxis& axis, const DeadDimensions& dead, int characters, const QColor& color)
        : QCPAbstractItem(&canvas)
        , m_canvas(canvas)
        , m_axis(axis)
        , m_dead(dead)
        , m_characters(characters)
        , m_color(color)
    {
        setClipToAxisRect(false);
    }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override
    {
        const auto nameOf = [this](const std::vector<Span>& runs, const QString& name) { // empty: none is seen
            const QCPRange seen = m_axis.range();
            const bool any = std::ranges::any_of(runs, [&seen](const Span& run) {
                return static_cast<double>(run.begin)<seen.upper&& static_cast<double>(run.end)> seen.lower;
            });
            return any ? name : QString();
        };
        if (m_axis.label().isEmpty())
            return;
        const bool onlyFrozen = m_dead.dead == m_dead.frozen;
        const QString longWave = onlyFrozen ? QString() : nameOf(m_dead.dead, PlotWords::tr("long-wave"));
        const QString nearConstant = nameOf(m_dead.frozen, PlotWords::tr("near-constant"));
        const QFontMetrics metrics(m_axis.labelFont());
        const QRect rect = m_axis.axisRect()->rect();
        const bool below = DeadMarks::roomBelow(rect.width(), m_characters, m_axis.labelFont()) > 0;
        const int title = rect.bottom() + m_axis.tickLengthOut() + m_axis.tickLabelPadding() + m_axis.labelPadding()
            + (m_axis.tickLabels() ? metrics.height() : 0);
        const int top = below ? title + metrics.height() : title;
        const int both = widthOf(metrics, longWave) + metrics.height() + widthOf(metrics, nearConstant);
        const int left = below ? std::max(rect.right() - both, 4) : rect.left();
        // Next to a long title the right name may go on a little beyond the axis.
        const int beyond = std::min(metrics.height(), m_canvas.viewport().right() - rect.right());
        const int aside = (rect.width() - metrics.horizontalAdvance(m_axis.label())) / 2 - metrics.height();
        const int width = widthOf(metrics, nearConstant);
        const int over = below ? 0 : std::clamp(width - aside, 0, std::max(0, beyond));
        const int right = below ? left + both - width : rect.right() - width + over;
        const auto add = [&](const QString& name, double thickness, int x, int room) {
            if (name.isEmpty() || (!below && widthOf(metrics, name) > room))
                return;
            painter->fillRect(QRectF(x, top + metrics.height() / 2.0, metrics.height(), thickness), m_color);
            painter->setFont(m_axis.labelFont());
            painter->setPen(QPen(m_canvas.theme().muted));
            painter->drawText(QRect(x, top, widthOf(metrics, name), metrics.height()),
                              Qt::AlignRight | Qt::TextDontClip, name);
        };
        add(longWave, kDead, left, aside);
        add(nearConstant, kFrozen, right, aside + over);
    }

private:
    const Canvas& m_canvas;
    const QCPAxis& m_axis;
    DeadDimensions m_dead;
    int m_characters;
    QColor m_color;
};

} // namespace

int DeadMarks::roomBelow(int width, int characters, const QFont& font)
{
    const QFontMetrics metrics(font);
    return width < characters * metrics.averageCharWidth() ? metrics.height() : 0;
}

int DeadMarks::besideTitle(const QCPAxis& axis) const
{
    return roomBelow(axis.axisRect()->width(), m_characters, axis.labelFont()) > 0 ? 0 : m_beside;
}

void DeadMarks::show(const std::vector<Place>& places, const DeadDimensions* dead, int characters)
{
    for (QCPAbstractItem* mark : m_marks)
        m_canvas.removeItem(mark);
    m_marks.clear();
    m_beside = 0;
    if (dead == nullptr)
        return;
    const QFontMetrics metrics(m_canvas.theme().smallFont);
    const int longWave = dead->dead == dead->frozen ? 0 : widthOf(metrics, PlotWords::tr("long-wave"));
    const int nearConstant = dead->frozen.empty() ? 0 : widthOf(metrics, PlotWords::tr("near-constant"));
    m_beside = 2 * (std::max(longWave, nearConstant) + metrics.height());
    m_characters = characters;
    const QColor color = m_canvas.theme().mark(Hue::Dropped);
    for (const Place& place : places) {
        const auto add = [&](const std::vector<Span>& runs, double thickness) {
            const std::int64_t end = place.table.first + place.table.count;
            for (const Span& run : runs) {
                const Interval range{static_cast<double>(std::max(run.begin, place.table.first)),
                                     static_cast<double>(std::min(run.end, end))};
                if (range.low < range.high)
                    m_marks.push_back(new Mark(m_canvas, *place.axis, range, thickness, color)); // owned by the canvas
            }
        };
        const std::size_t before = m_marks.size();
        const QString both = PlotWords::tr("long-wave") + u' ' + PlotWords::tr("near-constant");
        place.axis->axisRect()->setProperty("marks",
                                            dead->frozen.empty()             ? PlotWords::tr("long-wave")
                                                : dead->dead == dead->frozen ? PlotWords::tr("near-constant")
                                                                             : both);
        add(dead->dead, kDead);
        add(dead->frozen, kFrozen);
        if (m_marks.size() > before && place.axis->orientation() == Qt::Horizontal)
            m_marks.push_back(new Names(m_canvas, *place.axis, *dead, characters, color));
    }
}

} // namespace phasor
