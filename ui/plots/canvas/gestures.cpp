// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/gestures_p.h"

#include "plots/canvas/labels/tickers_p.h"
#include "plots/canvas/ranges_p.h"

#include <QApplication>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kWheelStep = 0.8; // factor on the visible width per notch of the wheel
constexpr int kLeastBox = 4; // pixels; a smaller box is taken for a slip of the hand

int pixelsAlong(const QCPAxis& axis, const QPoint& by)
{
    return axis.orientation() == Qt::Horizontal ? by.x() : by.y();
}

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
    return tr(
        "Wheel: zoom · drag: pan · Shift + drag: zoom into a box · Ctrl + drag: select · double click: everything");
}

void Gestures::show(QCPAxis& axis, const Axis& table)
{
    const auto found = std::ranges::find(m_links, &axis, &Link::axis);
    if (found != m_links.end())
        found->table = table;
    else
        m_links.push_back({&axis, table});
}

const Gestures::Link* Gestures::first(const std::function<bool(const Link&)>& matches) const
{
    const auto found
        = std::ranges::find_if(m_links, [&](const Link& link) { return link.table.count > 0 && matches(link); });
    return found != m_links.end() ? &*found : nullptr;
}

const Axis* Gestures::tableOf(AxisKind kind) const
{
    const Link* link = first([kind](const Link& any) { return any.table.kind == kind; });
    return link != nullptr ? &link->table : nullptr;
}

std::optional<AxisKind> Gestures::along(Qt::Orientation orientation) const
{
    const Link* link = first([=](const Link& any) { return any.axis->orientation() == orientation; });
    return link != nullptr ? std::optional(link->table.kind) : std::nullopt;
}

Interval Gestures::visible(const Zoom& zoom, const Link& link) const
{
    const std::optional<Interval>& wanted = zoom[link.table.kind];
    return link.table.visible(wanted ? wanted : m_unzoomed[link.table.kind]);
}

// Indices as a zoom; nullopt (no zoom) for all cells, if the plot shows all of them unzoomed.
std::optional<Interval> Gestures::asZoom(Interval indices, const Link& link) const
{
    const bool all = indices.low <= 0 && indices.high >= link.count();
    if (all && !m_unzoomed[link.table.kind])
        return std::nullopt;
    return link.table.inCoordinates(indices);
}

void Gestures::showZoom(const Zoom& zoom)
{
    for (const Link& link : m_links) {
        if (link.table.count <= 0)
            continue;
        const Interval shown = link.table.inCoordinates(visible(zoom, link));
        link.axis->setRange(shown.low, shown.high);
    }
}

// Links that a pixel zooms: inside the axis rect both axes; next to it only the axis on that side.
bool Gestures::touches(const Link& link, const QPoint& pixel) const
{
    QCPAxisRect* rect = m_canvas.axisRectAt(pixel);
    if (rect != link.axis->axisRect() || link.table.count <= 0)
        return false;
    const bool inWidth = pixel.x() >= rect->left() && pixel.x() <= rect->right();
    const bool inHeight = pixel.y() >= rect->top() && pixel.y() <= rect->bottom();
    return link.axis->orientation() == Qt::Horizontal ? inWidth : inHeight;
}

double Gestures::indexAt(const Link& link, const QPoint& pixel) const
{
    return coordinateAt(*link.axis, pixel) - link.first();
}

std::optional<Cursor> Gestures::cursorAt(const QPoint& pixel, Cursor before) const
{
    bool found = false;
    for (const Link& link : m_links) {
        if (!touches(link, pixel))
            continue;
        const double index = std::clamp(std::floor(indexAt(link, pixel)), 0.0, link.count() - 1);
        before[link.table.kind] = link.table.coordinate(static_cast<std::int64_t>(index));
        found = true;
    }
    // Key and id are cleared in a plot without such an axis; the dimension stays while only positions change.
    for (const AxisKind kind : {AxisKind::Key, AxisKind::Id}) {
        if (tableOf(kind) == nullptr)
            before[kind].reset();
    }
    // A plot of positions alone reads dimension 0 until the user points at another one.
    const bool others = first([](const Link& link) { return link.table.kind != AxisKind::Position; }) != nullptr;
    if (!others && tableOf(AxisKind::Position) != nullptr && !before[AxisKind::Dimension])
        before[AxisKind::Dimension] = 0;
    return found ? std::optional(before) : std::nullopt;
}

std::vector<double> Gestures::centresOn(const QCPAxis& axis, const Cursor& cursor) const
{
    const auto link = std::ranges::find(m_links, &axis, &Link::axis);
    return link != m_links.end() ? centresOf(link->table, cursor[link->table.kind]) : std::vector<double>();
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

void Gestures::reset()
{
    m_store.editView([&](ViewState& view) {
        for (const Link& link : m_links)
            view.zoom[link.table.kind].reset();
    });
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
    if (m_press->box || m_press->select)
        m_box.show(QRect(m_press->at, event->pos()).normalized() & m_press->rect->rect());
    else
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
        return clamped({before.low + distance, before.high + distance}, link.count());
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
    m_box.show({});
    changeZoom({}, [&](const Link& link, Interval) -> std::optional<Interval> {
        const auto box = touches(link, m_press->at) ? boxAlong(link, to) : std::nullopt;
        if (!box)
            return std::nullopt;
        return clamped({std::max(0.0, box->low), std::min(link.count(), box->high)}, link.count());
    });
}

// Selects whole cells. An axis along which the box is too thin is not selected; a click without a drag selects nothing.
void Gestures::selectBox(const QPoint& to)
{
    m_box.show({});
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

std::vector<SelectionMark::Part> Gestures::selectedParts(const Zoom& selection) const
{
    std::vector<SelectionMark::Part> parts;
    for (const Link& link : m_links) {
        const bool positions = link.table.kind == AxisKind::Position || link.table.kind == AxisKind::Key;
        const AxisKind kind = positions ? AxisKind::Position : link.table.kind;
        if (kind == AxisKind::Id || !selection[kind] || link.table.count <= 0)
            continue;
        SelectionMark::Part part{.axis = link.axis, .ranges = {}};
        const std::int64_t step = link.table.period > 0 ? link.table.period : link.table.count;
        for (std::int64_t begin = 0; begin < link.table.count; begin += step)
            part.ranges.push_back({selection[kind]->low + static_cast<double>(begin),
                                   selection[kind]->high + static_cast<double>(begin)});
        parts.push_back(std::move(part));
    }
    return parts;
}

std::vector<DeadMarks::Place> Gestures::dimensionAxes() const
{
    std::vector<DeadMarks::Place> places;
    for (const Qt::Orientation orientation : {Qt::Horizontal, Qt::Vertical}) {
        const Link* link = first([=](const Link& any) {
            return any.axis->orientation() == orientation && any.table.kind == AxisKind::Dimension;
        });
        if (link != nullptr)
            places.push_back({link->axis, link->table});
    }
    return places;
}

void Gestures::release(QMouseEvent* event)
{
    if (!m_press || event->button() != Qt::LeftButton)
        return;
    if (m_press->select)
        selectBox(event->pos());
    else if (m_press->dragging && m_press->box)
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
                view.zoom[link.table.kind].reset();
    });
}

} // namespace phasor
