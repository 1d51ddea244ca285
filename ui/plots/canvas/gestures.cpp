// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/gestures_p.h"

#include "plots/canvas/labels/tickers_p.h"

#include <QApplication>

#include <cmath>

namespace phasor {

constexpr double kWheelStep = 0.8; // factor on the visible width per notch of the wheel
constexpr int kLeastBox = 4; // pixels; a smaller box is taken for a slip of the hand

// An interval of indices (cell i covers [i, i + 1)), with `anchor` in place.
static Interval zoomed(Interval visible, double anchor, double factor, double count)
{
    anchor = std::clamp(anchor, visible.low, visible.high);
    const double width = std::clamp((visible.high - visible.low) * factor, std::min(1.0, count), count);
    const double share = visible.high > visible.low ? (anchor - visible.low) / (visible.high - visible.low) : 0.5;
    const double low = anchor - share * width;
    return {low, low + width};
}

static int pixelsAlong(const QCPAxis& axis, const QPoint& by)
{
    return axis.orientation() == Qt::Horizontal ? by.x() : by.y();
}

Gestures::Gestures(Canvas& canvas, Store& store)
    : QObject(&canvas)
    , m_canvas(canvas)
    , m_store(store)
    , m_box(canvas.addOverlay<RubberBand>())
{
    connect(&canvas, &QCustomPlot::mousePress, this, &Gestures::press);
    connect(&canvas, &QCustomPlot::mouseMove, this, &Gestures::move);
    connect(&canvas, &QCustomPlot::mouseRelease, this, &Gestures::release);
    connect(&canvas, &QCustomPlot::mouseWheel, this, &Gestures::wheel);
    connect(&canvas, &QCustomPlot::mouseDoubleClick, this, &Gestures::doubleClick);
}

QString Gestures::help()
{
    return tr(
        "Wheel: zoom · drag: pan · Shift + drag: zoom into a box · Ctrl + drag: select · double click: everything");
}

void Gestures::changeZoom(const Zoom& before, const WantedZoom& wanted)
{
    m_store.editView([&](ViewState& view) {
        for (const Link& link : m_links) {
            if (link.table.count <= 0)
                continue;
            if (const auto indices = wanted(link, visible(before, link)))
                view.zoom[link.table.kind] = asZoom(*indices, link);
        }
    });
}

void Gestures::zoomBy(double factor)
{
    changeZoom(Zoom(m_store.view().zoom), [&](const Link& link, Interval shown) {
        return std::optional(zoomed(shown, 0.5 * (shown.low + shown.high), factor, link.count()));
    });
}

void Gestures::reset(const std::optional<QPoint>& at)
{
    m_store.editView([&](ViewState& view) {
        for (const Link& link : m_links) {
            if (!at || touches(link, *at))
                view.zoom[link.table.kind].reset();
        }
    });
}

void Gestures::panBy(Qt::Orientation orientation, double share)
{
    changeZoom(Zoom(m_store.view().zoom), [&](const Link& link, Interval shown) -> std::optional<Interval> {
        if (link.axis->orientation() != orientation)
            return std::nullopt;
        const double distance = share * (shown.high - shown.low);
        return Interval{shown.low + distance, shown.high + distance};
    });
}

void Gestures::beginBox(const QPoint& at, bool select)
{
    if (QCPAxisRect* rect = m_canvas.axisRectAt(at))
        m_press = Press{.at = at, .rect = rect, .zoom = {}, .dragging = true, .box = !select, .select = select};
}

void Gestures::stretchBox(const QPoint& to)
{
    if (m_press && (m_press->box || m_press->select))
        m_box.show(QRect(m_press->at, to).normalized() & m_press->rect->rect());
}

bool Gestures::endBox(const QPoint& to)
{
    if (!m_press)
        return false;
    if (m_press->select)
        selectBox(to);
    else
        zoomIntoBox(to);
    dropBox();
    return true;
}

bool Gestures::dropBox()
{
    m_box.show({});
    return std::exchange(m_press, std::nullopt).has_value();
}

void Gestures::wheel(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    const QPoint pixel = event->position().toPoint();
    if (notches == 0)
        return;
    changeZoom(Zoom(m_store.view().zoom), [&](const Link& link, Interval shown) {
        return touches(link, pixel)
            ? std::optional(zoomed(shown, indexAt(link, pixel), std::pow(kWheelStep, notches), link.count()))
            : std::nullopt;
    });
    event->accept();
}

void Gestures::press(QMouseEvent* event)
{
    QCPAxisRect* rect = m_canvas.axisRectAt(event->pos());
    m_clicked = false;
    if (event->button() != Qt::LeftButton || !rect)
        return;
    const bool box = event->modifiers().testFlag(Qt::ShiftModifier);
    m_press = Press{.at = event->pos(),
                    .rect = rect,
                    .zoom = m_store.view().zoom,
                    .box = box,
                    .select = !box && event->modifiers().testFlag(Qt::ControlModifier)};
}

void Gestures::move(QMouseEvent* event)
{
    if (!m_press) {
        if (event->buttons() == Qt::NoButton)
            emit pointed(event->pos());
        return;
    }
    const QPoint by = event->pos() - m_press->at;
    if (!m_press->dragging && by.manhattanLength() < QApplication::startDragDistance())
        return;
    m_press->dragging = true;
    stretchBox(event->pos());
    if (!m_press->box && !m_press->select)
        pan(by);
}

void Gestures::pan(const QPoint& by)
{
    changeZoom(m_press->zoom, [&](const Link& link, Interval before) -> std::optional<Interval> {
        if (!touches(link, m_press->at))
            return std::nullopt;
        const double perPixel = (before.high - before.low) / std::max(1, lengthOf(*link.axis));
        const bool horizontal = link.axis->orientation() == Qt::Horizontal;
        const bool against = horizontal == link.axis->rangeReversed(); // pixels count downwards on vertical axes
        const double distance = (against ? 1 : -1) * perPixel * pixelsAlong(*link.axis, by);
        return Interval{before.low + distance, before.high + distance};
    });
}

std::optional<Interval> Gestures::boxAlong(const Link& link, const QPoint& to) const
{
    if (std::abs(pixelsAlong(*link.axis, to - m_press->at)) < kLeastBox)
        return std::nullopt;
    const auto [from, till] = std::minmax({indexAt(link, m_press->at), indexAt(link, to)});
    return Interval{from, till};
}

void Gestures::zoomIntoBox(const QPoint& to)
{
    changeZoom({}, [&](const Link& link, Interval) -> std::optional<Interval> {
        const auto box = touches(link, m_press->at) ? boxAlong(link, to) : std::nullopt;
        if (!box)
            return std::nullopt;
        const Interval inside{std::max(0.0, box->low), std::min(link.count(), box->high)};
        const double missing = std::max(0.0, 1 - (inside.high - inside.low)); // a cell at least, about the middle
        return Interval{inside.low - 0.5 * missing, inside.high + 0.5 * missing};
    });
}

// Selects whole cells. An axis along which the box is too thin is not selected; a click without a drag selects nothing.
void Gestures::selectBox(const QPoint& to)
{
    m_store.editView([&](ViewState& view) {
        if (!m_press->dragging) {
            view.selection = {};
            return;
        }
        for (const Link& link : m_links) {
            const bool selectable = link.table.kind == AxisKind::Position || link.table.kind == AxisKind::Dimension;
            if (!selectable || link.table.period > 0 || !touches(link, m_press->at))
                continue;
            std::optional<Interval>& selected = view.selection[link.table.kind];
            selected.reset();
            if (const auto box = boxAlong(link, to)) {
                const double begin = std::clamp(std::floor(box->low), 0.0, link.count() - 1);
                selected = link.table.inCoordinates({begin, std::clamp(std::ceil(box->high), begin + 1, link.count())});
            }
        }
    });
}

void Gestures::release(QMouseEvent* event)
{
    if (!m_press || event->button() != Qt::LeftButton)
        return;
    if (m_press->select || (m_press->dragging && m_press->box))
        endBox(event->pos());
    else if (m_clicked = !m_press->dragging; m_clicked)
        emit clicked(event->pos());
    m_press.reset();
}

void Gestures::doubleClick(QMouseEvent* event)
{
    m_press.reset();
    if (event->button() != Qt::LeftButton || !m_canvas.axisRectAt(event->pos()))
        return;
    if (m_clicked)
        emit unclicked();
    reset(event->pos());
}

} // namespace phasor
