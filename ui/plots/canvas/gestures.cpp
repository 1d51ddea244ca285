// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/gestures_p.h"

#include "plots/canvas/ranges_p.h"

#include <QApplication>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kWheelStep = 0.8; // of the visible width, a notch
constexpr int kLeastBox = 4; // pixels: smaller boxes are slips of the hand

} // namespace

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
    return tr("Wheel: zoom · drag: pan · Shift + drag: zoom into a box · double click: everything");
}

void Gestures::link(QCPAxis* axis, Along along)
{
    m_links.push_back({axis, along});
}

void Gestures::setTable(Shape table, double rowShift)
{
    m_table = table;
    m_rowShift = rowShift;
}

ViewState::Range& Gestures::rangeOf(ViewState& view, Along along)
{
    return along == Along::Rows ? view.rows : view.columns;
}

const ViewState::Range& Gestures::rangeOf(const ViewState& view, Along along)
{
    return along == Along::Rows ? view.rows : view.columns;
}

double Gestures::count(Along along) const
{
    return static_cast<double>(along == Along::Rows ? m_table.rows : m_table.cols);
}

Interval Gestures::visible(const ViewState& view, Along along) const
{
    const ViewState::Range& range = rangeOf(view, along);
    return visibleOf(range || along == Along::Columns ? range : m_unzoomedRows, count(along));
}

// No range is said for what is shown without one.
ViewState::Range Gestures::asRange(Interval shown, Along along) const
{
    const bool all = shown.low <= 0 && shown.high >= count(along);
    const bool partly = along == Along::Rows && m_unzoomedRows.has_value();
    return all && !partly ? ViewState::Range() : shown;
}

void Gestures::showRanges(const ViewState& view)
{
    for (const Link& link : m_links) {
        if (count(link.along) <= 0)
            continue;
        const Interval shown = visible(view, link.along);
        link.axis->setRange(shown.low + shift(link.along), shown.high + shift(link.along));
    }
}

// Inside the axis rect every link of the rect; beside it only the axis whose side it is.
bool Gestures::touches(const Link& link, const QPoint& pixel) const
{
    QCPAxisRect* rect = m_canvas.axisRectAt(pixel);
    if (rect != link.axis->axisRect() || count(link.along) <= 0)
        return false;
    const bool inWidth = pixel.x() >= rect->left() && pixel.x() <= rect->right();
    const bool inHeight = pixel.y() >= rect->top() && pixel.y() <= rect->bottom();
    return link.axis->orientation() == Qt::Horizontal ? inWidth : inHeight;
}

std::optional<std::int64_t> Gestures::indexAt(Along along, const QPoint& pixel) const
{
    for (const Link& link : m_links) {
        if (link.along != along || !touches(link, pixel))
            continue;
        const double at = coordinateAt(*link.axis, pixel) - shift(along);
        return static_cast<std::int64_t>(std::clamp(std::floor(at), 0.0, count(along) - 1));
    }
    return std::nullopt;
}

std::optional<double> Gestures::coordinateOf(Along along, std::int64_t index) const
{
    if (index < 0 || static_cast<double>(index) >= count(along))
        return std::nullopt;
    return static_cast<double>(index) + 0.5 + shift(along);
}

void Gestures::zoomBy(double factor)
{
    m_store.editView([&](ViewState& view) {
        for (const Link& link : m_links) {
            const double all = count(link.along);
            if (all <= 0)
                continue;
            const Interval shown = visible(m_store.view(), link.along);
            rangeOf(view, link.along) = asRange(zoomed(shown, 0.5 * (shown.low + shown.high), factor, all), link.along);
        }
    });
}

void Gestures::reset()
{
    m_store.editView([&](ViewState& view) {
        for (const Link& link : m_links)
            rangeOf(view, link.along).reset();
    });
}

void Gestures::wheel(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    const QPoint pixel = event->position().toPoint();
    if (notches == 0)
        return;
    m_store.editView([&](ViewState& view) {
        for (const Link& link : m_links) {
            if (!touches(link, pixel))
                continue;
            const double all = count(link.along);
            const Interval shown = visible(m_store.view(), link.along);
            const double anchor = coordinateAt(*link.axis, pixel) - shift(link.along);
            rangeOf(view, link.along) = asRange(zoomed(shown, anchor, std::pow(kWheelStep, notches), all), link.along);
        }
    });
    event->accept();
}

void Gestures::press(QMouseEvent* event)
{
    QCPAxisRect* rect = m_canvas.axisRectAt(event->pos());
    if (event->button() != Qt::LeftButton || !rect)
        return;
    Press press;
    press.at = event->pos();
    press.rect = rect;
    press.view = m_store.view();
    press.box = event->modifiers().testFlag(Qt::ShiftModifier);
    m_press = press;
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
    if (m_press->box)
        drawBox(event->pos());
    else
        pan(by);
}

void Gestures::pan(const QPoint& by)
{
    m_store.editView([&](ViewState& view) {
        for (const Link& link : m_links) {
            if (!touches(link, m_press->at))
                continue;
            const bool horizontal = link.axis->orientation() == Qt::Horizontal;
            const double all = count(link.along);
            const Interval before = visible(m_press->view, link.along);
            const double perPixel = (before.high - before.low)
                / std::max(1, horizontal ? link.axis->axisRect()->width() : link.axis->axisRect()->height());
            const bool against = horizontal == link.axis->rangeReversed(); // vertical pixels run downwards
            const double distance = (against ? 1 : -1) * perPixel * (horizontal ? by.x() : by.y());
            rangeOf(view, link.along)
                = asRange(clamped({before.low + distance, before.high + distance}, all), link.along);
        }
    });
}

void Gestures::drawBox(const QPoint& to)
{
    const QRect inside = m_press->rect->rect();
    m_box.show(QRect(m_press->at, to).normalized() & inside);
}

void Gestures::zoomIntoBox(const QPoint& to)
{
    m_box.show({});
    m_store.editView([&](ViewState& view) {
        for (const Link& link : m_links) {
            const bool horizontal = link.axis->orientation() == Qt::Horizontal;
            const QPoint by = to - m_press->at;
            if (!touches(link, m_press->at) || std::abs(horizontal ? by.x() : by.y()) < kLeastBox)
                continue;
            const double all = count(link.along);
            const double from = coordinateAt(*link.axis, m_press->at) - shift(link.along);
            const double till = coordinateAt(*link.axis, to) - shift(link.along);
            rangeOf(view, link.along) = asRange(
                clamped({std::max(0.0, std::min(from, till)), std::min(all, std::max(from, till))}, all), link.along);
        }
    });
}

void Gestures::release(QMouseEvent* event)
{
    if (!m_press || event->button() != Qt::LeftButton)
        return;
    if (m_press->dragging && m_press->box)
        zoomIntoBox(event->pos());
    else if (!m_press->dragging)
        emit clicked(event->pos());
    m_press.reset();
}

void Gestures::doubleClick(QMouseEvent* event)
{
    m_press.reset();
    if (event->button() != Qt::LeftButton || !m_canvas.axisRectAt(event->pos()))
        return;
    emit resetRequested();
    m_store.editView([&](ViewState& view) {
        for (const Link& link : m_links)
            if (touches(link, event->pos()))
                rangeOf(view, link.along).reset();
    });
}

} // namespace phasor
