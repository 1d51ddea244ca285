// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/deadmarks_p.h"
#include "plots/canvas/marks_p.h"
#include "session/store.h"

#include <QPoint>

#include <functional>
#include <optional>
#include <vector>

namespace phasor {

// Zoom and pan of the axes of a plot that show the axis of a table. Such an axis has the table's coordinates: the cell
// with index i covers [first + i, first + i + 1). All axes of one kind are linked, on every plot. Wheel: zoom about the
// pointer (beside an axis: that axis alone). Left drag: pan. Shift + left drag: zoom into the box. Ctrl + left drag:
// select its positions and dimensions; a click with Ctrl selects nothing. Double click: everything. Keys + − Home do
// the same. A gesture dispatches to the store and changes nothing else; the axes follow in showZoom().
class Gestures : public QObject
{
    Q_OBJECT

public:
    Gestures(Canvas& canvas, Store& store);
    void show(QCPAxis& axis, const Axis& table); // no cells: the axis shows no table now
    // Coordinates shown while the view has no zoom of its own; nothing: all of them.
    void setUnzoomed(AxisKind kind, const std::optional<Interval>& range) { m_unzoomed[kind] = range; }

    void showZoom(const Zoom& zoom); // sets the linked axes
    void zoomBy(double factor); // about the middle, all linked axes
    void reset();

    const Axis* tableOf(AxisKind kind) const; // the first of that kind; null: none is shown
    // The kind of the first axis across or down; nothing: there is none.
    std::optional<AxisKind> along(Qt::Orientation orientation) const;
    // `before`, with the coordinates of the cell under a pixel; nothing if there is none.
    std::optional<Cursor> cursorAt(const QPoint& pixel, Cursor before) const;
    // Where the cursor's cells have their middle on the axis.
    std::vector<double> centresOn(const QCPAxis& axis, const Cursor& cursor) const;

    // What of the linked axes a selection covers; keys are positions.
    std::vector<SelectionMark::Part> selectedParts(const Zoom& selection) const;
    // The first axis of dimensions across, and the first down.
    std::vector<DeadMarks::Place> dimensionAxes() const;

    static QString help(); // for tool tips

signals:
    void pointed(QPoint pixel); // over an axis rect, no button pressed
    void clicked(QPoint pixel); // released where it was pressed
    void resetRequested(); // double click, before the zoom is dispatched

private:
    struct Link
    {
        QCPAxis* axis = nullptr;
        Axis table;
        double count() const { return static_cast<double>(table.count); }
        double first() const { return static_cast<double>(table.first); }
    };
    struct Press
    {
        QPoint at;
        QCPAxisRect* rect = nullptr;
        Zoom zoom;
        bool dragging = false;
        bool box = false; // zoom into it
        bool select = false; // or select what is inside
    };

    using WantedZoom = std::function<std::optional<Interval>(const Link& link, Interval visible)>; // both in indices

    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release(QMouseEvent* event);
    void wheel(QWheelEvent* event);
    void doubleClick(QMouseEvent* event);
    void pan(const QPoint& by);
    void zoomIntoBox(const QPoint& to);
    void selectBox(const QPoint& to);
    std::optional<Interval> boxAlong(const Link& link, const QPoint& to) const; // indices; nothing: it is too thin
    // Of the linked axes for which `wanted` returns an interval.
    void changeZoom(const Zoom& before, const WantedZoom& wanted);
    const Link* first(const std::function<bool(const Link&)>& matches) const; // of those that show a table
    bool touches(const Link& link, const QPoint& pixel) const;
    double indexAt(const Link& link, const QPoint& pixel) const;
    Interval visible(const Zoom& zoom, const Link& link) const; // indices
    std::optional<Interval> asZoom(Interval indices, const Link& link) const;

    Canvas& m_canvas;
    Store& m_store;
    std::vector<Link> m_links; // in the order in which they were shown first
    Zoom m_unzoomed;
    std::optional<Press> m_press;
    RubberBand& m_box;
};

} // namespace phasor
